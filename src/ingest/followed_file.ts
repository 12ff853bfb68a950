/**
 * How far a file can be read that is being written: a line that has no end yet, and room that its writer has taken in
 * advance, are left for later.
 * @module
 */

import type { Grows } from "../formats/format.ts";
import { type FileState, fileState } from "./file_state.ts";
import { readAt } from "./read_at.ts";

const PIECE_BYTES = 1 << 16;
const NEWLINE = 10;

/** What a file has so far, to the end of what can be read of it. `growsOf` is asked with its first `headBytes`. */
export async function followedState(
  path: string,
  growsOf: (head: Uint8Array) => Grows | undefined,
  headBytes: number,
): Promise<FileState> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const head = new Uint8Array(headBytes);
  const grows = growsOf(head.subarray(0, readAt(file, 0, head)));
  return await fileState(file, contentEnd(file, size, grows));
}

/** Where the last line, or the last byte that is content, ends. */
function contentEnd(file: Deno.FsFile, size: number, grows: Grows | undefined): number {
  if (!grows || (grows.unit === "records" && !grows.padded)) return size;
  const { unit } = grows;
  const isLast = (byte: number): boolean => unit === "lines" ? byte === NEWLINE : byte !== 0;
  const piece = new Uint8Array(PIECE_BYTES);
  for (let to = size; to > 0; to -= PIECE_BYTES) {
    const from = Math.max(0, to - PIECE_BYTES);
    const at = piece.subarray(0, readAt(file, from, piece.subarray(0, to - from))).findLastIndex(isLast);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}
