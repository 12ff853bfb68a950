/**
 * Rows by group: positions or numbers of rows, group after group.
 * @module
 */

import { kernelsOf } from "../../execution/kernels.ts";
import type { Workspace } from "../../execution/relation.ts";
import { stretches } from "../../execution/stretches.ts";
import type { RowGroups } from "./row_groups.ts";

/** Addresses of lists of numbers (u32), which the caller gives back. */
interface GroupedRows {
  /** Numbers of rows, group after group; those of a group keep their order. */
  readonly rows: number;
  /** Where the rows of each group begin in `rows`, and where those of the last one end. */
  readonly starts: number;
}

/** Positions of `total` rows by group; those of a group keep the order that they have in `order`. */
export function orderByGroup(
  { groups, count }: RowGroups,
  order: number,
  total: number,
  work: Workspace,
): GroupedRows {
  const { group } = kernelsOf(work.arena);
  const ids = work.take(total * 4);
  for (const [at, n] of stretches(work, total)) group.permute32(groups, order + 4 * at, n, ids + 4 * at);
  const found = rowsByGroup({ groups: ids, count }, order, total, work);
  work.give(ids);
  return found;
}

/** The numbers of `total` rows by group; rows without a group are left out. */
export function rowsByGroup(
  { groups, count }: RowGroups,
  numbers: number,
  total: number,
  work: Workspace,
): GroupedRows {
  const { keyed } = kernelsOf(work.arena);
  // A place is counted up from that of the first row to that after the last one, where the next group begins.
  const starts = work.takeZeroed((count + 1) * 4);
  const places = starts + 4;
  for (const [at, n] of stretches(work, total)) keyed.countIds(groups + 4 * at, n, places);
  let kept = 0;
  for (const [at, n] of stretches(work, count)) kept = keyed.startsOfCounts(places + 4 * at, n, kept);
  const rows = work.take(kept * 4);
  for (const [at, n] of stretches(work, total)) {
    keyed.placeIds(groups + 4 * at, numbers + 4 * at, n, places, rows);
  }
  return { rows, starts };
}
