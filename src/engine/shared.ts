/**
 * Things that several use at once: the memory of a trace file, the rows of a result. They end with their last user,
 * however that one ends.
 * @module
 */

/** Counts who uses something. */
export class Shared {
  readonly #end: () => void;
  #users = 1;

  /** Used once; `end` is called when the last user has released it. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** One more uses it. */
  hold(): void {
    if (this.#users === 0) throw new Error("Cannot use what has ended");
    this.#users++;
  }

  /** One less uses it. */
  release(): void {
    if (this.#users > 0 && --this.#users === 0) this.#end();
  }
}
