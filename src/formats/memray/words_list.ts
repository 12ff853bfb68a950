/**
 * Lists of 32-bit words that grow.
 * @module
 */

import { grown } from "../../base/grown.ts";

/** A list of words. */
export class WordsList {
  /** The words; those from `length` on mean nothing. Another array after `push`. */
  words = new Uint32Array(64);
  /** How many there are. */
  length = 0;

  /** Adds one. */
  push(word: number): void {
    if (this.length === this.words.length) this.words = grown(this.words, 2 * this.length);
    this.words[this.length++] = word;
  }
}
