/**
 * Formats numbers as mpatrol's tools do.
 * @module
 */

const NIBBLES = "0123456789ABCDEF";

/** An address from two halves: `0x` and as many upper-case digits as a machine word has. */
export function pointerText(low: number, high: number, wordBits: number): string {
  return wordBits === 64 ? "0x" + digits(high) + digits(low) : "0x" + digits(low);
}

/** Eight upper-case hexadecimal digits. */
function digits(value: number): string {
  let text = "";
  for (let shift = 28; shift >= 0; shift -= 4) text += NIBBLES[(value >>> shift) & 15];
  return text;
}

/** `1 byte`, `2 bytes`. */
export function bytesText(bytes: bigint): string {
  return bytes === 1n ? "1 byte" : `${bytes} bytes`;
}

/** The quotient rounded to the nearest integer, ties to even; 0 for a zero divisor. */
export function roundedQuotient(sum: bigint, count: bigint): bigint {
  if (count === 0n) return 0n;
  const whole = sum / count;
  const twice = (sum % count) * 2n;
  const up = twice > count || (twice === count && (whole & 1n) === 1n);
  return up ? whole + 1n : whole;
}

/** Bytes as a string with one character per byte, so that names are printed unchanged. */
export function latin1Text(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The bytes of a string with one character per byte. */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
