/**
 * Sorts rows by group: positions or row numbers, group after group.
 * @module
 */

import { kernelsOf } from "../../execution/kernels.ts";
import type { Workspace } from "../../execution/relation.ts";
import { rowRanges } from "../../execution/row_ranges.ts";
import type { RowGroups } from "./row_groups.ts";

/** Addresses of lists (u32), which the caller frees. */
interface GroupedRows {
  /** Row numbers, group after group, in order within a group. */
  readonly rows: number;
  /** Offsets of each group in `rows`, and the end of the last one. */
  readonly starts: number;
}

/** Positions of `total` rows by group; within a group they keep the order of `order`. */
export function orderByGroup(
  { groups, count }: RowGroups,
  order: number,
  total: number,
  work: Workspace,
): GroupedRows {
  const { group } = kernelsOf(work.arena);
  const ids = work.take(total * 4);
  for (const [at, n] of rowRanges(work, total)) group.permute32(groups, order + 4 * at, n, ids + 4 * at);
  const found = rowsByGroup({ groups: ids, count }, order, total, work);
  work.give(ids);
  return found;
}

/** Row numbers of `total` rows by group; rows without a group are left out. */
export function rowsByGroup(
  { groups, count }: RowGroups,
  numbers: number,
  total: number,
  work: Workspace,
): GroupedRows {
  const { keyed } = kernelsOf(work.arena);
  // Each entry starts as the offset of its group's first row and is advanced to that of the next group.
  const starts = work.takeZeroed((count + 1) * 4);
  const places = starts + 4;
  for (const [at, n] of rowRanges(work, total)) keyed.countIds(groups + 4 * at, n, places);
  let kept = 0;
  for (const [at, n] of rowRanges(work, count)) kept = keyed.startsOfCounts(places + 4 * at, n, kept);
  const rows = work.take(kept * 4);
  for (const [at, n] of rowRanges(work, total)) {
    keyed.placeIds(groups + 4 * at, numbers + 4 * at, n, places, rows);
  }
  return { rows, starts };
}
