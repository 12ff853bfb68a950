/**
 * The file for blocks that spill from memory to disk. It is removed as soon as it is open, so that nothing is
 * left however the program ends.
 * @module
 */

import type { BlockFile } from "../memory/block_file.ts";
import { ALIGNMENT, FreeSpace } from "../memory/free_space.ts";
import { isAllowed, mayStoreIn } from "./permission.ts";
import { readAt } from "./read_at.ts";

/**
 * Creates a file in the first of some folders that is writable, or else in the temporary folder of the system
 * (which may be in memory); undefined if no folder is writable.
 */
export function openSpillFile(folders: readonly string[]): BlockFile | undefined {
  for (const folder of folders) {
    if (!mayStoreIn(folder)) continue;
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      return new SpillFile(Deno.makeTempFileSync({ dir: folder, prefix: PREFIX }));
    } catch {
      // Try the next folder.
    }
  }
  if (!isAllowed({ name: "write" })) return undefined;
  try {
    return new SpillFile(Deno.makeTempFileSync({ prefix: PREFIX }));
  } catch {
    return undefined;
  }
}

/** The prefix of the name, which is visible only on systems where an open file cannot be removed. */
const PREFIX = ".quarry-blocks-";

/** Offsets of blocks are multiples of this; `FreeSpace` counts in these units. */
const PLACE_BYTES = 4096;

class SpillFile implements BlockFile {
  readonly #file: Deno.FsFile;
  #space = new FreeSpace(0);

  constructor(path: string) {
    this.#file = Deno.openSync(path, { read: true, write: true });
    try {
      Deno.removeSync(path);
    } catch {
      // The file remains until a user removes it.
    }
  }

  append(bytes: Uint8Array): number {
    const place = this.#space.take(Math.ceil(bytes.length / PLACE_BYTES) * ALIGNMENT, Infinity)!;
    const offset = place / ALIGNMENT * PLACE_BYTES;
    try {
      this.#file.seekSync(offset, Deno.SeekMode.Start);
      for (let done = 0; done < bytes.length;) {
        const count = this.#file.writeSync(bytes.subarray(done));
        if (count === 0) throw new Error("Cannot write blocks: the file accepts no more bytes");
        done += count;
      }
    } catch (error) {
      this.#space.give(place);
      throw error;
    }
    return offset;
  }

  give(offset: number): void {
    this.#space.give(offset / PLACE_BYTES * ALIGNMENT);
  }

  read(offset: number, into: Uint8Array): void {
    if (readAt(this.#file, offset, into) < into.length) {
      throw new Error("Cannot read blocks: their file is now shorter");
    }
  }

  clear(): void {
    this.#space = new FreeSpace(0);
    this.#file.truncateSync(0);
  }
}
