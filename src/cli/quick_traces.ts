/**
 * Finds out whether traces open quickly.
 * @module
 */

/** Traces with at most this many bytes in total load within a second. */
const QUICK_BYTES = 64 * 2 ** 20;

/** Whether files load so quickly that the report of a query error can wait for them. */
export function opensQuickly(paths: readonly string[]): boolean {
  let bytes = 0;
  for (const path of paths) {
    try {
      const { isFile, size } = Deno.statSync(path);
      if (!isFile) return false;
      bytes += size;
    } catch {
      return false; // the file does not exist or may not be read
    }
  }
  return bytes <= QUICK_BYTES;
}
