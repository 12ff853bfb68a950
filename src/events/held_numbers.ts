/**
 * Which numbers of a shared pool an owner holds, each counted once.
 * @module
 */

import { grown } from "../base/grown.ts";

/** A set of small numbers that only grows. */
export class HeldNumbers {
  #bits = new Uint32Array(8);

  /** Adds a number; false when it was held before. */
  add(number: number): boolean {
    const word = number >>> 5;
    if (word >= this.#bits.length) this.#bits = grown(this.#bits, Math.max(word + 1, this.#bits.length * 2));
    const bit = 1 << (number & 31);
    if (this.#bits[word]! & bit) return false;
    this.#bits[word]! |= bit;
    return true;
  }

  /** The numbers, rising. */
  *[Symbol.iterator](): Generator<number> {
    for (let word = 0; word < this.#bits.length; word++) {
      let bits = this.#bits[word]!;
      while (bits !== 0) {
        yield word * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
      }
    }
  }

  /** Holds nothing any more. */
  clear(): void {
    this.#bits = new Uint32Array(8);
  }
}
