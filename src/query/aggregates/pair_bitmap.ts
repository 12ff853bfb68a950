/**
 * Pairs of values and owners as bits, which takes less memory and time than a table of pairs as long as many of
 * the possible pairs occur.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { type KeyTable, PairTable } from "../execution/key_table.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Workspace } from "../execution/relation.ts";
import { GrowingCells } from "./cells.ts";

const WORD_BITS = 64, WORD_BYTES = 8;
/** Maximum number of words per value: `listMarks` lists at most `BLOCK_ROWS` pairs at once, and one value must fit. */
const LISTED_WORDS = BLOCK_ROWS / WORD_BITS;
/** Estimated bytes per pair in a growing table. */
const BYTES_OF_PAIR = 64;
/** Bitmaps up to this size fit in the cache, so they are used however few bits are set. */
const FEW_BYTES = 1 << 20;

/** A bit for each pair of a value, which has an id, and an owner. */
export class PairBitmap {
  readonly #work: Workspace;
  /** Number of 64-bit words per value, with one bit per owner. */
  #words = 1;
  #cells: GrowingCells;
  #count: number;

  /** Marks each of this many values for owner 0. */
  constructor(work: Workspace, values: number) {
    this.#work = work;
    this.#cells = new GrowingCells(work, WORD_BYTES);
    const first = this.#cells.reserve(values) >>> 3;
    work.arena.u64.fill(1n, first, first + values);
    this.#count = values;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.#cells.byteLength;
  }

  /** Estimated bytes of a table of the same pairs. */
  get bytesOfTable(): number {
    return this.#count * BYTES_OF_PAIR;
  }

  /**
   * Makes room for this many owners and values; returns false, and does nothing, if a table of pairs takes less
   * memory.
   */
  makeRoom(owners: number, values: number): boolean {
    let words = this.#words;
    while (words * WORD_BITS < owners) words *= 2;
    const bytes = Math.max(values * words * WORD_BYTES, this.bytes * words / this.#words);
    if (words > LISTED_WORDS || bytes > Math.max(FEW_BYTES, this.bytesOfTable)) return false;
    if (words > this.#words) this.#widen(words, values);
    return true;
  }

  /**
   * Marks pairs of a value's id and an owner, and counts each new pair in the cell of its owner. An id below `values`
   * is replaced by 0xffffffff if there is no bit for its owner.
   */
  mark(ids: number, owners: number, n: number, values: number, cells: number): void {
    const marks = this.#cells.reserve(values);
    const { group } = kernelsOf(this.#work.arena);
    this.#count += group.markPairs(ids, owners, n, marks, this.#words, cells);
  }

  /** Converts the marks of these values to a table of pairs. */
  tableOf(values: KeyTable): PairTable {
    const work = this.#work;
    const pairs = new PairTable(work);
    const words = work.take(BLOCK_ROWS * 8), owners = work.take(BLOCK_ROWS * 4);
    const { group } = kernelsOf(work.arena);
    const first = this.#cells.reserve(values.count);
    const step = BLOCK_ROWS / WORD_BITS / this.#words;
    for (let from = 0; from < values.count; from += step) {
      work.check();
      const n = Math.min(step, values.count - from);
      const marks = first + from * this.#words * WORD_BYTES;
      const count = group.listMarks(values.keys + 8 * from, marks, this.#words, n, words, owners);
      pairs.assign(words, 0, count, owners, { rows: 0, base: 0, add: true });
    }
    work.give(words, owners);
    return pairs;
  }

  /** Frees the memory. */
  release(): void {
    this.#cells.release();
  }

  /** Widens the bitmap of each of these values to this many words. */
  #widen(words: number, values: number): void {
    const row = words * WORD_BYTES, before = this.#words * WORD_BYTES;
    const wider = new GrowingCells(this.#work, row);
    const from = this.#cells.reserve(values), to = wider.reserve(values);
    const { u8 } = this.#work.arena;
    for (let value = 0; value < values; value++) {
      this.#work.tick(1);
      u8.copyWithin(to + value * row, from + value * before, from + (value + 1) * before);
    }
    this.#cells.release();
    [this.#cells, this.#words] = [wider, words];
  }
}
