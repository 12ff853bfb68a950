/**
 * The distinct numbers of a column, as long as they are few.
 * @module
 */

import { Distinct } from "./kernels/pages_layout.ts";
import type { PageMemory } from "./page_memory.ts";

/** Numbers as they are met; used again and again. */
export class NumberDictionary {
  readonly #memory: PageMemory;
  readonly #slots: number;
  readonly #known: number;
  /** Clearing all slots would take longer than many columns: those of other rounds are free. */
  #round = 0;

  constructor(memory: PageMemory) {
    this.#memory = memory;
    this.#slots = memory.arena.allocZeroed(Distinct.Slots * 8);
    this.#known = memory.arena.alloc(Distinct.Most * 8);
  }

  /**
   * Numbers this many words at `words`, into the memory's `numbers`; gives how many distinct ones there are, 0 for too
   * many.
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
