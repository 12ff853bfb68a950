/**
 * Hexadecimal numbers of 64 bits, read from bytes.
 * @module
 */

/** A number that was just read, as two halves, because ids and addresses have 64 bits. */
export interface Word64 {
  /** Low half, as int32. */
  low: number;
  /** High half, as int32. */
  high: number;
  /** Whether the text had more than 64 bits; the number is then the maximum. */
  overflow: boolean;
}

/** Values of hexadecimal digits of either case, by byte; 16 for any other byte. */
export const HEX_DIGITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = digitOf(byte, true);
  return digit < 0 ? 16 : digit;
});

/** The value of a hexadecimal digit; -1 for any other byte. */
function digitOf(byte: number, upper: boolean): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = upper ? byte | 32 : byte;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/**
 * Reads hexadecimal digits, by default of either case. Returns the position after them, or `at` if there are
 * none.
 */
export function readHex(bytes: Uint8Array, at: number, end: number, into: Word64, upper = true): number {
  let low = 0;
  let high = 0;
  let digits = 0;
  let position = at;
  for (; position < end; position++) {
    const digit = digitOf(bytes[position]!, upper);
    if (digit < 0) break;
    if (digits > 0 || digit > 0) digits++;
    high = (high << 4) | (low >>> 28);
    low = (low << 4) | digit;
  }
  into.overflow = digits > 16;
  into.low = into.overflow ? -1 : low;
  into.high = into.overflow ? -1 : high;
  return position;
}
