/**
 * Limits the size of a list that a reader keeps in addition to its rows.
 * @module
 */

import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

/** A record adds to at most seven large lists, so that all lists together stay within the budget. */
const LISTS = 8;
/** A list of words may always take this many bytes, however small the budget is. */
const LEAST_BYTES = 1 << 24;

/** Computes the capacity of growing lists, within a limit that is fixed on creation. */
export class ListGrowth {
  readonly #most: number;

  /**
   * Creates the growth of a list whose entries have this many words; it may be this many times as large as a
   * list of single words.
   */
  constructor(words = 1) {
    this.#most = words * Math.max(LEAST_BYTES, dataSettings().budget / LISTS);
  }

  /**
   * Returns the bytes to allocate for a list that needs `needed` and prefers `wanted`. Throws
   * `ReadingFullError`.
   */
  bytesFor(needed: number, wanted: number): number {
    if (needed > this.#most) throw new ReadingFullError("a list of what records refer to", needed);
    return Math.min(Math.max(needed, wanted), this.#most);
  }
}
