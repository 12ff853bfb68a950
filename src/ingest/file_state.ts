/**
 * Whether a file is still the one that was read: what is filled later would otherwise come from another recording. A
 * trace that is being written may grow meanwhile.
 * @module
 */

import { readAt } from "./read_at.ts";

/** Bytes at the end that must stay when a file grows. */
const TAIL_BYTES = 1024;

/** What a file was like when it was opened. */
export interface FileState {
  readonly inode: string;
  readonly size: number;
  readonly modified: number;
  /** Its last bytes. */
  readonly tail: Uint8Array;
}

/** Describes an open file, to `end` where only so much of it was read; leaves it at its first byte. */
export async function fileState(file: Deno.FsFile, end = Infinity): Promise<FileState> {
  const { dev, ino, size: length, mtime } = await file.stat();
  const size = Math.min(length, end);
  const from = Math.max(0, size - TAIL_BYTES);
  return {
    inode: `${dev} ${ino}`,
    size,
    // A date that no calendar has is not a number.
    modified: mtime?.getTime() || 0,
    tail: bytesAt(file, from, size),
  };
}

/** True when everything that was in the file is in it still. */
export async function stillHas(file: Deno.FsFile, before: FileState): Promise<boolean> {
  const now = await fileState(file);
  if (now.inode !== before.inode || now.size < before.size) return false;
  if (now.size === before.size) return now.modified === before.modified;
  return hasTail(file, before);
}

/** Whether the last bytes that a file had are in it where they were; leaves it at its first byte. */
export function hasTail(file: Deno.FsFile, { size, tail }: FileState): boolean {
  const now = bytesAt(file, size - tail.length, size);
  return now.length === tail.length && now.every((byte, at) => byte === tail[at]);
}

function bytesAt(file: Deno.FsFile, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  const length = readAt(file, from, bytes);
  file.seekSync(0, Deno.SeekMode.Start);
  return bytes.subarray(0, length);
}
