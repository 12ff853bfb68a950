/**
 * Writes files that only their owner can read, while another process may be reading or writing them.
 * @module
 */

/** Rewrites a file: a reader sees either all of the new file or the old one. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const own = `${path}.${Deno.pid}`;
  try {
    Deno.writeFileSync(own, bytes, { mode: 0o600, createNew: true });
    Deno.renameSync(own, path);
  } catch (error) {
    try {
      Deno.removeSync(own);
    } catch {
      // Report the first error.
    }
    throw error;
  }
}
