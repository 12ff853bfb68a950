/**
 * An index as a file of blocks.
 * @module
 */

import { crc32 } from "node:zlib";
import { InputError } from "../base/errors.ts";
import { readAt } from "../ingest/read_at.ts";
import { removeIndex } from "./index_folder.ts";
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
  /** Closes the file. */
  close(): void;
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
  return {
    size,
    read(offset, into, checksum) {
      const isWhole = readAt(file, offset, into) === into.length;
      if (!isWhole || (checksum !== undefined && crc32(into) !== checksum)) throw new DamagedIndexError(path);
    },
    close() {
      if (open) file.close();
      open = false;
    },
  };
}
