/**
 * Converts the times of a file, which are in milliseconds.
 * @module
 */

const NANOSECONDS = 1_000_000;

/** Converts milliseconds to nanoseconds, both as two halves. */
export function nanosecondsOf(low: number, high: number): [low: number, high: number] {
  // Products of 16-bit digits are exact in a double.
  const parts = [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16];
  let carry = 0;
  const product = parts.map((part) => {
    carry += part * NANOSECONDS;
    const digit = carry % 0x1_0000;
    carry = Math.floor(carry / 0x1_0000);
    return digit;
  });
  return [
    (product[1]! * 0x1_0000 + product[0]!) >>> 0,
    (product[3]! * 0x1_0000 + product[2]!) >>> 0,
  ];
}
