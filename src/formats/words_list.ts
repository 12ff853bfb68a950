/**
 * Lists of 32-bit words that grow while a file is read.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import { ListGrowth } from "./list_growth.ts";

/**
 * Lists up to this size are doubled, larger ones grow fourfold: pages that were never written take no memory
 * and are not copied.
 */
const SMALL_BYTES = 1 << 22;

/** A growing list of 32-bit words. */
export class WordsList {
  /** The words; those at or after `length` are undefined. `push` and `reserve` may replace the array. */
  words: Uint32Array = new Uint32Array(64);
  readonly #growth = new ListGrowth();
  /** Number of words. */
  length = 0;

  /** Adds a word. Throws `ReadingFullError`. */
  push(word: number): void {
    if (this.length === this.words.length) this.reserve(1);
    this.words[this.length++] = word;
  }

  /**
   * Makes room for this many more words, which the caller may write after the end. Throws `ReadingFullError`.
   */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.words.length) return;
    const { BYTES_PER_ELEMENT, byteLength } = this.words;
    const wanted = (byteLength > SMALL_BYTES ? 4 : 2) * byteLength;
    const bytes = this.#growth.bytesFor(needed * BYTES_PER_ELEMENT, wanted);
    this.words = growArray(this.words, Math.floor(bytes / BYTES_PER_ELEMENT));
  }

  /**
   * Extends the list so that it has `count` words at `place`, filled with zeros, and returns `place`. Throws
   * `ReadingFullError`.
   */
  reach(place: number, count: number): number {
    const end = place + count;
    if (end > this.length) {
      this.reserve(end - this.length);
      this.words.fill(0, this.length, end);
      this.length = end;
    }
    return place;
  }

  /** Returns the word at an existing index. */
  at(place: number): number {
    return this.words[place]!;
  }

  /** Replaces the word at an existing index. */
  set(place: number, word: number): void {
    this.words[place] = word;
  }
}
