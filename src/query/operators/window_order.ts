/**
 * Rows as windows see them: window after window, each in its order.
 * @module
 */

import { blockKernels } from "../../tables/block.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Relation } from "../execution/relation.ts";
import { stretches } from "../execution/stretches.ts";
import type { SortPlan } from "../plan/steps.ts";
import type { WindowRows } from "../windows/window_function.ts";
import { readAll } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { sortByKeys, toSortKeys } from "./ordering.ts";
import type { RowGroups } from "./row_groups.ts";

/** Keys of an order as they were sorted by. */
interface SortedKey {
  readonly words: number;
  readonly nulls: number;
}

/** Puts rows in the order of their windows; rows with equal keys keep the order that they have. */
export function* orderRows(
  keys: SortPlan["keys"],
  { groups, count }: RowGroups,
  input: Relation,
  total: number,
  wantsMarks: boolean,
  context: OperatorContext,
): Steps<WindowRows> {
  const { work } = context;
  let order = work.take(total * 4);
  for (const [at, n] of stretches(work, total)) blockKernels(work.arena).countUp(at, n, order + 4 * at);
  const sortedKeys: SortedKey[] = [];
  // From the last key to the first: each pass keeps the order of the one before.
  for (const { expr, descending, nullsFirst } of keys.toReversed()) {
    yield;
    const columns = input.parts.map((part) => new ExpressionCompiler(context, part).compile(expr));
    const { words, nulls, someNull } = readAll(work, input.parts, columns, total);
    toSortKeys(work, { column: columns[0]!, descending }, words, nulls, total);
    sortByKeys(work, words, someNull ? nulls : 0, order, total, nullsFirst);
    if (wantsMarks) sortedKeys.push({ words, nulls });
    else work.give(words, nulls);
  }
  yield;
  if (groups !== 0) {
    const grouped = byGroup(groups, count, order, total, context);
    work.give(order);
    order = grouped;
  }
  const heads = work.take(total * 4);
  const marks = wantsMarks ? work.takeZeroed(total) : 0;
  const { ordered } = kernelsOf(work.arena);
  for (const [at, n] of stretches(work, total)) {
    ordered.windowHeads(groups, order, at, at + n, heads);
    for (const key of sortedKeys) ordered.markChanges(key.words, key.nulls, order, at, at + n, marks);
  }
  for (const { words, nulls } of sortedKeys) work.give(words, nulls);
  return { context, total, order, heads, marks };
}

/** Positions of rows by group, those of a group in the order that they have. */
function byGroup(
  groups: number,
  count: number,
  order: number,
  total: number,
  { work }: OperatorContext,
): number {
  const { ordered } = kernelsOf(work.arena);
  const next = startsOfGroups(groups, count, total, work);
  const grouped = work.take(total * 4);
  for (const [at, n] of stretches(work, total)) {
    ordered.scatterOrder(groups, order, at, at + n, next, grouped);
  }
  work.give(next);
  return grouped;
}

/** Where the rows of each group begin, and behind the last one the number of rows (u32); the caller gives it back. */
export function startsOfGroups(
  groups: number,
  count: number,
  total: number,
  work: OperatorContext["work"],
): number {
  const { ordered } = kernelsOf(work.arena);
  const starts = work.takeZeroed((count + 1) * 4);
  for (const [at, n] of stretches(work, total)) ordered.countGroups(groups, at, at + n, starts);
  const { u32 } = work.arena;
  let sum = 0;
  for (let group = 0; group <= count; group++) {
    work.did(1);
    const here = u32[(starts >>> 2) + group]!;
    u32[(starts >>> 2) + group] = sum;
    sum += here;
  }
  return starts;
}
