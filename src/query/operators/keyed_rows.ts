/**
 * Groups that become a row each, although several rows of the input have their keys: for `pivot` and `timeline … by`.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { Grouper } from "../execution/grouping.ts";
import { type Part, pieces, readPiece, relationRows, rowNumbers } from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Rows of one part with the number of the key of each. */
export interface KeyedRows {
  readonly part: Part;
  readonly total: number;
  /** A key for each row (u32). */
  readonly ids: number;
  readonly count: number;
  /** Row in which each key is for the first time (u32). */
  readonly firsts: number;
  release(): void;
}

/** Gives each row the number of its combination of the first columns. */
export function* numberKeys(part: Part, keys: number, context: OperatorContext): Steps<KeyedRows> {
  const { work } = context;
  const total = relationRows({ columns: [], parts: [part] });
  const ids = work.takeZeroed(total * 4);
  const numbers = work.take(BLOCK_ROWS * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const steps = Array.from({ length: keys }, () => new Grouper(work));
  let done = 0;
  for (const piece of pieces(work, part)) {
    yield;
    const rows = rowNumbers(work, piece, numbers);
    steps.forEach((step, at) => {
      const column = part.columns[at]!;
      const nullsAt = readPiece(column, piece, values, nulls);
      if (column.type === "f64") joinZeros(work.pools, values, piece.count);
      step.assign(values, nullsAt, piece.count, ids + 4 * done, at > 0, rows, 0);
    });
    done += piece.count;
  }
  work.give(numbers, values, nulls);
  const last = steps.at(-1)!;
  const release = (): void => {
    for (const step of steps) step.release();
    work.give(ids);
  };
  return { part, total, ids, count: last.count, firsts: last.firsts, release };
}

/** Values of a key column, one per combination: words and null bytes, which the caller gives back. */
export function keyWords(
  column: Column,
  { count, firsts }: KeyedRows,
  { work }: OperatorContext,
): { words: number; nulls: number } {
  const words = work.take(count * 8);
  const nulls = work.takeZeroed(count);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    work.check();
    const n = Math.min(BLOCK_ROWS, count - from);
    column.gather(firsts + 4 * from, n, words + 8 * from, nulls + from);
  }
  return { words, nulls };
}
