/**
 * How long a list may become that a reader keeps beside its rows.
 * @module
 */

import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

/** A record adds to seven large lists at most: together they stay within the budget. */
const LISTS = 8;
/** A list of words may take as much as this, however small the budget is. */
const LEAST_BYTES = 1 << 24;

/** The limit that holds when it is made. */
export class ListGrowth {
  readonly #most: number;

  /** For a list whose entries have so many words: it stands for as many lists of words. */
  constructor(words = 1) {
    this.#most = words * Math.max(LEAST_BYTES, dataSettings().budget / LISTS);
  }

  /** Bytes for a list that needs so many and would rather have others. Throws `ReadingFullError`. */
  bytesFor(needed: number, wanted: number): number {
    if (needed > this.#most) throw new ReadingFullError("a list of what records refer to", needed);
    return Math.min(Math.max(needed, wanted), this.#most);
  }
}
