/**
 * Lists of words that grow as a file goes on.
 * @module
 */

import { grown } from "../base/grown.ts";
import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

/** A record adds to seven large lists at most: together they stay within the budget. */
const LISTS = 8;
/** A list may take as much as this, however small the budget is. */
const LEAST_BYTES = 1 << 24;

/** Lists up to here become twice as large, others four times: what nobody has written takes no memory, and is not copied. */
const SMALL_BYTES = 1 << 22;

/** How a list grows. */
class Growth {
  readonly #mostBytes = Math.max(LEAST_BYTES, dataSettings().budget / LISTS);

  /** A list that has room for so many. Throws `ReadingFullError`. */
  of(list: Uint32Array, needed: number): Uint32Array {
    const { BYTES_PER_ELEMENT, byteLength } = list;
    const bytes = needed * BYTES_PER_ELEMENT;
    if (bytes > this.#mostBytes) throw new ReadingFullError("a list of what records refer to", bytes);
    const wanted = Math.max(bytes, (byteLength > SMALL_BYTES ? 4 : 2) * byteLength);
    return grown(list, Math.floor(Math.min(wanted, this.#mostBytes) / BYTES_PER_ELEMENT));
  }
}

/** A list of words. */
export class WordsList {
  /** The words; those from `length` on mean nothing. Another array after `push` and `reserve`. */
  words: Uint32Array = new Uint32Array(64);
  readonly #growth = new Growth();
  /** How many there are. */
  length = 0;

  /** Adds one. Throws `ReadingFullError`. */
  push(word: number): void {
    if (this.length === this.words.length) this.reserve(1);
    this.words[this.length++] = word;
  }

  /** Makes room for so many more, which may then be written behind the list. Throws `ReadingFullError`. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.words.length) this.words = this.#growth.of(this.words, needed);
  }

  /** Sees to it that there are so many words from a place on, zeros where nobody has written; that place. Throws `ReadingFullError`. */
  reach(place: number, count: number): number {
    const end = place + count;
    if (end > this.length) {
      this.reserve(end - this.length);
      this.words.fill(0, this.length, end);
      this.length = end;
    }
    return place;
  }

  /** The word at a place that there is. */
  at(place: number): number {
    return this.words[place]!;
  }

  /** Puts another word at a place that there is. */
  set(place: number, word: number): void {
    this.words[place] = word;
  }
}
