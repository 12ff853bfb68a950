/**
 * Loads a file from its saved index if there is one, or from the file itself; saves an index if loading took
 * long.
 * @module
 */

import type { FileSource, Input } from "../ingest/file_source.ts";
import { load, type LoadedFile } from "../ingest/load.ts";
import { mayStoreIn } from "../ingest/permission.ts";
import { ArenaFullError } from "../memory/arena.ts";
import { closePools, type Pools, withOwnPools } from "../tables/pools.ts";
import { EarlyIndex } from "./early_index.ts";
import { type FileIdentity, identityOf, isOpenFile, isSameFile } from "./file_identity.ts";
import { indexesIn, indexPath, removeIndex, touchIndex } from "./index_folder.ts";
import { formatNamed } from "../formats/registry.ts";
import { keepIndex } from "./followed_index.ts";
import { type OpenIndexFile, openIndexFile } from "./open_index_file.ts";
import type { IndexedOptions } from "./indexed_options.ts";
import { companionsKey, readOptionsKey } from "./read_options_key.ts";
import { indexSettings } from "./settings.ts";

/**
 * Separates the read options from the state of other files, which is written as JSON and so contains no
 * newline.
 */
const SEPARATOR = "\n";

/** For smaller files the index is written only after the whole file is read. */
const LEAST_BYTES = 1 << 22;

/**
 * Loads a file from its index, or else from itself, into its own memory within `pools`. Throws what `load`
 * throws.
 */
export async function loadIndexed(
  { source, path }: Pick<Input, "source" | "path">,
  pools: Pools,
  options: IndexedOptions,
): Promise<LoadedFile> {
  const { folder, seconds } = options.settings ?? indexSettings();
  const mayStore = folder !== undefined && source.identity !== "" && mayStoreIn(folder);
  if (mayStore && options.follows) {
    const file = await loadPlain(source, pools, options);
    return keepIndex(file, { folder, seconds, path }, options);
  }
  const before = mayStore ? identityOf(path) : undefined;
  // If another file has replaced the one that was opened, the opened one is loaded, and no index is used or
  // saved.
  if (folder === undefined || !before || !isOpenFile(before, source.identity)) {
    return await loadPlain(source, pools, options);
  }
  const place = indexPath(folder, before.path, readOptionsKey(options));
  if (options.others && !options.isNameless) {
    const { namesFile } = await import("./names_file.ts");
    options.others.remember(namesFile(place, { folder, seconds }));
  }
  const how = readOptionsKey(options) + companionsKey(path, options);
  const found = await useIndex(place, { source, folder, file: before, how }, pools, options);
  if (found) return found;
  if (options.isNameless) return await loadIndexed({ source, path }, pools, withoutNames(options));
  await options.others?.prepare();
  const asked = options.always === true;
  const early = (source.size ?? 0) >= LEAST_BYTES
    ? new EarlyIndex({ folder, place, seconds, asked })
    : undefined;
  const loaded = await loadBeside(early, source, pools, options);
  if (!asked && loaded.seconds <= seconds) {
    await early?.discard();
    return loaded;
  }
  // Most traces have no index, so this code is loaded only for the first one.
  const { canSave } = await import("./save.ts");
  const { writeIndexFile } = await import("./write_index_file.ts");
  const now = identityOf(path);
  const isSame = now && isSameFile(before, now) &&
    how === readOptionsKey(options) + companionsKey(path, options);
  if (isSame && canSave(loaded)) {
    const described = how + (options.others ? SEPARATOR + options.others.describe() : "");
    const index = { folder, place, file: before, how: described, sums: source.sums, asked, early };
    const isFirst = indexesIn(folder).length === 0;
    const { bytes, noRoom } = await writeIndexFile(loaded, index);
    if (bytes !== undefined) options.news?.saved?.(place, bytes, isFirst);
    if (noRoom !== undefined) options.news?.noRoom?.(noRoom);
  } else await early?.discard();
  return loaded;
}

