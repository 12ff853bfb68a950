/**
 * Checks whether a file is still the one that was read; otherwise, columns filled later would come from another trace.
 * A trace that is being written may grow.
 * @module
 */

import { readAt } from "./read_at.ts";

/** When a file grows, this many bytes at its old end must be unchanged. */
const TAIL_BYTES = 1024;

/** The state of a file when it was opened. */
export interface FileState {
  readonly inode: string;
  readonly size: number;
  readonly modified: number;
  /** The last bytes of the file. */
  readonly tail: Uint8Array;
}

/** Returns the state of an open file, or of its first `end` bytes if only these were read; rewinds the file. */
export async function fileState(file: Deno.FsFile, end = Infinity): Promise<FileState> {
  const { dev, ino, size: length, mtime } = await file.stat();
  const size = Math.min(length, end);
  const from = Math.max(0, size - TAIL_BYTES);
  return {
    inode: `${dev} ${ino}`,
    size,
    // The timestamp may be invalid, which gives NaN.
    modified: mtime?.getTime() || 0,
    tail: bytesAt(file, from, size),
  };
}

/** Returns whether the file still contains everything that it contained before. */
export async function stillHasContents(file: Deno.FsFile, before: FileState): Promise<boolean> {
  const now = await fileState(file);
  if (now.inode !== before.inode || now.size < before.size) return false;
  if (now.size === before.size) return now.modified === before.modified;
  return stillHasTail(file, before);
}

/** Returns whether the last bytes of the earlier state are still in place; rewinds the file. */
export function stillHasTail(file: Deno.FsFile, { size, tail }: FileState): boolean {
  const now = bytesAt(file, size - tail.length, size);
  return now.length === tail.length && now.every((byte, at) => byte === tail[at]);
}

function bytesAt(file: Deno.FsFile, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  const length = readAt(file, from, bytes);
  file.seekSync(0, Deno.SeekMode.Start);
  return bytes.subarray(0, length);
}
