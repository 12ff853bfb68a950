/**
 * Reads the rows of a table one block at a time, as plain arrays.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Table } from "../../tables/table.ts";

/** Decoded values of one column in one block; null reads as 0. */
export class BlockColumn {
  readonly #wide: BigUint64Array;
  readonly #words: Uint32Array;
  readonly #nulls: Uint8Array;

  /** Takes values and null bytes. */
  constructor(wide: BigUint64Array, nulls: Uint8Array) {
    for (let row = 0; row < wide.length; row++) if (nulls[row] !== 0) wide[row] = 0n;
    this.#wide = wide;
    this.#words = new Uint32Array(wide.buffer);
    this.#nulls = nulls;
  }

  /** Low half of a value. */
  low(row: number): number {
    return this.#words[2 * row]!;
  }

  /** High half of a value. */
  high(row: number): number {
    return this.#words[2 * row + 1]!;
  }

  /** A value. */
  wide(row: number): bigint {
    return this.#wide[row]!;
  }

  /** True if the value is null. */
  isNull(row: number): boolean {
    return this.#nulls[row] !== 0;
  }
}

/** One block of rows at a time; `load` moves to another one. */
export class TableBlock {
  readonly blocks: number;
  /** Rows of the current block. */
  rows = 0;
  readonly #table: Table | undefined;

  /** Creates the block without decoding anything; a missing table counts as empty. */
  constructor(table: Table | undefined) {
    this.#table = table;
    this.blocks = table?.blockCount ?? 0;
  }

  /** Decodes some columns of a block. */
  load<Name extends string>(block: number, names: readonly Name[]): Record<Name, BlockColumn> {
    const table = this.#table!;
    const { arena } = table.pools;
    this.rows = table.blockRows(block);
    const values = arena.alloc(BLOCK_ROWS * 8);
    const nulls = arena.alloc(BLOCK_ROWS);
    const columns = names.map((name) => {
      arena.u8.fill(0, nulls, nulls + this.rows);
      table.column(name)!.decode(block, this.rows, values, nulls);
      const wide = arena.u64.slice(values >>> 3, (values >>> 3) + this.rows);
      return [name, new BlockColumn(wide, arena.u8.slice(nulls, nulls + this.rows))] as const;
    });
    arena.free(values);
    arena.free(nulls);
    return Object.fromEntries(columns) as Record<Name, BlockColumn>;
  }
}
