/**
 * Helpers for readers that read single values from the bytes of JSON, if they are in the form that tools
 * write.
 * @module
 */

/** Bytes with a meaning in JSON. */
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
/** A number with more digits may not be exact as a double. */
const SAFE_DIGITS = 15;
/** Maximum digits of a line number. */
export const LINE_DIGITS = 9;
/** Returns whether the bytes at a position are `word`. */
export function isWordAt(word: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

/** Returns where `true` or `false` ends; 0 if neither is there. */
export function endOfBoolean(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === SMALL_T) {
    return bytes[at + 1] === SMALL_R && bytes[at + 2] === SMALL_U && bytes[at + 3] === SMALL_E ? at + 4 : 0;
  }
  const isFalse = first === SMALL_F && bytes[at + 1] === SMALL_A && bytes[at + 2] === SMALL_L &&
    bytes[at + 3] === SMALL_S && bytes[at + 4] === SMALL_E;
  return isFalse ? at + 5 : 0;
}

/** Returns the position of the first byte at or after `at` that is not a blank. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] === BLANK || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9)) at++;
  return at;
}

/**
 * Returns the closing quote of a string without escapes whose content begins at `at`; -1 if it has escapes or
 * is unterminated.
 */
export function endOfPlainText(bytes: Uint8Array, at: number, end: number): number {
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte < BLANK || byte === BACKSLASH) return -1;
  }
  return -1;
}

/** Returns where a plain value ends that is not a list or object; 0 if it is not plain. */
export function endOfPlainValue(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (first === QUOTE) return endOfPlainText(bytes, at + 1, end) + 1;
  if (first === SMALL_N) return isWordAt("null", bytes, at) ? at + 4 : 0;
  return endOfBoolean(bytes, at) || endOfPlainNumber(bytes, at, end);
}

/** Returns where an integer ends that is exact as a double; 0 if there is no such number. */
export function endOfPlainNumber(bytes: Uint8Array, at: number, end: number): number {
  const from = at;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9) at++;
  return at === from || at - from > SAFE_DIGITS || (bytes[from] === ZERO && at - from > 1) ? 0 : at;
}
