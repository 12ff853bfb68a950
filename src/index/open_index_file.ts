/**
 * An index as a source of blocks.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { InputError } from "../base/errors.ts";
import { readAt } from "../ingest/read_at.ts";
import { removeIndex } from "./index_folder.ts";
import { completeLength, type IndexFile, readIndexContents } from "./layout.ts";
import { movedBlocks } from "./moved_blocks.ts";

/**
 * A block of an index differs from what was saved. The index is removed, so the next start reads the trace.
 */
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

/** An open index file. */
export interface OpenIndexFile extends IndexFile {
  /** Calls `rebuild` once if data turns out to be damaged; it creates an index with these contents again. */
  repairWith(rebuild: () => boolean, contents: Uint8Array): void;
  /** Closes the file. */
  close(): void;
}

/** Opens an index; undefined if there is none. */
export function openIndexFile(path: string): OpenIndexFile | undefined {
  const first = openRegularFile(path);
  if (!first) return undefined;
  let file = first;
  const { size } = completeIndexIn(file);
  let open = true;
  let rebuild: (() => Map<number, number> | undefined) | undefined;
  /** New positions of the blocks, if they have moved. */
  let moved: Map<number, number> | undefined;
  const isRead = (offset: number, into: Uint8Array, checksum: number | undefined): boolean =>
    readAt(file, moved?.get(offset) ?? offset, into) === into.length &&
    (checksum === undefined || crc32(into) === checksum);
  /** Switches to the rebuilt file; known facts about blocks apply to it as well. */
  const repaired = (): boolean => {
    const again = rebuild;
    rebuild = undefined;
    moved = again?.();
    return moved !== undefined;
  };
  const takeOther = (contents: Uint8Array): Map<number, number> | undefined => {
    const other = openRegularFile(path);
    if (!other) return undefined;
    const now = readIndexContents(completeIndexIn(other));
    const found = now && movedBlocks(contents, now);
    (found ? file : other).close();
    if (found) file = other;
    return found;
  };
  return {
    size,
    read(offset, into, checksum) {
      if (isRead(offset, into, checksum)) return;
      if (!repaired() || !isRead(offset, into, checksum)) throw new DamagedIndexError(path);
    },
    repairWith(work, contents) {
      rebuild = () => work() ? takeOther(contents) : undefined;
    },
    close() {
      if (open) file.close();
      open = false;
    },
  };
}

/** The complete index in an open file, whose blocks are not checked. */
function completeIndexIn(file: Deno.FsFile): IndexFile {
  const read = (offset: number, into: Uint8Array): void => void readAt(file, offset, into);
  return { size: completeLength({ size: file.statSync().size, read }), read };
}

/** Opens a file; undefined if it is not there, or is another kind of entry. */
export function openRegularFile(path: string, write = false): Deno.FsFile | undefined {
  try {
    // If a pipe had replaced the file, opening it would block.
    return Deno.statSync(path).isFile ? Deno.openSync(path, { read: true, write }) : undefined;
  } catch {
    return undefined;
  }
}
