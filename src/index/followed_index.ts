/**
 * The index of a trace that is followed. It is saved now and then and at the end, and what it has already is not written
 * again.
 * @module
 */

import type { LoadedFile, SaveOccasion } from "../ingest/load.ts";
import { isUnfinished } from "../output/unfinished_name.ts";
import type { ExtendedIndex } from "./extended_index.ts";
import { type FileIdentity, identityOf, isOpenFile } from "./file_identity.ts";
import { evictIndexes, indexesIn, indexPath } from "./index_folder.ts";
import type { IndexedOptions, IndexNews } from "./indexed_options.ts";
import { companionsOf, waysOf } from "./reading_ways.ts";

/** The index is saved again when the trace is so many times as long: the contents, which are written again each time, add up. */
const GROWTH = 1.5;
/** It is also saved when nothing was added for this time, since the program may have ended. */
const QUIET_MS = 5000;
/** That is not done if this would write more than so many times what the index takes. */
const TIMES_WRITTEN = 3;
/** At Ctrl-C the index is saved if so many bytes at most are to be written, which takes about a second. */
const QUICK_BYTES = 1 << 28;

/** A trace and where its index is. */
interface FollowedPlace {
  readonly folder: string;
  /** Traces whose reading takes longer than this are saved. */
  readonly seconds: number;
  /** Path of the trace. */
  readonly path: string;
}

/** Lets a followed file save its index. */
export function keepIndex(file: LoadedFile, place: FollowedPlace, options: IndexedOptions): LoadedFile {
  // Names that were found in programs while the trace was read may be others than those that are looked up later. The copy
  // of a pipe is removed at the end.
  if (options.functionAt || options.others || isUnfinished(place.path)) return file;
  return withIndex(file, new FollowedIndex(place, options));
}

function withIndex(file: LoadedFile, index: FollowedIndex): LoadedFile {
  const { readOn } = file;
  index.noteRead();
  return {
    ...file,
    save: (occasion) => index.save(file, occasion),
    ...(readOn && {
      async readOn(options) {
        const more = await readOn(options);
        return more && withIndex(more, index);
      },
    }),
  };
}

/** What is known of the last index that was saved. */
interface LastSaved {
  /** The trace as it was. */
  readonly size: number;
  readonly modified: number;
  readonly isWhole: boolean;
}

/** Decides when the index of a trace is saved, and saves it. */
class FollowedIndex {
  readonly #place: FollowedPlace;
  readonly #options: IndexedOptions;
  readonly #how: string;
  readonly #news: IndexNews | undefined;
  #index: ExtendedIndex | undefined;
  #last: LastSaved | undefined;
  #written = 0;
  #readAt = 0;
  #isOver = false;

  constructor(place: FollowedPlace, options: IndexedOptions) {
    this.#place = place;
    this.#options = options;
    this.#how = this.#currentHow();
    this.#news = options.news;
  }

  /** Notes that something was read. */
  noteRead(): void {
    this.#readAt = performance.now();
  }

  /** Saves what was read if the occasion is one to do so. If that fails, following goes on without an index. */
  async save(file: LoadedFile, occasion: SaveOccasion): Promise<void> {
    const { state, followed } = file;
    if (this.#isOver || !state || !followed || followed.seconds <= this.#place.seconds) return;
    if (occasion === "round" ? !this.#isDue(file) : this.#isSaved(file)) return;
    const identity = identityOf(this.#place.path);
    if (!identity || !isOpenFile(identity, state.inode)) return;
    const isWhole = followed.isWhole && identity.size === state.size && identity.modified === state.modified;
    // At the end, an index of a part would never be used. Nor is one of a part saved because nothing is added.
    if (!isWhole && (occasion !== "round" || !this.#hasGrown(file))) return;
    if (occasion === "interrupt" && columnBytes(file) - (this.#index?.blockBytes ?? 0) > QUICK_BYTES) return;
    if (this.#how !== this.#currentHow()) return void (this.#isOver = true);
    // Most traces have no index, so this code is loaded only for the first one.
    const { canSave } = await import("./save.ts");
    const { isExpected } = await import("./write_index_file.ts");
    if (!canSave(file)) return;
    try {
      await this.#write(file, isWhole ? identity : { ...identity, size: state.size }, isWhole);
      this.#last = { size: state.size, modified: state.modified, isWhole };
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.#isOver = true;
    }
  }

  #currentHow(): string {
    return waysOf(this.#options) + companionsOf(this.#place.path, this.#options);
  }

  /** Whether the index is saved in a usual round. */
  #isDue(file: LoadedFile): boolean {
    if (this.#hasGrown(file)) return true;
    const isQuiet = performance.now() - this.#readAt >= QUIET_MS;
    return isQuiet && !this.#isSaved(file) && this.#written <= TIMES_WRITTEN * (this.#index?.length ?? 0);
  }

  /** Whether much was added since the index was saved. What is read from its start each time is saved at the end. */
  #hasGrown({ state, readOn }: LoadedFile): boolean {
    return readOn !== undefined && (!this.#last || state!.size >= GROWTH * this.#last.size);
  }

  #isSaved({ state }: LoadedFile): boolean {
    const { size, modified, isWhole } = this.#last ?? {};
    return isWhole === true && size === state!.size && modified === state!.modified;
  }

  async #write(file: LoadedFile, identity: FileIdentity, isWhole: boolean): Promise<void> {
    const { saveIndex } = await import("./save.ts");
    const { ExtendedIndex } = await import("./extended_index.ts");
    const { folder } = this.#place;
    const place = indexPath(folder, identity.path, waysOf(this.#options));
    const noRoom = evictIndexes(folder, columnBytes(file), false, this.#index?.length, place);
    if (noRoom !== undefined) {
      this.#isOver = true;
      this.#news?.noRoom?.(noRoom);
      return;
    }
    const key = {
      file: identity,
      options: this.#how,
      sums: file.followed!.sums(),
      ...(isWhole ? {} : { isPart: true as const }),
    };
    const before = this.#index?.written ?? 0;
    const isExtended = await this.#index?.extend((target) => saveIndex(file, key, target));
    this.#written += (this.#index?.written ?? 0) - before;
    // Where more than half of the file is unused, it is written from scratch.
    if (isExtended && this.#index!.unused <= this.#index!.length / 2) return;
    const isFirst = this.#index === undefined && indexesIn(folder).length === 0;
    const where = { folder, place, asked: false };
    this.#index = await ExtendedIndex.create(where, (target) => saveIndex(file, key, target));
    this.#written += this.#index.length;
    if (isFirst) this.#news?.saved?.(place, this.#index.length, isFirst);
  }
}

function columnBytes({ traces }: LoadedFile): number {
  return traces.reduce((sum, { columnBytes }) => sum + columnBytes, 0);
}
