/**
 * Whether a file is still the one that was read: what is filled later would otherwise come from another recording. A
 * trace that is being written may grow meanwhile.
 * @module
 */

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

/** Describes an open file; leaves it at its first byte. */
export async function fileState(file: Deno.FsFile): Promise<FileState> {
  const { dev, ino, size, mtime } = await file.stat();
  const from = Math.max(0, size - TAIL_BYTES);
  return {
    inode: `${dev} ${ino}`,
    size,
    // A date that no calendar has is not a number.
    modified: mtime?.getTime() || 0,
    tail: await readAt(file, from, size),
  };
}

/** True when everything that was in the file is in it still. */
export async function stillHas(file: Deno.FsFile, before: FileState): Promise<boolean> {
  const now = await fileState(file);
  if (now.inode !== before.inode || now.size < before.size) return false;
  if (now.size === before.size) return now.modified === before.modified;
  const tail = await readAt(file, before.size - before.tail.length, before.size);
  return tail.length === before.tail.length && tail.every((byte, at) => byte === before.tail[at]);
}

async function readAt(file: Deno.FsFile, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  let length = 0;
  if (length < bytes.length) {
    await file.seek(from, Deno.SeekMode.Start);
    while (length < bytes.length) {
      const count = await file.read(bytes.subarray(length));
      if (count === null) break;
      length += count;
    }
    await file.seek(0, Deno.SeekMode.Start);
  }
  return bytes.subarray(0, length);
}
