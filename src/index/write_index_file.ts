/**
 * The index of a loaded file, written to its place.
 * @module
 */

import { InputError } from "../base/errors.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { FileSums } from "../ingest/region_sums.ts";
import { ArenaFullError } from "../memory/arena.ts";
import { mayUseThreads } from "../memory/threads.ts";
import { openOutput } from "../output/output.ts";
import { OutputError } from "../output/output_error.ts";
import type { FileIdentity } from "./file_identity.ts";
import { makeRoomIn, removeIndex } from "./index_folder.ts";
import { saveIndex } from "./save.ts";

/** Where an index goes, and of what it is. */
interface IndexPlace {
  readonly folder: string;
  readonly place: string;
  readonly file: FileIdentity;
  /** How the file was read. */
  readonly how: string;
  readonly sums: FileSums | undefined;
  /** Whether somebody asked for it. */
  readonly asked: boolean;
}

/** The size of an index that was written, or why there was no room; neither where it could not be written. */
interface WrittenIndex {
  readonly bytes?: number;
  readonly noRoom?: string;
}

/** Writes the index of what `canSave`. One that cannot be written is no reason to stop. */
export async function writeIndexFile(loaded: LoadedFile, index: IndexPlace): Promise<WrittenIndex> {
  const { folder, place, file, how, sums, asked } = index;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeIndex(place);
    const expected = loaded.traces.reduce((sum, { columnBytes }) => sum + columnBytes, 0);
    const noRoom = makeRoomIn(folder, expected, asked);
    if (noRoom !== undefined) return { noRoom };
    const standard = (): Promise<void> => Promise.reject(new Error("An index has a name"));
    const threaded = mayUseThreads();
    const output = await openOutput(place, { private: true, unsynced: true, threaded, standard });
    let bytes = 0;
    try {
      await saveIndex(loaded, { file, options: how, sums }, async (piece) => {
        bytes += piece.length;
        await output.write(piece);
      });
      await output.finish();
    } catch (error) {
      output.discard();
      throw error;
    }
    return { bytes };
  } catch (error) {
    if (isExpected(error)) return {};
    throw error;
  }
}

/** A full disk, a folder that is not writable, memory that is full. */
function isExpected(error: unknown): boolean {
  if (Object.values(Deno.errors).some((kind) => error instanceof kind)) return true;
  return error instanceof OutputError || error instanceof InputError || error instanceof ArenaFullError;
}
