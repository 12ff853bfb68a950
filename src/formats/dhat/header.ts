/**
 * How a profile of DHAT begins.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "dhat";

/** The key that says so; both recorders write it first. */
export const VERSION_KEY = "dhatFileVersion";

/** Versions that are read. */
export const VERSIONS: readonly number[] = [1, 2];

/** Whether a stream that begins so is an object of JSON with that key near its beginning. */
export function looksLikeDhat(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(head);
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(text) && new RegExp(`"${VERSION_KEY}"\\s*:`).test(text);
}
