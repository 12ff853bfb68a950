/**
 * Identifies the file of an index: a file is the same if its size, times, inode and samples of its bytes are unchanged.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { mayRead } from "../ingest/permission.ts";
import { readAt } from "../ingest/read_at.ts";

const SAMPLES = 16;
const SAMPLE_BYTES = 4096;

/** The identity of a file. */
export interface FileIdentity {
  /** Path of the file, with symbolic links resolved. */
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  /** Time of the last status change in seconds: unlike `modified`, tools cannot set it back. */
  readonly changed: number;
  readonly inode: string;
  /** Checksum of its first and last bytes, and of samples in between. */
  readonly samples: number;
}

/** Identifies a file; undefined if it is not a regular file or cannot be read. */
export function identityOf(path: string): FileIdentity | undefined {
  if (!mayRead(path)) return undefined;
  try {
    const real = Deno.realPathSync(path);
    using file = Deno.openSync(real);
    const { isFile, size, mtime, ctime, ino } = file.statSync();
    if (!isFile) return undefined;
    const bytes = new Uint8Array(SAMPLE_BYTES);
    let samples = 0;
    for (let at = 0; at < SAMPLES; at++) {
      const last = Math.max(0, size - SAMPLE_BYTES);
      const count = readAt(file, Math.floor((last * at) / (SAMPLES - 1)), bytes);
      samples = crc32(bytes.subarray(0, count), samples);
    }
    // The result for an invalid date is NaN.
    const [modified, changed] = [mtime, ctime].map((time) => time?.getTime() || 0) as [number, number];
    return { path: real, size, modified, changed, inode: String(ino), samples };
  } catch {
    return undefined;
  }
}

/** Whether two identities describe the same bytes of the same file. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.path === other.path && one.size === other.size && one.modified === other.modified &&
    one.changed === other.changed && one.inode === other.inode && one.samples === other.samples;
}

/** Whether the path still leads to the file that was opened, which is identified by device and inode. */
export function isOpenFile({ inode }: FileIdentity, opened: string): boolean {
  return inode === String(null) || opened.endsWith(` ${inode}`);
}
