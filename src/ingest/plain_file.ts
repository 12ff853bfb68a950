/**
 * Reads files that somebody else names: nothing but plain files, and opening one waits for nobody.
 *
 * A pipe with a name waits for a writer when it is opened, and a device never ends. Looking first and opening then is
 * not enough, since another may come to be there in between.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 20;

/** Why a file is not read: it is something else, or too long. */
export class NotPlainError extends Error {
  /** Tells this error from others. */
  override readonly name: string = "NotPlainError";
}

/** The bytes of a plain file of at most so many. Throws `NotPlainError`, and what the system says. */
export function readPlainFile(path: string, most: number = FILE_LIMITS.text.most): Uint8Array<ArrayBuffer> {
  const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule("node:fs");
  // Windows has no such flag, and no pipes among its files.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new NotPlainError("it is not a regular file");
    if (stat.size > most) throw new NotPlainError(`it is longer than ${most >> 20} MB`);
    let bytes = new Uint8Array(stat.size + 1);
    let length = 0;
    while (true) {
      // Files of the system say that they are empty, and are not.
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
