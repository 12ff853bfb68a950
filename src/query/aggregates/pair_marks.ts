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
/** With more words, the owners of one value would be more than what is listed at once. */
const LISTED_WORDS = BLOCK_ROWS / WORD_BITS;
/** Estimated bytes of a pair in a table that grows. */
const BYTES_OF_PAIR = 64;
/** Bits that fit in the cache are worth it, however few are set. */
const FEW_BYTES = 1 << 20;

/** A bit for each pair of a value, which has an id, and an owner. */
export class PairMarks {
  readonly #work: Workspace;
  /** Words of each value. */
  #words = 1;
  #cells: GrowingCells;
  #count: number;

  /** Marks this many values for owner 0. */
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
   * Marks pairs of one of `values` ids and an owner, and counts new ones in the cells of their owners. What has
   * no bit loses its id.
   */
  mark(ids: number, owners: number, n: number, values: number, cells: number): void {
    const marks = this.#cells.reserve(values);
    const { group } = kernelsOf(this.#work.arena);
    this.#count += group.markPairs(ids, owners, n, marks, this.#words, cells);
  }

  /** A table of the marked pairs of these values. */
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

  /** Gives each of these values more words. */
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
