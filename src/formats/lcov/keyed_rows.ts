/**
 * Rows of 32-bit words, of which some are found again by their first words. No object per row.
 * @module
 */

import { grown } from "../../base/grown.ts";

/** Words of a row at the start. */
const FIRST_WORDS = 1 << 12;
/** Words that nobody has written take no memory: what has many rows is copied less often. */
const GROWTH = 4;

/** Rows one after the other, and an index of those that were put into it. */
export class KeyedRows {
  readonly #stride: number;
  readonly #keys: number;
  /** So that no file can be made of which all keys meet. */
  readonly #seed = (Math.random() * 0x1_0000_0000) >>> 0;
  #slots = new Uint32Array(0);
  #indexed = 0;
  /** All rows; another array after `push()`. */
  words: Uint32Array = new Uint32Array(FIRST_WORDS);
  /** Number of rows. */
  count = 0;

  /** Rows of `stride` words, of which the first `keys` (up to four) are the key. */
  constructor(stride: number, keys: number) {
    this.#stride = stride;
    this.#keys = keys;
  }

  /** Adds a row of zeros; the place of its first word. */
  push(): number {
    const at = this.reserve(1);
    this.count++;
    return at;
  }

  /** Makes room for so many rows more, which `count` is to be told of; the place of the first one's first word. They are zeros. */
  reserve(rows: number): number {
    const at = this.count * this.#stride;
    const end = at + rows * this.#stride;
    if (end > this.words.length) this.words = grown(this.words, Math.max(this.words.length * GROWTH, end));
    return at;
  }

  /** The row of a key; -1 when none in the index has it. Words that are not part of keys count for nothing. */
  find(a: number, b: number, c = 0, d = 0): number {
    if (this.#indexed === 0) return -1;
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash(a, b, c, d) & mask;; slot = (slot + 1) & mask) {
      const row = this.#slots[slot]! - 1;
      if (row < 0) return -1;
      const at = row * this.#stride;
      if (
        this.words[at] === a && this.words[at + 1] === b && (this.#keys < 3 || this.words[at + 2] === c) &&
        (this.#keys < 4 || this.words[at + 3] === d)
      ) return row;
    }
  }

  /** Puts a row into the index; no other row there has its key. */
  index(row: number): void {
    if (2 * ++this.#indexed > this.#slots.length) {
      const old = this.#slots;
      this.#slots = new Uint32Array(Math.max(64, old.length * 2));
      for (const entry of old) if (entry > 0) this.#put(entry - 1);
    }
    this.#put(row);
  }

  #put(row: number): void {
    const { words } = this;
    const at = row * this.#stride;
    const mask = this.#slots.length - 1;
    const hash = this.#hash(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
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
 * Adds a number of 64 bits to the two words at `at`, low half first; false when the sum has more bits and became the
 * largest number.
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