/** Loads a file without an index. */
async function loadPlain(source: FileSource, pools: Pools, options: IndexedOptions): Promise<LoadedFile> {
  if (options.isNameless) return await load(source, pools, withoutNames(options));
  await options.others?.prepare();
  return await load(source, pools, options);
}

function withoutNames(
  { functionAt: _, others: __, isNameless: ___, ...options }: IndexedOptions,
): IndexedOptions {
  return options;
}

/** Loads a file while its index is begun. */
async function loadBeside(
  early: EarlyIndex | undefined,
  source: FileSource,
  pools: Pools,
  options: IndexedOptions,
): Promise<LoadedFile> {
  if (!early) return await load(source, pools, options);
  try {
    const loaded = await load(source, pools, { ...options, beside: early });
    return { ...loaded, close: () => (loaded.close(), early.close()) };
  } catch (error) {
    await early.discard();
    early.close();
    throw error;
  }
}

/** Loads the file from its index; undefined if there is none, or if it belongs to another file. */
async function useIndex(
  place: string,
  { source, folder, file, how }: {
    source: FileSource;
    folder: string;
    file: FileIdentity;
    how: string;
  },
  pools: Pools,
  { name, news, reopen, format, fileOrder, companion, functionAt, isNameless, others }: IndexedOptions,
): Promise<LoadedFile | undefined> {
  const start = performance.now();
  const index = openIndexFile(place);
  if (!index) return undefined;
  const { openIndex } = await import("./restore.ts");
  const { readIndexContents } = await import("./layout.ts");
  const { rebuildIndex } = await import("./rebuild.ts");
  const refuse = (why: string): undefined => {
    index.close();
    removeIndex(place);
    news?.unusable?.(place, why);
  };
  try {
    const contents = readIndexContents(index);
    if (!contents) return refuse("it is damaged, or from another version of Quarry");
    const { saved, restore } = openIndex(index, contents);
    const [ways, described] = splitAt(saved.options, others ? saved.options.indexOf(SEPARATOR) : -1);
    if (ways !== how || saved.isPart || !isSameFile(saved.file, file)) return refuse("the trace has changed");
    if (others && !others.accept(described)) return refuse("a program or a debug file has changed");
    if (saved.traces.some(({ header }) => formatNamed(header.format)?.readerVersion !== saved.reader)) {
      return refuse("it is from another version of Quarry");
    }
    return await withOwnPools(`trace ${name}`, pools, async (own) => {
      const traces = await restore(name, own, isNameless ? { reopen } : { reopen, functionAt });
      if (traces.some(({ later }) => later !== undefined)) await others?.prepare();
      // Data that is read from the file on demand must be unchanged since the index was made.
      source.expect(saved.sums);
      index.repairWith(() => {
        news?.unusable?.(place, "a part of it is damaged");
        const budget = own.arena.heap.budget;
        return rebuildIndex({
          folder,
          place,
          path: file.path,
          name: saved.name,
          format,
          fileOrder,
          companion,
          how: saved.options,
          resolve: others?.options,
          budget,
        });
      }, contents);
      touchIndex(place);
      news?.used?.(place, index.size);
      const { containers, bytes, points } = saved;
      const seconds = Math.round((performance.now() - start) * 1000) / 1e6;
      const { state } = source;
      return { traces, containers, bytes, points, seconds, state, close: () => closeBoth(own, index) };
    });
  } catch (error) {
    if (error instanceof ArenaFullError) {
      index.close();
      throw error;
    }
    return refuse(`it is damaged: ${error instanceof Error ? error.message : error}`);
  }
}

function splitAt(text: string, at: number): [before: string, behind: string] {
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + SEPARATOR.length)];
}

function closeBoth(pools: Pools, index: OpenIndexFile): void {
  closePools(pools);
  index.close();
}
