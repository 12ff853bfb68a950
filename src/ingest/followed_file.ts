/**
 * Determines how far a file that is being written can be read: an incomplete last line, and space that the
 * writer has reserved, are left for later.
 * @module
 */

import type { GrowthFacts } from "../formats/format.ts";
import { type FileState, fileState } from "./file_state.ts";
import { readAt } from "./read_at.ts";

const PIECE_BYTES = 1 << 16;
/** Buffer for searches; shared, because every check of the file searches. */
const piece = new Uint8Array(PIECE_BYTES);
const NEWLINE = 10;

/** How far a file can be read at some time. */
export interface ReadableExtent {
  /** Its state up to the end of its readable content. */
  readonly state: FileState;
  /** Length of the file, including bytes that cannot be read yet. */
  readonly length: number;
  /** Whether an incomplete line follows the readable content. */
  readonly isCut: boolean;
}

/** Returns how far a file can be read now. `growthOf` receives its first `headBytes`. */
export async function readableExtent(
  path: string,
  growthOf: (head: Uint8Array) => GrowthFacts | undefined,
  headBytes: number,
): Promise<ReadableExtent> {
  using file = await Deno.open(path);
  const { size: length } = await file.stat();
  const head = new Uint8Array(headBytes);
  const grows = growthOf(head.subarray(0, readAt(file, 0, head)));
  const state = await fileState(file, contentEnd(file, length, grows));
  return { state, length, isCut: grows?.unit === "lines" && state.size < length };
}

/** Returns the end of the last complete line, or of the last non-zero byte. */
function contentEnd(file: Deno.FsFile, size: number, grows: GrowthFacts | undefined): number {
  if (!grows || (grows.unit === "records" && !grows.padded)) return size;
  const { unit } = grows;
  const isLast = (byte: number): boolean => unit === "lines" ? byte === NEWLINE : byte !== 0;
  for (let to = size; to > 0; to -= PIECE_BYTES) {
    const from = Math.max(0, to - PIECE_BYTES);
    const at = piece.subarray(0, readAt(file, from, piece.subarray(0, to - from))).findLastIndex(isLast);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}
