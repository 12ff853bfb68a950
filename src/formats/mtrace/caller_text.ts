/**
 * Splits the text of a caller before its address, `PROGRAM:(FUNCTION+OFFSET)`. Every part may be missing, and names may
 * contain any character.
 * @module
 */

const COLON = 0x3a;
const OPEN = 0x28;
const CLOSE = 0x29;
const PLUS = 0x2b;
const MINUS = 0x2d;
const ZERO = 0x30;
const X = 0x78;

/** Positions of the parts in the text. */
export interface CallerParts {
  /** End of the program's name, which begins the text; the start of the text if there is no name. */
  moduleEnd: number;
  /** Start of the function's name; equal to `funcEnd` if there is no name. */
  funcStart: number;
  funcEnd: number;
  /** Start of the offset's digits, which end at the closing parenthesis; the end of the text if there is no offset. */
  offset: number;
  /**
   * Whether the offset counts from the start of the function; otherwise it is negative and counts back from a later
   * symbol.
   */
  isAfter: boolean;
}

/** Finds the parts of `bytes[start..end)`; all are empty if the text has another form. */
export function splitCaller(bytes: Uint8Array, start: number, end: number, into: CallerParts): void {
  into.moduleEnd = into.funcStart = into.funcEnd = start;
  into.offset = end;
  into.isAfter = false;
  if (end === start) return;
  if (bytes[end - 1] === COLON) into.moduleEnd = end - 1;
  if (bytes[end - 1] !== CLOSE) return;
  let offset = end - 1;
  while (offset > start && isHexDigit(bytes[offset - 1]!)) offset--;
  const hasPrefix = offset - 2 > start && bytes[offset - 1] === X && bytes[offset - 2] === ZERO;
  const sign = hasPrefix ? offset - 3 : offset - 1;
  if (sign <= start || (bytes[sign] !== PLUS && bytes[sign] !== MINUS)) return;
  for (let open = sign - 1; open >= start; open--) {
    if (bytes[open] !== OPEN || (open > start && bytes[open - 1] !== COLON)) continue;
    if (open > start) into.moduleEnd = open - 1;
    into.funcStart = open + 1;
    into.funcEnd = sign;
    into.offset = offset;
    into.isAfter = bytes[sign] === PLUS;
    return;
  }
}

function isHexDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102);
}
