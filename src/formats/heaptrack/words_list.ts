/**
 * Lists of 32-bit words that grow as a file goes on.
 * @module
 */

import { grown } from "../../base/grown.ts";

/** A list of words. */
export class WordsList {
  #words = new Uint32Array(64);
  /** How many there are. */
  length = 0;

  /** Adds one. */
  push(word: number): void {
    if (this.length === this.#words.length) this.#words = grown(this.#words, 2 * this.length);
    this.#words[this.length++] = word;
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
