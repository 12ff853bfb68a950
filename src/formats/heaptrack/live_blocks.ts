/**
 * Which allocation a free ends. The file names neither addresses nor blocks: a free says only of which size and
 * backtrace the block was. It ends the latest such block that is live, as heaptrack counts temporary allocations.
 * @module
 */

import { WordsList } from "./words_list.ts";

/** Live blocks by what they have in common, the latest first. */
export class LiveBlocks {
  /** The latest block of each, plus one; 0 = none. */
  readonly #latest = new WordsList();
  /** Allocation numbers of the blocks, by slot. */
  readonly #numbers = new WordsList();
  /** The slot of the block before, plus one. */
  readonly #before = new WordsList();
  /** First slot that is free, plus one; the others follow in `#before`. */
  #free = 0;

  /** There is another size with its backtrace. */
  addKind(): void {
    this.#latest.push(0);
  }

  /** A block of a kind begins to live. */
  add(kind: number, number: number): void {
    const before = this.#latest.at(kind);
    if (this.#free === 0) {
      this.#numbers.push(number);
      this.#before.push(before);
      this.#latest.set(kind, this.#numbers.length);
      return;
    }
    const slot = this.#free;
    this.#free = this.#before.at(slot - 1);
    this.#numbers.set(slot - 1, number);
    this.#before.set(slot - 1, before);
    this.#latest.set(kind, slot);
  }

  /** Ends the latest block of a kind and gives its number; 0 when none is live. */
  take(kind: number): number {
    const slot = this.#latest.at(kind);
    if (slot === 0) return 0;
    this.#latest.set(kind, this.#before.at(slot - 1));
    this.#before.set(slot - 1, this.#free);
    this.#free = slot;
    return this.#numbers.at(slot - 1);
  }
}
