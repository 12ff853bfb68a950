/**
 * A table of rows of 32-bit words with an index on the first words of each row. There is no object per row.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";

/** Initial capacity in words. */
const FIRST_WORDS = 1 << 12;
/**
 * Growth factor. It is large because words that were never written take no memory, and because rows are then
 * copied less often.
 */
const GROWTH = 4;
/** Above this number of words, the final size is estimated from progress. */
const MANY_WORDS = 1 << 20;
/** The estimate is multiplied by this, to leave spare room. */
const SPARE = 1.125;
/** Minimum growth factor, however low the estimate. */
const LEAST_GROWTH = 1.5;

/** How much of a file has been read. */
export interface Progress {
  /** A fraction from 0 (also if unknown) to 1. */
  part: number;
}

/** Rows in the order in which they were added, with an index of some of them by key. */
export class KeyedRows {
  readonly #stride: number;
  readonly #keys: number;
  readonly #progress: Progress | undefined;
  /** Random, so that nobody can craft a file whose keys all collide. */
  readonly #seed = (Math.random() * 0x1_0000_0000) >>> 0;
  #slots = new Uint32Array(0);
  #indexed = 0;
  /** All rows; `push()` and `reserve()` may replace the array. */
  words: Uint32Array = new Uint32Array(FIRST_WORDS);
  /** Number of rows. */
  count = 0;

  /**
   * Creates rows of `stride` words; the first `keys` words (up to four) are the key. `progress` helps to
   * estimate the final size.
   */
  constructor(stride: number, keys: number, progress?: Progress) {
    this.#stride = stride;
    this.#keys = keys;
    this.#progress = progress;
  }

  /** Adds a row of zeros and returns the index of its first word. */
  push(): number {
    const at = this.reserve(1);
    this.count++;
    return at;
  }

  /**
   * Makes room for this many more rows of zeros and returns the index of the first word. The caller must
   * increase `count`.
   */
  reserve(rows: number): number {
    const at = this.count * this.#stride;
    const end = at + rows * this.#stride;
    if (end > this.words.length) this.words = growArray(this.words, Math.max(this.#foreseen(), end));
    return at;
  }

  /** Returns the capacity in words to grow to. */
  #foreseen(): number {
    const { length } = this.words;
    const part = this.#progress?.part ?? 0;
    if (length < MANY_WORDS || part === 0) return GROWTH * length;
    // The estimate is bounded, because a file may be dense at first and sparse later.
    return Math.ceil(Math.min(Math.max(SPARE / part, LEAST_GROWTH), GROWTH) * length);
  }

  /** Finds the row of a key in the index; -1 if there is none. Words beyond the key are ignored. */
  find(a: number, b: number, c = 0, d = 0): number {
    if (this.#indexed === 0) return -1;
    const { words } = this, slots = this.#slots, keys = this.#keys;
    const mask = slots.length - 1;
    for (let slot = this.#hash(a, b, c, d) & mask;; slot = (slot + 1) & mask) {
      const row = slots[slot]! - 1;
      if (row < 0) return -1;
      const at = row * this.#stride;
      if (
        words[at] === a && words[at + 1] === b && (keys < 3 || words[at + 2] === c) &&
        (keys < 4 || words[at + 3] === d)
      ) return row;
    }
  }

  /** Adds a row to the index; its key must not be there yet. */
  index(row: number): void {
    if (2 * ++this.#indexed > this.#slots.length) {
      const before = this.#slots;
      this.#slots = new Uint32Array(Math.max(64, before.length * GROWTH));
      for (let slot = 0; slot < before.length; slot++) if (before[slot]! > 0) this.#put(before[slot]! - 1);
    }
    this.#put(row);
  }

  #put(row: number): void {
    const { words } = this, slots = this.#slots;
    const at = row * this.#stride;
    const mask = slots.length - 1;
    const hash = this.#hash(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = row + 1;
  }

  #hash(a: number, b: number, c: number, d: number): number {
    let hash = Math.imul(a ^ this.#seed, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0x85ebca77);
    if (this.#keys > 2) hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0xc2b2ae3d);
    if (this.#keys > 3) hash = Math.imul(hash ^ (hash >>> 15) ^ d, 0x27d4eb2f);
    return hash ^ (hash >>> 16);
  }
}

/**
 * Adds a 64-bit number to the two words at `at`, low half first. If the sum overflows, stores the maximum and
 * returns false.
 */
export function addHalves(words: Uint32Array, at: number, low: number, high: number): boolean {
  const sum = words[at]! + low;
  words[at] = sum;
  const carried = words[at + 1]! + high + (sum > 0xffff_ffff ? 1 : 0);
  words[at + 1] = carried;
  if (carried <= 0xffff_ffff) return true;
  words[at] = 0xffff_ffff;
  words[at + 1] = 0xffff_ffff;
  return false;
}
