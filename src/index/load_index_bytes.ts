/**
 * Loads traces from an index in memory, which has neither a trace nor a file.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { InputError } from "../base/errors.ts";
import { formatNamed } from "../formats/registry.ts";
import type { LoadedFile } from "../ingest/load.ts";
import { ArenaFullError } from "../memory/arena.ts";
import { closePools, type Pools, withOwnPools } from "../tables/pools.ts";
import { type IndexFile, readIndexContents } from "./layout.ts";
import { openIndex } from "./restore.ts";

/**
 * The traces of an index, under a name. Blocks are copied from `bytes` when they are needed. Throws
 * `InputError` if the index is damaged or cannot be read by this version.
 */
export async function loadIndexBytes(bytes: Uint8Array, pools: Pools, name: string): Promise<LoadedFile> {
  const start = performance.now();
  try {
    const file = fileOf(bytes, name);
    const contents = readIndexContents(file);
    if (!contents) throw unusable(name);
    const { saved, restore } = openIndex(file, contents);
    if (saved.traces.some(({ header }) => formatNamed(header.format)?.readerVersion !== saved.reader)) {
      throw unusable(name);
    }
    return await withOwnPools(`trace ${name}`, pools, async (own) => {
      const traces = await restore(name, own);
      const { containers, bytes, points } = saved;
      const seconds = Math.round((performance.now() - start) * 1000) / 1e6;
      return { traces, containers, bytes, points, seconds, close: () => closePools(own) };
    });
  } catch (error) {
    if (error instanceof ArenaFullError || error instanceof InputError) throw error;
    throw unusable(name);
  }
}

/** Presents bytes as an index file. A damaged block cannot be recovered, since the trace is not available. */
function fileOf(bytes: Uint8Array, name: string): IndexFile {
  return {
    size: bytes.length,
    read(offset, into, checksum) {
      const found = bytes.subarray(offset, offset + into.length);
      if (found.length < into.length || (checksum !== undefined && crc32(found) !== checksum)) {
        throw new InputError(`Cannot read "${name}": its saved index is damaged`, name, "failed");
      }
      into.set(found);
    },
  };
}

function unusable(name: string): InputError {
  return new InputError(
    `Cannot open "${name}": its saved index is damaged, or from another version of Quarry`,
    name,
    "failed",
  );
}
