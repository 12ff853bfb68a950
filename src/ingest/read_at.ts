/**
 * Reads bytes at an offset of an open file.
 * @module
 */

/** Fills `into` with the bytes at an offset; returns their number, which is lower at the end of the file. */
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
