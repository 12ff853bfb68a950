/**
 * Contexts of literals, from the two bytes before them: RFC 7932, section 7.1.
 * @module
 */

/** Classes of the last byte in text mode: letters, digits, punctuation. */
// deno-fmt-ignore
const LAST_IN_TEXT = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  8, 12, 16, 12, 12, 20, 12, 16, 24, 28, 12, 12, 32, 12, 36, 12, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 32, 32, 24, 40,
  28, 12, 12, 48, 52, 52, 52, 48, 52, 52, 52, 48, 52, 52, 52, 52, 52, 48, 52, 52, 52, 52, 52, 48, 52, 52, 52, 52, 52, 24,
  12, 28, 12, 12, 12, 56, 60, 60, 60, 56, 60, 60, 60, 56, 60, 60, 60, 60, 60, 56, 60, 60, 60, 60, 60, 56, 60, 60, 60, 60,
  60, 24, 12, 28, 12, 0,
];

/** The context of a non-ASCII byte, which may begin or continue a character. */
function lastInText(byte: number): number {
  return LAST_IN_TEXT[byte] ?? (byte < 192 ? byte & 1 : 2 + (byte & 1));
}

/** The contribution of the byte before the last one, in text mode. */
function beforeInText(byte: number): number {
  if (byte <= 32 || byte === 127) return 0;
  if (byte >= 128) return byte < 224 ? 0 : 2;
  const letter = String.fromCharCode(byte);
  return /[a-z]/.test(letter) ? 3 : /[A-Z0-9]/.test(letter) ? 2 : 1;
}

/** The magnitude of a byte as a signed number. */
function magnitude(byte: number): number {
  const bounds = [1, 16, 64, 128, 192, 240, 255];
  return bounds.filter((bound) => byte >= bound).length;
}

/**
 * The lookup table of one context mode: 256 entries for the last byte, then 256 for the byte before it. The
 * context id is the sum of one entry of each half.
 */
function tableOf(last: (byte: number) => number, before: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 512 }, (_, at) => at < 256 ? last(at) : before(at - 256));
}

/** The tables of the modes: low bits, high bits, text, numbers. */
export const CONTEXTS: readonly Uint8Array[] = [
  tableOf((byte) => byte & 63, () => 0),
  tableOf((byte) => byte >> 2, () => 0),
  tableOf(lastInText, beforeInText),
  tableOf((byte) => magnitude(byte) << 3, magnitude),
];
