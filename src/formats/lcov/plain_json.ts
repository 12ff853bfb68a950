/**
 * JSON as tools write it, read from bytes: what readers of single lists have in common.
 * @module
 */

/** Bytes that JSON is made of. */
export const BLANK = 32,
  QUOTE = 34,
  COMMA = 44,
  ZERO = 48,
  COLON = 58,
  LIST = 91,
  BACKSLASH = 92,
  END = 93,
  OPEN = 123,
  CLOSE = 125;
const [SMALL_A, SMALL_E, SMALL_F, SMALL_L, SMALL_N] = [97, 101, 102, 108, 110];
const [SMALL_R, SMALL_S, SMALL_T, SMALL_U] = [114, 115, 116, 117];
/** More digits may be none that a double has. */
const SAFE_DIGITS = 15;
/** Digits of a line. */
export const LINE_DIGITS = 9;
/** Whether these letters are at a place. */
export function isWord(word: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

/** Where `true` or `false` ends; 0 where neither is. */
export function behindTruth(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === SMALL_T) {
    return bytes[at + 1] === SMALL_R && bytes[at + 2] === SMALL_U && bytes[at + 3] === SMALL_E ? at + 4 : 0;
  }
  const isFalse = first === SMALL_F && bytes[at + 1] === SMALL_A && bytes[at + 2] === SMALL_L &&
    bytes[at + 3] === SMALL_S && bytes[at + 4] === SMALL_E;
  return isFalse ? at + 5 : 0;
}

/** The first byte from `at` on that is not a blank. */
export function behindBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] === BLANK || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9)) at++;
  return at;
}

/** The quote after a text without escapes that begins at `at`; -1 where it is a different one, or not at hand. */
export function endOfPlainText(bytes: Uint8Array, at: number, end: number): number {
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte < BLANK || byte === BACKSLASH) return -1;
  }
  return -1;
}

/** Where a value without lists and objects ends; 0 where it is not as plain as can be. */
export function behindPlainValue(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (first === QUOTE) return endOfPlainText(bytes, at + 1, end) + 1;
  if (first === SMALL_N) return isWord("null", bytes, at) ? at + 4 : 0;
  return behindTruth(bytes, at) || behindPlainNumber(bytes, at, end);
}

/** Where a whole number that is exact as a double ends; 0 where there is none, or another one. */
export function behindPlainNumber(bytes: Uint8Array, at: number, end: number): number {
  const from = at;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9) at++;
  return at === from || at - from > SAFE_DIGITS || (bytes[from] === ZERO && at - from > 1) ? 0 : at;
}
