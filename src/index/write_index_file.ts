/**
 * Writes the index of a loaded file to the folder of indexes.
 * @module
 */

import { InputError } from "../base/errors.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { FileSums } from "../ingest/region_sums.ts";
import { ArenaFullError } from "../memory/arena.ts";
import { OutputError } from "../output/output_error.ts";
import { PlainBlocks } from "./block_target.ts";
import type { EarlyIndex } from "./early_index.ts";
import type { FileIdentity } from "./file_identity.ts";
import { evictIndexes, removeIndex } from "./index_folder.ts";
import { openIndexOutput } from "./index_output.ts";
import { saveIndex } from "./save.ts";

/** Where an index is written, and for which file. */
interface IndexPlace {
  readonly folder: string;
  readonly place: string;
  readonly file: FileIdentity;
  /** The options that the file was read with. */
  readonly how: string;
  readonly sums: FileSums | undefined;
  /** Whether the user requested the index explicitly. */
  readonly asked: boolean;
  /** The part written while the file was read. */
  readonly early?: EarlyIndex | undefined;
}

/**
 * Writes the index of a file that satisfies `canSave`. If that fails, the program continues without the
 * index.
 */
export async function writeIndexFile(
  loaded: LoadedFile,
  index: IndexPlace,
): Promise<{ readonly bytes?: number; readonly noRoom?: string }> {
  const { folder, place, file, how, sums, asked, early } = index;
  try {
    const begun = await early?.begun();
    removeIndex(place);
    const expected = loaded.traces.reduce((sum, { columnBytes }) => sum + columnBytes, 0);
    const output = begun?.output ?? await openIndexOutput(folder, place, asked);
    const discard = (): unknown => begun ? early!.discard() : output.discard();
    try {
      const noRoom = evictIndexes(folder, expected, asked, begun?.blocks.offset);
      if (noRoom !== undefined) {
        await discard();
        return { noRoom };
      }
      const blocks = begun?.blocks ?? new PlainBlocks((piece) => output.write(piece));
      await saveIndex(loaded, { file, options: how, sums }, blocks);
      await output.finish();
    } catch (error) {
      await discard();
      throw error;
    }
    return { bytes: Deno.statSync(place).size };
  } catch (error) {
    if (isExpected(error)) return {};
    throw error;
  }
}

/** Whether the error is expected: a full disk, a folder that is not writable, memory that is full. */
export function isExpected(error: unknown): boolean {
  if (Object.values(Deno.errors).some((kind) => error instanceof kind)) return true;
  return error instanceof OutputError || error instanceof InputError || error instanceof ArenaFullError;
}
