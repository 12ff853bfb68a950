/**
 * An index as a file of blocks.
 * @module
 */

import { crc32 } from "node:zlib";
import { InputError } from "../base/errors.ts";
import { readAt } from "../ingest/read_at.ts";
import { removeIndex } from "./index_folder.ts";
import { TRAILER_BYTES } from "./layout.ts";
import type { IndexFile } from "./restore.ts";

/** A block of an index is not what was saved. The index is removed: the next start reads the trace. */
export class DamagedIndexError extends InputError {
  /** Removes the index at the path. */
  constructor(path: string) {
    removeIndex(path);
    super(
      `Cannot read the saved index "${path}": it is damaged and was removed, open the trace again`,
      path,
      "failed",
    );
  }
}

/** An index that can be closed. */
export interface OpenIndexFile extends IndexFile {
  /** From now on `rebuild` makes the index anew when a part of it is damaged; it is asked once. */
  repairWith(rebuild: () => boolean): void;
  /** Closes the file. */
  close(): void;
}

/** The last bytes, which sum up where everything is. */
function endOf(file: Deno.FsFile, size: number): Uint8Array {
  const bytes = new Uint8Array(TRAILER_BYTES);
  readAt(file, Math.max(0, size - TRAILER_BYTES), bytes);
  return bytes;
}

/** Opens an index; undefined where there is none. */
export function openIndexFile(path: string): OpenIndexFile | undefined {
  let file: Deno.FsFile;
  let size: number;
  try {
    file = Deno.openSync(path);
    ({ size } = file.statSync());
  } catch {
    return undefined;
  }
  let open = true;
  let rebuild: (() => boolean) | undefined;
  const end = endOf(file, size);
  const isRead = (offset: number, into: Uint8Array, checksum: number | undefined): boolean =>
    readAt(file, offset, into) === into.length && (checksum === undefined || crc32(into) === checksum);
  /** The same index in a new file: what was said of blocks holds for those in it. */
  const repaired = (): boolean => {
    const again = rebuild;
    rebuild = undefined;
    if (!again?.()) return false;
    let other: Deno.FsFile;
    try {
      other = Deno.openSync(path);
    } catch {
      return false;
    }
    file.close();
    file = other;
    return file.statSync().size === size && endOf(file, size).every((byte, at) => byte === end[at]);
  };
  return {
    size,
    read(offset, into, checksum) {
      if (isRead(offset, into, checksum)) return;
      if (!repaired() || !isRead(offset, into, checksum)) throw new DamagedIndexError(path);
    },
    repairWith(work) {
      rebuild = work;
    },
    close() {
      if (open) file.close();
      open = false;
    },
  };
}
