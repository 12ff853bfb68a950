/**
 * Finds a short ASCII text in bytes, by Horspool's algorithm: after a mismatch, the byte under the last
 * character of the text determines how far the search moves on.
 * @module
 */

/** Maximum length of the text to find: the time grows with its length if both texts consist of one letter. */
const LONGEST = 64;

/** The offset of the first occurrence in `bytes[start..end)`; -1 if there is none. */
type FindBytes = (bytes: Uint8Array, start: number, end: number) => number;

/**
 * A search for one text; undefined for one that is empty, long, or not of ASCII.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode("src/alloc.c");
 * assertEquals(byteFinder("alloc")!(bytes, 0, bytes.length), 4);
 * ```
 */
export function byteFinder(wanted: string): FindBytes | undefined {
  const bytes = asciiBytes(wanted);
  if (!bytes || bytes.length === 0 || bytes.length > LONGEST) return undefined;
  const last = bytes.length - 1, final = bytes[last]!;
  const steps = new Uint8Array(256).fill(bytes.length);
  for (let at = 0; at < last; at++) steps[bytes[at]!] = last - at;
  return (text, start, end) => {
    for (let at = start + last; at < end; at += steps[text[at]!]!) {
      if (text[at] !== final) continue;
      let same = last - 1;
      while (same >= 0 && text[at - last + same] === bytes[same]) same--;
      if (same < 0) return at - last;
    }
    return -1;
  };
}

/** The bytes of an ASCII text; undefined for any other text. */
export function asciiBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return undefined;
    bytes[at] = unit;
  }
  return bytes;
}
