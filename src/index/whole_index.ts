/**
 * An index that stands for its trace where there is no file: nothing of the trace is read again.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";
import { PlainBlocks } from "./block_target.ts";
import type { FileIdentity } from "./file_identity.ts";
import { canSave, saveIndex } from "./save.ts";

/** The index belongs to no file. */
const NO_FILE: FileIdentity = { path: "", size: 0, modified: 0, changed: 0, inode: "", samples: 0 };

/** Whether everything about a trace is in its index: its format reads nothing from the file on demand. */
export function isHeldByIndex({ header }: Pick<Trace, "header">): boolean {
  return formatNamed(header.format)?.readsAgain === undefined;
}

/** Whether a file has an index that holds all of it. */
export function hasWholeIndex(loaded: LoadedFile): boolean {
  return loaded.traces.every(isHeldByIndex) && canSave(loaded);
}

/** Writes the index of a file that passes `hasWholeIndex`; bytes are used again when the promise resolves. */
export async function writeWholeIndex(
  loaded: LoadedFile,
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const target = new PlainBlocks((piece) => write(piece as Uint8Array<ArrayBuffer>));
  await saveIndex(loaded, { file: NO_FILE, options: "", sums: undefined }, target);
}
