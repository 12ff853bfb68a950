/**
 * The set of numbers that an owner holds in a shared pool; each is in the set once.
 * @module
 */

import { growArray } from "../base/grow_array.ts";

/** A growing set of small numbers. */
export class NumberSet {
  #bits = new Uint32Array(8);

  /** Adds a number; returns false if it was already in the set. */
  add(number: number): boolean {
    const word = number >>> 5;
    if (word >= this.#bits.length) {
      this.#bits = growArray(this.#bits, Math.max(word + 1, this.#bits.length * 2));
    }
    const bit = 1 << (number & 31);
    if (this.#bits[word]! & bit) return false;
    this.#bits[word]! |= bit;
    return true;
  }

  /** Removes a number. */
  delete(number: number): void {
    const word = number >>> 5;
    if (word < this.#bits.length) this.#bits[word]! &= ~(1 << (number & 31));
  }

  /** The numbers in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (let word = 0; word < this.#bits.length; word++) {
      let bits = this.#bits[word]!;
      while (bits !== 0) {
        yield word * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
      }
    }
  }

  /** Removes all numbers. */
  clear(): void {
    this.#bits = new Uint32Array(8);
  }
}
