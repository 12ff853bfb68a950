/**
 * The distinct numbers of a column, if they are few.
 * @module
 */

import { Distinct } from "./kernels/pages_layout.ts";
import type { PageMemory } from "./page_memory.ts";

/** Assigns numbers in order of appearance; reused for every column. */
export class NumberDictionary {
  readonly #memory: PageMemory;
  readonly #slots: number;
  readonly #known: number;
  /**
   * Current round. Slots of other rounds count as empty, since clearing all slots would take longer than
   * encoding many columns.
   */
  #round = 0;

  constructor(memory: PageMemory) {
    this.#memory = memory;
    this.#slots = memory.arena.allocZeroed(Distinct.Slots * 8);
    this.#known = memory.arena.alloc(Distinct.Most * 8);
  }

  /**
   * Writes the dictionary index of each of `count` words at `words` to the memory's `numbers`. Returns the
   * number of distinct words; 0 if there are too many.
   */
  number(words: number, count: number): number {
    const { kernels, numbers } = this.#memory;
    return kernels.numberWords(words, count, this.#slots, ++this.#round, this.#known, numbers);
  }

  /** The first distinct numbers of the last call, valid until the next one. */
  bytes(distinct: number): Uint8Array {
    return this.#memory.bytesAt(this.#known, 8 * distinct);
  }
}
