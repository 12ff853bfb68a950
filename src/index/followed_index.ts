/**
 * The index of a followed trace. It is saved occasionally and at the end; blocks that it already contains are not
 * written again.
 * @module
 */

import type { LoadedFile, SaveOccasion } from "../ingest/load.ts";
import { isUnfinished } from "../output/unfinished_name.ts";
import type { ExtendedIndex } from "./extended_index.ts";
import { type FileIdentity, identityOf, isOpenFile } from "./file_identity.ts";
import { evictIndexes, indexesIn, indexPath } from "./index_folder.ts";
import type { IndexedOptions, IndexNews } from "./indexed_options.ts";
import { companionsKey, readOptionsKey } from "./read_options_key.ts";

/**
 * The index is saved again when the trace is this many times as long as at the last save. A smaller factor costs more,
 * because contents are written again each time.
 */
const GROWTH = 1.5;
/** The index is also saved when nothing was added for this many milliseconds, since the program may have ended. */
const QUIET_MS = 5000;
/** An idle save is skipped if more than this many times the size of the index was already written. */
const TIMES_WRITTEN = 3;
/** At Ctrl-C the index is saved only if at most this many bytes have to be written, which takes about a second. */
const QUICK_BYTES = 1 << 28;

/** A trace, and the folder for its index. */
interface FollowedPlace {
  readonly folder: string;
  /** Traces whose reading takes longer than this are saved. */
  readonly seconds: number;
  /** Path of the trace. */
  readonly path: string;
}

/** Returns the file with a function `save` that saves its index. */
export function keepIndex(file: LoadedFile, place: FollowedPlace, options: IndexedOptions): LoadedFile {
  // Names found in programs while the trace is read may differ from those looked up later. The copy of a pipe is
  // removed at the end.
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

/** What is known about the index that was saved last. */
interface LastSaved {
  /** State of the trace at that time. */
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

  /** Records the time at which something was read. */
  noteRead(): void {
    this.#readAt = performance.now();
  }

  /** Saves the index if it is due on this occasion. If saving fails, following continues without an index. */
  async save(file: LoadedFile, occasion: SaveOccasion): Promise<void> {
    const { state, followed } = file;
    if (this.#isOver || !state || !followed || followed.seconds <= this.#place.seconds) return;
    if (occasion === "round" ? !this.#isDue(file) : this.#isSaved(file)) return;
    const identity = identityOf(this.#place.path);
    if (!identity || !isOpenFile(identity, state.inode)) return;
    const isWhole = followed.isWhole && identity.size === state.size && identity.modified === state.modified;
    // An index of only a part of the file is saved while the file grows quickly, and never at the end, since it would
    // not be used.
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
    return readOptionsKey(this.#options) + companionsKey(this.#place.path, this.#options);
  }

  /** Whether the index should be saved between two checks of the file. */
  #isDue(file: LoadedFile): boolean {
    if (this.#hasGrown(file)) return true;
    const isQuiet = performance.now() - this.#readAt >= QUIET_MS;
    return isQuiet && !this.#isSaved(file) && this.#written <= TIMES_WRITTEN * (this.#index?.length ?? 0);
  }

  /**
   * Whether the trace has grown enough since the last save. A file that must be read again from its start is saved only
   * at the end.
   */
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
    const place = indexPath(folder, identity.path, readOptionsKey(this.#options));
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
    // If more than half of the file is unused, write it again without the unused bytes.
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
