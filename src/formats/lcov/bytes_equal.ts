/**
 * Compares bytes with a known word.
 * @module
 */

/** Whether the bytes from `from` to `to` are `word`, after setting `bits` in each of them. */
export function bytesEqual(word: Uint8Array, bytes: Uint8Array, from: number, to: number, bits = 0): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) if (word[at] !== (bytes[from + at]! | bits)) return false;
  return true;
}
