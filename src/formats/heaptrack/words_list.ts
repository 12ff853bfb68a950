/**
 * Lists of 32-bit words that grow as a file goes on.
 * @module
 */

/** A list of words. */
export class WordsList {
  #words = new Uint32Array(64);
  /** How many there are. */
  length = 0;

  /** Adds one. */
  push(word: number): void {
    if (this.length === this.#words.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#words);
      this.#words = larger;
    }
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
