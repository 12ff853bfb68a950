/**
 * Limits how large a list that a reader keeps beside its rows may become.
 * @module
 */

import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

/** A record adds to at most seven large lists, so together they stay within the budget. */
const LISTS = 8;
/** A list of words may always take this much, however small the budget is. */
const LEAST_BYTES = 1 << 24;

/** Computes the capacity of growing lists, within a limit that is fixed on creation. */
export class ListGrowth {
  readonly #most: number;

  /** For a list with entries of this many words, which may be as large as this many lists of single words. */
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
