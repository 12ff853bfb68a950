/**
 * The file for blocks that leave memory. It has no name: it is removed as soon as it is open, so that nothing is left of
 * it, however the program ends.
 * @module
 */

import type { BlockFile } from "../memory/block_file.ts";
import { isAllowed, mayKeepIn } from "./permission.ts";
import { readAt } from "./read_at.ts";

/**
 * A new file in the first of some folders that can be written, else where the system keeps temporary files (which may be
 * memory); undefined where there is none.
 */
export function openSpillFile(folders: readonly string[]): BlockFile | undefined {
  for (const folder of folders) {
    if (!mayKeepIn(folder)) continue;
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      return new SpillFile(Deno.makeTempFileSync({ dir: folder, prefix: PREFIX }));
    } catch {
      // The next folder may do.
    }
  }
  if (!isAllowed({ name: "write" })) return undefined;
  try {
    return new SpillFile(Deno.makeTempFileSync({ prefix: PREFIX }));
  } catch {
    return undefined;
  }
}

/** Such a name is left only where an open file cannot be removed. */
const PREFIX = ".quarry-blocks-";

class SpillFile implements BlockFile {
  readonly #file: Deno.FsFile;
  #end = 0;

  constructor(path: string) {
    this.#file = Deno.openSync(path, { read: true, write: true });
    try {
      Deno.removeSync(path);
    } catch {
      // It stays until somebody cleans up.
    }
  }

  append(bytes: Uint8Array): number {
    const offset = this.#end;
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    for (let done = 0; done < bytes.length;) {
      const count = this.#file.writeSync(bytes.subarray(done));
      // What was written in part is written over by the next block.
      if (count === 0) throw new Error("Cannot write blocks: the file takes no more bytes");
      done += count;
    }
    this.#end += bytes.length;
    return offset;
  }

  read(offset: number, into: Uint8Array): void {
    if (readAt(this.#file, offset, into) < into.length) {
      throw new Error("Cannot read blocks: their file has become shorter");
    }
  }

  clear(): void {
    this.#end = 0;
    this.#file.truncateSync(0);
  }
}
