/**
 * Lists of 32-bit words that grow as a file goes on.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { ReadingFullError } from "../../memory/arena.ts";
import { dataSettings } from "../../memory/data_settings.ts";

/** A line of a file adds to seven lists at most: together they stay within the budget. */
const LISTS = 8;
/** A list may take as much as this, however small the budget is. */
const LEAST_BYTES = 1 << 24;
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** A list of words. */
export class WordsList {
  #words = new Uint32Array(64);
  readonly #mostBytes = Math.max(LEAST_BYTES, dataSettings().budget / LISTS);
  /** How many there are. */
  length = 0;

  /** Adds one. Throws `ReadingFullError`. */
  push(word: number): void {
    if (this.length === this.#words.length) this.#grow();
    this.#words[this.length++] = word;
  }

  #grow(): void {
    const bytes = 2 * this.length * BYTES;
    if (bytes > this.#mostBytes) {
      throw new ReadingFullError("a list of backtraces or of kinds of blocks", bytes);
    }
    this.#words = grown(this.#words, 2 * this.length);
  }

  /** The word at a place that there is. */
  at(place: number): number {
    return this.#words[place]!;
  }

  /** Puts another word at a place that there is. */
  set(place: number, word: number): void {
    this.#words[place] = word;
  }
}
