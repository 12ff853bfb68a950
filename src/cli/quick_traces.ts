/**
 * Traces that are open before anybody has read a message.
 * @module
 */

/** Traces of this many bytes together load in a second or less. */
const QUICK_BYTES = 64 * 2 ** 20;

/** Whether files load so quickly that an error in a query may wait for them. */
export function opensQuickly(paths: readonly string[]): boolean {
  let bytes = 0;
  for (const path of paths) {
    try {
      const { isFile, size } = Deno.statSync(path);
      if (!isFile) return false;
      bytes += size;
    } catch {
      return false; // it is not there, or not ours to see
    }
  }
  return bytes <= QUICK_BYTES;
}
