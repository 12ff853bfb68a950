/**
 * The sum of two columns, null if either is, such as the end address of a block.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { blockKernels } from "./block.ts";
import { Column, type ColumnInfo } from "./column.ts";

/** Reads some rows of a column. Returns whether one is null; if none is, null bytes are not written. */
type Read = (column: Column, values: number, nulls: number) => boolean;

/** A sum that is computed on each read. */
export class SumColumn extends Column {
  readonly #arena: Arena;
  /** The two columns that are added. */
  readonly addends: readonly [Column, Column];

  constructor(info: ColumnInfo, arena: Arena, addends: readonly [Column, Column]) {
    super(info);
    [this.#arena, this.addends] = [arena, addends];
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const someNull = this.#add(
      count,
      values,
      nulls,
      (column, to, toNulls) => column.gather(rows, count, to, toNulls) > 0,
    );
    if (!someNull) return 0;
    let nullCount = 0;
    const { u8 } = this.#arena;
    for (let at = 0; at < count; at++) nullCount += u8[nulls + at]!;
    return nullCount;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    return this.#add(count, values, nulls, (column, to, toNulls) => column.decode(block, count, to, toNulls));
  }

  #add(count: number, values: number, nulls: number, read: Read): boolean {
    const arena = this.#arena;
    const [left, right] = this.addends;
    const more = arena.alloc(count * 8), moreNulls = arena.alloc(count);
    let someNull = false;
    for (const [column, to, toNulls] of [[left, values, nulls], [right, more, moreNulls]] as const) {
      if (read(column, to, toNulls)) someNull = true;
      else arena.u8.fill(0, toNulls, toNulls + count);
    }
    blockKernels(arena).addColumns(values, nulls, more, moreNulls, count, values, nulls);
    arena.free(more);
    arena.free(moreNulls);
    return someNull;
  }
}
