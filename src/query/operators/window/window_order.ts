/**
 * Sorts rows into window order: window after window, each in its order.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { RunContext } from "../../execution/context.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import type { Part } from "../../execution/relation.ts";
import { rowRanges } from "../../execution/row_ranges.ts";
import type { SortPlan } from "../../plan/steps.ts";
import type { WindowRows } from "../../windows/window_function.ts";
import { orderByGroup } from "../hash_group/group_order.ts";
import { readWholeColumn } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { positions, sortByKeys, toSortKeys } from "../sort/sort_keys.ts";
import type { RowGroups } from "../hash_group/row_groups.ts";

/** Sort keys of an order. */
interface SortedKey {
  readonly words: number;
  readonly nulls: number;
}

/** One key of the order, with its column for each part. */
export interface WindowKey extends Pick<SortPlan["keys"][number], "descending" | "nullsFirst"> {
  readonly columns: readonly Column[];
}

/** Sorts rows into window order; rows with equal keys keep their order. */
export function* orderRows(
  keys: readonly WindowKey[],
  rowGroups: RowGroups,
  parts: readonly Part[],
  total: number,
  wantsMarks: boolean,
  context: RunContext,
): Steps<WindowRows> {
  const { work } = context;
  const { groups } = rowGroups;
  let order = positions(work, total);
  const sortedKeys: SortedKey[] = [];
  // From the last key to the first: each stable pass keeps the order of the one before.
  for (const { columns, descending, nullsFirst } of keys.toReversed()) {
    yield;
    const { words, nulls, someNull } = readWholeColumn(work, parts, columns, total);
    toSortKeys(work, { column: columns[0]!, descending }, words, nulls, total);
    sortByKeys(work, words, someNull ? nulls : 0, order, total, nullsFirst);
    if (wantsMarks) sortedKeys.push({ words, nulls });
    else work.give(words, nulls);
  }
  yield;
  if (groups !== 0) {
    const { rows: places, starts } = orderByGroup(rowGroups, order, total, work);
    work.give(order, starts);
    order = places;
  }
  const heads = work.take(total * 4);
  const marks = wantsMarks ? work.takeZeroed(total) : 0;
  const { ordered } = kernelsOf(work.arena);
  for (const [at, n] of rowRanges(work, total)) {
    ordered.windowHeads(groups, order, at, at + n, heads);
    for (const key of sortedKeys) ordered.markChanges(key.words, key.nulls, order, at, at + n, marks);
  }
  for (const { words, nulls } of sortedKeys) work.give(words, nulls);
  return { context, total, order, heads, marks };
}
