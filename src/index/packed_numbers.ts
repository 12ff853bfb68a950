/**
 * Maps the numbers of strings and stacks in a saved index to their numbers in the session.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, sealBlock } from "../tables/block.ts";
import type { ColumnInfo } from "../tables/column.ts";
import { StoredColumn } from "../tables/stored_column.ts";

/** A mapping from index numbers to session numbers. */
export interface PackedNumbers {
  /** The largest number of the index plus one. */
  readonly size: number;
  /** Session numbers; 0 for numbers that the index does not use. */
  readonly to: Uint32Array;
  /** Whether both numberings are the same. */
  readonly isSame: boolean;
}

/** A dense list may have this many entries more than `APART_EACH` per number. */
const APART = 1 << 22;
const APART_EACH = 16;

/**
 * One more than the largest number; undefined if a dense list would be much longer than the list of numbers.
 */
export function denseSize(numbers: readonly number[] | Uint32Array): number | undefined {
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) largest = Math.max(largest, numbers[at]!);
  const size = largest + 1;
  return size <= APART + APART_EACH * numbers.length ? size : undefined;
}

/** The session numbers as a column with a row per index number. */
export function numbersColumn(arena: Arena, info: ColumnInfo, { to, size }: PackedNumbers): StoredColumn {
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
