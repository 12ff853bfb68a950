/**
 * The group of each row by some keys, rows of all parts one after the other.
 * @module
 */

import { ExpressionCompiler } from "../execution/expression.ts";
import { Grouper } from "../execution/grouping.ts";
import { pieces, readPiece, type Relation } from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { Expr } from "../plan/expressions.ts";
import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import type { Arena } from "../../memory/arena.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Numbers of groups (u32) by position; `groups` is 0 where all rows are one group. The caller gives it back. */
export interface RowGroups {
  readonly groups: number;
  readonly count: number;
}

/** Groups of `total` rows; rows without a key are a group, too, or with `nullsAreNone` in none (0xffffffff). */
export function* groupRows(
  keys: readonly Expr[],
  input: Relation,
  total: number,
  context: OperatorContext,
  nullsAreNone = false,
): Steps<RowGroups> {
  if (keys.length === 0) return { groups: 0, count: 1 };
  const { work } = context;
  const steps = keys.map(() => new Grouper(work));
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const groups = work.take(total * 4);
  let done = 0;
  for (const part of input.parts) {
    const compiler = new ExpressionCompiler(context, part);
    const columns = keys.map((key) => compiler.compile(key));
    for (const piece of pieces(work, part)) {
      yield;
      columns.forEach((column, at) => {
        const nullsAt = readPiece(column, piece, values, nulls);
        if (column.type === "f64") joinZeros(work.pools, values, piece.count);
        steps[at]!.assign(values, nullsAt, piece.count, groups + 4 * done, at > 0, 0, 0);
        if (nullsAt !== 0 && nullsAreNone) hideNulls(work.arena, groups + 4 * done, nullsAt, piece.count);
      });
      done += piece.count;
    }
  }
  const { count } = steps.at(-1)!;
  for (const step of steps) step.release();
  work.give(values, nulls);
  return { groups, count };
}

/** Rows without a key have no group; further keys leave that as it is. */
function hideNulls({ u8, u32 }: Arena, groups: number, nulls: number, count: number): void {
  for (let at = 0; at < count; at++) if (u8[nulls + at]) u32[(groups >>> 2) + at] = NO_ROW;
}
