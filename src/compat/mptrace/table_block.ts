/**
 * The rows of a table, one block at a time, as plain arrays.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Table } from "../../tables/table.ts";

/** Decoded values of one column. */
interface Values {
  readonly wide: BigUint64Array;
  readonly words: Uint32Array;
  readonly nulls: Uint8Array;
}

/** One block of rows at a time; `load` replaces it by another one. */
export class TableBlock {
  /** Number of blocks. */
  readonly blocks: number;
  /** Rows of the block at hand. */
  rows = 0;
  readonly #table: Table | undefined;
  readonly #values = new Map<string, Values>();

  /** Nothing is decoded yet; no table is an empty one. */
  constructor(table: Table | undefined) {
    this.#table = table;
    this.blocks = table?.blockCount ?? 0;
  }

  /** Decodes some columns of a block. */
  load(block: number, names: readonly string[]): void {
    const table = this.#table!;
    const { arena } = table.pools;
    this.rows = table.blockRows(block);
    const values = arena.alloc(BLOCK_ROWS * 8);
    const nulls = arena.alloc(BLOCK_ROWS);
    for (const name of names) {
      arena.u8.fill(0, nulls, nulls + this.rows);
      table.column(name)!.decode(block, values, nulls);
      const wide = arena.u64.slice(values >>> 3, (values >>> 3) + this.rows);
      this.#values.set(name, {
        wide,
        words: new Uint32Array(wide.buffer),
        nulls: arena.u8.slice(nulls, nulls + this.rows),
      });
    }
    arena.free(values, BLOCK_ROWS * 8);
    arena.free(nulls, BLOCK_ROWS);
  }

  /** Low half of a value, null as 0. */
  low(name: string, row: number): number {
    const values = this.#values.get(name)!;
    return values.nulls[row] ? 0 : values.words[2 * row]!;
  }

  /** High half of a value, null as 0. */
  high(name: string, row: number): number {
    const values = this.#values.get(name)!;
    return values.nulls[row] ? 0 : values.words[2 * row + 1]!;
  }

  /** A value, null as 0. */
  wide(name: string, row: number): bigint {
    const values = this.#values.get(name)!;
    return values.nulls[row] ? 0n : values.wide[row]!;
  }

  /** True when the value is null. */
  isNull(name: string, row: number): boolean {
    return this.#values.get(name)!.nulls[row] !== 0;
  }
}
