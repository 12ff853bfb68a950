/**
 * Dictionary-encodes columns of wide values with few distinct ones (thread identifiers, code addresses).
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, blockKernels, sealBlock } from "./block.ts";
import type { ColumnInfo } from "./column.ts";
import { DictionarySlot, Extent } from "./kernels/block_layout.ts";
import { StoredColumn } from "./stored_column.ts";

/** Assigns the next code, from 0, to each distinct u64 value. */
export class DictionaryEncoder {
  readonly #arena: Arena;
  #state: number;
  #capacity = 256;
  #table: number;
  #flat: number;

  /** Starts with a small hash table. The value `first`, if given, gets code 0. */
  constructor(arena: Arena, first?: bigint) {
    this.#arena = arena;
    this.#state = arena.allocZeroed(16);
    this.#table = arena.allocZeroed(this.#capacity * DictionarySlot.Bytes);
    // If all rows are null, the value of their code is 0.
    this.#flat = arena.allocZeroed(this.#capacity * 4);
    if (first === undefined) return;
    const value = arena.alloc(16);
    arena.u64[value >>> 3] = first;
    this.encode(value, 0, 1, value + 8);
    arena.free(value);
  }

  /** Replaces the codes by those of another encoder. */
  copyFrom(other: DictionaryEncoder): void {
    const arena = this.#arena;
    for (const pointer of [this.#state, this.#table, this.#flat]) arena.free(pointer);
    this.#capacity = other.#capacity;
    this.#state = arena.allocCopy(other.#state, 16);
    this.#table = arena.allocCopy(other.#table, this.#capacity * DictionarySlot.Bytes);
    this.#flat = arena.allocCopy(other.#flat, this.#capacity * 4);
  }

  /** Number of codes; at least one, since null rows have a code too. */
  get count(): number {
    return Math.max(1, this.#arena.u32[this.#state >>> 2]!);
  }

  /**
   * Writes the codes of `rows` u64 values at `values` (null bytes at `nulls`, unless that is 0) as u32 words
   * to `codes`.
   */
  encode(values: number, nulls: number, rows: number, codes: number): void {
    const kernels = blockKernels(this.#arena);
    let done = 0;
    while (true) {
      const limit = this.#capacity >>> 1;
      done = kernels.encode64(
        values,
        nulls,
        done,
        rows,
        this.#table,
        this.#capacity - 1,
        this.#flat,
        this.#state,
        limit,
        codes,
      );
      if (done >= rows) return;
      this.#grow();
    }
  }

  /**
   * Returns the code of all rows if they have the same value and none is null; otherwise undefined. Threads
   * seldom change within a block, and comparing the rows takes a tenth of the time of looking each up.
   */
  encodeSame(values: number, nulls: number, rows: number): number | undefined {
    const arena = this.#arena;
    const out = arena.alloc(Extent.Bytes);
    blockKernels(arena).minMax64(values, rows, nulls, out);
    const isSame = arena.u32[(out + Extent.Marked) >>> 2] === 0 &&
      arena.u64[(out + Extent.Least) >>> 3] === arena.u64[(out + Extent.Largest) >>> 3];
    if (isSame) this.encode(values, 0, 1, out);
    const code = arena.u32[out >>> 2]!;
    arena.free(out);
    return isSame ? code : undefined;
  }

  /** Returns the values by code, as a column. Frees the working memory. */
  finish(info: ColumnInfo): StoredColumn {
    const column = new StoredColumn(info, this.#arena);
    const { count } = this;
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, count - from);
      column.push(sealBlock(this.#arena, { pointer: this.#flat + 8 * from, rows, nulls: 0, form: "u64" }));
    }
    this.#arena.free(this.#table);
    this.#arena.free(this.#flat);
    this.#arena.free(this.#state);
    return column;
  }

  #grow(): void {
    const count = this.count;
    const capacity = this.#capacity * 4;
    const flat = this.#arena.alloc(capacity * 4);
    this.#arena.u8.copyWithin(flat, this.#flat, this.#flat + count * 8);
    const table = this.#arena.allocZeroed(capacity * DictionarySlot.Bytes);
    blockKernels(this.#arena).rebuild64(flat, count, table, capacity - 1);
    this.#arena.free(this.#flat);
    this.#arena.free(this.#table);
    this.#flat = flat;
    this.#table = table;
    this.#capacity = capacity;
  }
}
