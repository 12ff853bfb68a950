/**
 * Lists of words that grow as a file goes on.
 * @module
 */

import { grown } from "../base/grown.ts";
import { ListGrowth } from "./list_growth.ts";

/** Lists up to here become twice as large, others four times: what nobody has written takes no memory, and is not copied. */
const SMALL_BYTES = 1 << 22;

/** A list of words. */
export class WordsList {
  /** The words; those from `length` on mean nothing. Another array after `push` and `reserve`. */
  words: Uint32Array = new Uint32Array(64);
  readonly #growth = new ListGrowth();
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
    if (needed <= this.words.length) return;
    const { BYTES_PER_ELEMENT, byteLength } = this.words;
    const wanted = (byteLength > SMALL_BYTES ? 4 : 2) * byteLength;
    const bytes = this.#growth.bytesFor(needed * BYTES_PER_ELEMENT, wanted);
    this.words = grown(this.words, Math.floor(bytes / BYTES_PER_ELEMENT));
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
