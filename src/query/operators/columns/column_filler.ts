/**
 * Columns filled in order and packed as they grow; packed blocks may spill.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import type { Workspace } from "../../execution/relation.ts";
import { toWord } from "../../execution/column_words.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import { sealWords } from "./seal_words.ts";

/** Initial capacity in rows, for small results. */
const FEW_ROWS = 1024;

/** Fills one column of a result. */
export class ColumnFiller {
  readonly #work: Workspace;
  readonly #info: PlanColumn;
  readonly #column: StoredColumn;
  #capacity = FEW_ROWS;
  #words: number;
  #nulls: number;
  #count = 0;
  #someNull = false;

  /** Starts an empty column in the memory of `work`. */
  constructor(work: Workspace, info: PlanColumn) {
    this.#work = work;
    this.#info = info;
    this.#column = new StoredColumn(info, work.arena);
    this.#words = work.take(FEW_ROWS * 8);
    this.#nulls = work.takeZeroed(FEW_ROWS);
  }

  /** Appends words; `nulls` is the address of null bytes, or 0. */
  add(words: number, nulls: number, count: number): void {
    for (let from = 0; from < count;) {
      const n = Math.min(count - from, this.#room(count - from));
      const { u8 } = this.#work.arena;
      u8.copyWithin(this.#words + 8 * this.#count, words + 8 * from, words + 8 * (from + n));
      if (nulls) {
        u8.copyWithin(this.#nulls + this.#count, nulls + from, nulls + from + n);
        this.#someNull = true;
      }
      this.#count += n;
      from += n;
    }
  }

  /** Appends a word, or null. */
  put(word: bigint | null): void {
    this.#room(1);
    const { u8, u64 } = this.#work.arena;
    u64[(this.#words >>> 3) + this.#count] = word ?? 0n;
    if (word === null) {
      u8[this.#nulls + this.#count] = 1;
      this.#someNull = true;
    }
    this.#count++;
  }

  /** Appends JavaScript values. */
  putAll(values: Iterable<Constant>): void {
    const { type } = this.#info;
    for (const value of values) {
      this.#work.tick(2);
      // Storing cuts a bigint to 64 bits.
      if (typeof value === "bigint" && type !== "f64") this.put(value);
      else if (typeof value === "number" && value >= 0 && type !== "f64") this.#putNumber(value);
      else this.put(toWord(value, type, this.#work.pools));
    }
  }

  /** Appends an exact number that is not negative. */
  #putNumber(value: number): void {
    this.#room(1);
    const { u32 } = this.#work.arena;
    const at = (this.#words >>> 2) + 2 * this.#count++;
    u32[at] = value;
    u32[at + 1] = value / 2 ** 32;
  }

  /** Gathers another column at row numbers (u32 at `rows`). */
  gather(column: Column, rows: number, count: number): void {
    const words = this.#work.take(BLOCK_ROWS * 8), nulls = this.#work.take(BLOCK_ROWS);
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const n = Math.min(BLOCK_ROWS, count - from);
      this.#work.tick(n);
      const nullCount = column.gather(rows + 4 * from, n, words, nulls);
      this.add(words, nullCount > 0 ? nulls : 0, n);
    }
    this.#work.give(words, nulls);
  }

  /** Ends filling and returns the column. */
  finish(): StoredColumn {
    this.#seal();
    this.#work.give(this.#words, this.#nulls);
    return this.#column;
  }

  /** Makes room for at least one more row, by packing a full block or growing; returns the room in rows. */
  #room(wanted: number): number {
    if (this.#count === BLOCK_ROWS) this.#seal();
    if (this.#count + wanted > this.#capacity && this.#capacity < BLOCK_ROWS) {
      this.#widen(this.#count + wanted);
    }
    return this.#capacity - this.#count;
  }

  #widen(wanted: number): void {
    const capacity = Math.min(BLOCK_ROWS, Math.max(wanted, this.#capacity * 8));
    const words = this.#work.take(capacity * 8), nulls = this.#work.takeZeroed(capacity);
    const { u8 } = this.#work.arena;
    u8.copyWithin(words, this.#words, this.#words + 8 * this.#count);
    u8.copyWithin(nulls, this.#nulls, this.#nulls + this.#count);
    this.#work.give(this.#words, this.#nulls);
    [this.#words, this.#nulls, this.#capacity] = [words, nulls, capacity];
  }

  #seal(): void {
    if (this.#count === 0) return;
    const nulls = this.#someNull ? this.#nulls : 0;
    this.#column.push(sealWords(this.#work, this.#info, this.#words, nulls, this.#count));
    if (nulls) this.#work.arena.u8.fill(0, nulls, nulls + this.#count);
    this.#someNull = false;
    this.#count = 0;
  }
}
