/**
 * Loads a file, or takes its saved index instead; saves the index of what took long.
 * @module
 */

import { InputError } from "../base/errors.ts";
import type { FileSource, Input } from "../ingest/file_source.ts";
import { load, type LoadedFile, type LoadOptions } from "../ingest/load.ts";
import { mayKeepIn } from "../ingest/permission.ts";
import type { FileSums } from "../ingest/region_sums.ts";
import { ArenaFullError } from "../memory/arena.ts";
import { openOutput } from "../output/output.ts";
import { OutputError } from "../output/output_error.ts";
import { closePools, madeIn, type Pools } from "../tables/pools.ts";
import { type FileIdentity, identityOf, isSameFile } from "./file_identity.ts";
import { indexesIn, indexPath, makeRoomIn, noteUse, removeIndex } from "./index_folder.ts";
import { formatNamed } from "../formats/registry.ts";
import { type OpenIndexFile, openIndexFile } from "./open_index_file.ts";
import { indexSettings } from "./settings.ts";

/** What became of the index of a file. */
export interface IndexNews {
  /** The index of the file was saved. */
  saved?(path: string, bytes: number, isFirst: boolean): void;
  /** The index of the file was there. */
  used?(path: string, bytes: number): void;
  /** There was one that could not be used, and why. */
  unusable?(path: string, why: string): void;
}

/** How a file is loaded. */
export interface IndexedOptions extends LoadOptions {
  /** Hears what became of the index. */
  readonly news?: IndexNews;
  /** Whether names and lines come from other files, which the index knows nothing of. */
  readonly dependsOnOthers?: boolean;
  /** Saves the index, however long loading takes. */
  readonly always?: boolean;
}

/** The file, in memory of its own beside `pools`. Throws what `load` throws. */
export async function loadIndexed(
  { source, path }: Pick<Input, "source" | "path">,
  pools: Pools,
  options: IndexedOptions,
): Promise<LoadedFile> {
  const { folder, seconds } = indexSettings();
  const before =
    folder !== undefined && !options.dependsOnOthers && source.identity !== "" && mayKeepIn(folder)
      ? identityOf(path)
      : undefined;
  if (folder === undefined || !before) return await load(source, pools, options);
  const how = `${options.format ?? ""} ${options.fileOrder ? "file-order" : ""}`;
  const place = indexPath(folder, before.path, how);
  const found = await useIndex(place, { source, file: before, how }, pools, options);
  if (found) return found;
  const loaded = await load(source, pools, options);
  if (!options.always && loaded.seconds <= seconds) return loaded;
  // Most traces have no index: what one takes is loaded with the first.
  const { canSave } = await import("./save.ts");
  const now = identityOf(path);
  if (now && isSameFile(before, now) && canSave(loaded)) {
    await save(loaded, { folder, place, file: before, how, sums: source.sums, news: options.news });
  }
  return loaded;
}

/** The file out of its index; undefined when there is none, or it is not of this file. */
async function useIndex(
  place: string,
  { source, file, how }: { source: FileSource; file: FileIdentity; how: string },
  pools: Pools,
  { name, news, reopen }: IndexedOptions,
): Promise<LoadedFile | undefined> {
  const start = performance.now();
  const index = openIndexFile(place);
  if (!index) return undefined;
  const { openIndex, readContents } = await import("./restore.ts");
  const refuse = (why: string): undefined => {
    index.close();
    removeIndex(place);
    news?.unusable?.(place, why);
  };
  try {
    const contents = readContents(index);
    if (!contents) return refuse("it is damaged, or from another version of Quarry");
    const { saved, restore } = openIndex(index, contents);
    if (saved.options !== how || !isSameFile(saved.file, file)) return refuse("the trace has changed");
    if (saved.traces.some(({ header }) => formatNamed(header.format)?.readerVersion !== saved.reader)) {
      return refuse("it is from another version of Quarry");
    }
    return await madeIn(`trace ${name}`, pools, async (own) => {
      const traces = await restore(name, own, { reopen });
      // What is read from the file on demand must be what was read when the index was made.
      source.expect(saved.sums);
      noteUse(place);
      news?.used?.(place, index.size);
      const { containers, bytes, points } = saved;
      const seconds = Math.round((performance.now() - start) * 1000) / 1e6;
      return { traces, containers, bytes, points, seconds, close: () => closeBoth(own, index) };
    });
  } catch (error) {
    if (error instanceof ArenaFullError) {
      index.close();
      throw error;
    }
    return refuse(`it is damaged: ${error instanceof Error ? error.message : error}`);
  }
}

function closeBoth(pools: Pools, index: OpenIndexFile): void {
  closePools(pools);
  index.close();
}

interface SaveOptions {
  readonly folder: string;
  readonly place: string;
  readonly file: FileIdentity;
  readonly how: string;
  readonly sums: FileSums | undefined;
  readonly news: IndexNews | undefined;
}

/** An index that cannot be saved is no reason to stop. */
async function save(
  loaded: LoadedFile,
  { folder, place, file, how, sums, news }: SaveOptions,
): Promise<void> {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const isFirst = indexesIn(folder).length === 0;
    removeIndex(place);
    const expected = loaded.traces.reduce((sum, { columnBytes }) => sum + columnBytes, 0);
    if (!makeRoomIn(folder, expected)) return;
    const standard = (): Promise<void> => Promise.reject(new Error("An index has a name"));
    const output = await openOutput(place, { private: true, unsynced: true, standard });
    let bytes = 0;
    try {
      const { saveIndex } = await import("./save.ts");
      await saveIndex(loaded, { file, options: how, sums }, async (piece) => {
        bytes += piece.length;
        await output.write(piece);
      });
      await output.finish();
    } catch (error) {
      output.discard();
      throw error;
    }
    news?.saved?.(place, bytes, isFirst);
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** A full disk, a folder that is not writable, memory that is full. */
function isExpected(error: unknown): boolean {
  if (Object.values(Deno.errors).some((kind) => error instanceof kind)) return true;
  return error instanceof OutputError || error instanceof InputError || error instanceof ArenaFullError;
}
