/**
 * Bytes of a place in an open file.
 * @module
 */

/** Fills `into` with what lies at an offset; how many bytes there were before the file ended. */
export function readAt(file: Deno.FsFile, offset: number, into: Uint8Array): number {
  file.seekSync(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < into.length) {
    const count = file.readSync(into.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return filled;
}
