/**
 * Reads files whose names come from a trace or from another program. Only regular files are read, and opening
 * never blocks.
 *
 * Opening a named pipe waits for a writer, and a device never ends. Checking the kind before opening is not
 * enough, since the file may be replaced in between.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";

/** Bytes to read at once. */
const PIECE_BYTES = 1 << 20;

/** The error for a path that is not a regular file, or for a file that is too long. */
export class NotPlainError extends Error {
  /** The name of the class. */
  override readonly name: string = "NotPlainError";
}

/** The bytes of a regular file with at most `most` bytes. Throws `NotPlainError`, and errors of the system. */
export function readPlainFile(path: string, most: number = FILE_LIMITS.text.most): Uint8Array<ArrayBuffer> {
  const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule("node:fs");
  // Windows has neither this flag nor named pipes in its file system.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new NotPlainError("it is not a regular file");
    if (stat.size > most) throw new NotPlainError(`it is longer than ${most >> 20} MB`);
    let bytes = new Uint8Array(stat.size + 1);
    let length = 0;
    while (true) {
      // Files provided by the kernel have size 0 but do have content.
      if (length === bytes.length) {
        const longer = new Uint8Array(Math.min(most + 1, length + PIECE_BYTES));
        longer.set(bytes);
        bytes = longer;
      }
      const count = readSync(file, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
      if (length > most) throw new NotPlainError(`it is longer than ${most >> 20} MB`);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
