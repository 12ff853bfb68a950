/** Loaded files as read back from a saved index. */

import { crc32 } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { PlainBlocks } from "../../src/index/block_target.ts";
import { type IndexFile, readIndexContents } from "../../src/index/layout.ts";
import { openIndex } from "../../src/index/restore.ts";
import { canSave, saveIndex } from "../../src/index/save.ts";
import type { LoadedFile, LoadOptions } from "../../src/ingest/load.ts";
import { closePools, type Pools, poolsFor } from "../../src/tables/pools.ts";

/** The identity of the file in an index, for tests where it does not matter. */
export const NO_FILE = { path: "/t", size: 0, modified: 0, changed: 0, inode: "1", samples: 0 } as const;

/** An index in memory. */
export function indexFileOf(bytes: Uint8Array): IndexFile {
  return {
    size: bytes.length,
    read(offset, into, checksum) {
      if (offset + into.length > bytes.length) throw new RangeError("Cannot read behind the end");
      into.set(bytes.subarray(offset, offset + into.length));
      if (checksum !== undefined && crc32(into) !== checksum) throw new RangeError("Wrong checksum");
    },
  };
}

/** The index of a file; undefined if it cannot be saved. */
export async function indexOf(file: LoadedFile): Promise<Uint8Array | undefined> {
  if (!canSave(file)) return undefined;
  const pieces: Uint8Array[] = [];
  const target = new PlainBlocks((piece) => {
    pieces.push(piece.slice());
    return Promise.resolve();
  });
  await saveIndex(file, { file: NO_FILE, options: "", sums: undefined }, target);
  return joinBytes(pieces);
}

/** Adds texts and stacks to the session, so that those of the index get other numbers. */
export function takeNumbers({ strings, stacks }: Pools): void {
  const func = strings.internText("some text of another trace");
  for (let at = 0; at < 3; at++) strings.internText(`another text ${at}`);
  const frame = stacks.frame({
    ...{ addrLow: 1, addrHigh: 0, hasAddr: true, func, module: 0, file: 0, line: 0 },
    ...{ offsetLow: 0, offsetHigh: 0, hasOffset: false },
  });
  stacks.stack(Uint32Array.of(frame, frame), 0, 2);
}

/** Options of a round trip through an index. */
interface ThroughOptions {
  /** Whether its texts and stacks get other numbers. */
  readonly renumbered?: boolean;
  readonly name?: string;
  /** Opens the file again, for data that is read on demand. */
  readonly reopen?: LoadOptions["reopen"] | undefined;
}

/**
 * Reads a file back from its index, after closing the first one: with the same numbers of texts, or with others. A file
 * that cannot be saved is returned unchanged.
 */
export async function throughIndex(
  file: LoadedFile,
  pools: Pools,
  { renumbered = false, name = "t", reopen }: ThroughOptions = {},
): Promise<LoadedFile> {
  const bytes = await indexOf(file);
  if (!bytes) return file;
  const other = poolsFor("other", pools);
  if (renumbered) {
    // The numbers are reused in another order.
    file.close();
    takeNumbers(other);
  }
  const index = indexFileOf(bytes);
  const { saved, restore } = openIndex(index, readIndexContents(index)!);
  const own = poolsFor("restored", pools);
  const traces = await restore(name, own, { reopen });
  if (!renumbered) file.close();
  return {
    traces,
    containers: saved.containers,
    bytes: saved.bytes,
    points: saved.points,
    seconds: 0,
    close() {
      closePools(own);
      closePools(other);
    },
  };
}
