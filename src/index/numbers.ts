/**
 * Numbers of texts or stacks in a saved index, and those that they have in the session.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, sealBlock } from "../tables/block.ts";
import type { ColumnInfo } from "../tables/column.ts";
import { StoredColumn } from "../tables/stored_column.ts";

/** Numbers by those of the index. */
export interface Numbers {
  /** One more than the largest number of the index. */
  readonly size: number;
  /** Numbers of the session, 0 where the index has none. */
  readonly to: Uint32Array;
  /** Whether they are the same. */
  readonly isSame: boolean;
}

/** A list of numbers is made for the largest one, whatever it is. */
const APART = 1 << 22;
const APART_EACH = 16;

/** One more than the largest number; undefined where a list up to there would be much longer than there are numbers. */
export function sizeOf(numbers: readonly number[] | Uint32Array): number | undefined {
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) largest = Math.max(largest, numbers[at]!);
  const size = largest + 1;
  return size <= APART + APART_EACH * numbers.length ? size : undefined;
}

/** The numbers of the session as a column with a row for each of the index. */
export function numbersColumn(arena: Arena, info: ColumnInfo, { to, size }: Numbers): StoredColumn {
  const column = new StoredColumn(info, arena);
  arena.withScratch((scratch) => {
    const pointer = scratch.alloc(size * 4);
    scratch.u32.set(to, pointer >>> 2);
    for (let from = 0; from < size; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, size - from);
      column.push(sealBlock(arena, { pointer: pointer + 4 * from, rows, nulls: 0, form: "text" }));
    }
  });
  return column;
}
