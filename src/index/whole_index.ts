/**
 * An index that replaces its trace: nothing is read from the trace again.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";
import { PlainBlocks } from "./block_target.ts";
import type { FileIdentity } from "./file_identity.ts";
import { canSave, saveIndex } from "./save.ts";

/** Identity for an index that belongs to no file. */
const NO_FILE: FileIdentity = { path: "", size: 0, modified: 0, changed: 0, inode: "", samples: 0 };

/**
 * Whether an index contains everything about a trace, which is true if its format reads nothing from the file
 * on demand.
 */
export function isContainedInIndex({ header }: Pick<Trace, "header">): boolean {
  return formatNamed(header.format)?.readsAgain === undefined;
}

/** Whether the index of a file would contain all of its data. */
export function hasCompleteIndex(loaded: LoadedFile): boolean {
  return loaded.traces.every(isContainedInIndex) && canSave(loaded);
}

/**
 * Writes the index of a file that satisfies `hasCompleteIndex`. Buffers may be reused after the promise has
 * resolved.
 */
export async function writeCompleteIndex(
  loaded: LoadedFile,
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const target = new PlainBlocks((piece) => write(piece as Uint8Array<ArrayBuffer>));
  await saveIndex(loaded, { file: NO_FILE, options: "", sums: undefined }, target);
}
