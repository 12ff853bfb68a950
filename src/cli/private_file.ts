/**
 * Files for their owner alone, which another process may read or write at the same time.
 * @module
 */

/** Rewrites a file: a reader sees either all of the new file or the old one. */
export function writePrivately(path: string, bytes: Uint8Array): void {
  const own = `${path}.${Deno.pid}`;
  try {
    Deno.writeFileSync(own, bytes, { mode: 0o600, createNew: true });
    Deno.renameSync(own, path);
  } catch (error) {
    try {
      Deno.removeSync(own);
    } catch {
      // What went wrong first is what is said.
    }
    throw error;
  }
}
