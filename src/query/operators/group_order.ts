/**
 * Rows by group: positions of rows, group after group.
 * @module
 */

import { kernelsOf } from "../execution/kernels.ts";
import type { Workspace } from "../execution/relation.ts";
import { stretches } from "../execution/stretches.ts";
import { positions } from "./ordering.ts";
import type { RowGroups } from "./row_groups.ts";

/** Addresses of lists of numbers (u32), which the caller gives back. */
interface GroupOrder {
  /** Positions of rows; those of a group follow one another. */
  readonly places: number;
  /** Where the rows of each group begin in `places`, and after the last one how many rows are in a group. */
  readonly starts: number;
}

/** Positions of `total` rows by group; those of a group keep the order that they have in `order`. */
export function orderByGroup(
  { groups, count }: RowGroups,
  order: number,
  total: number,
  work: Workspace,
): GroupOrder {
  const { ordered } = kernelsOf(work.arena);
  const starts = startsOfGroups(groups, count, total, work);
  const next = work.take((count + 1) * 4);
  work.arena.u8.copyWithin(next, starts, starts + 4 * (count + 1));
  const places = work.take(total * 4);
  for (const [at, n] of stretches(work, total)) ordered.scatterOrder(groups, order, at, at + n, next, places);
  work.give(next);
  return { places, starts };
}

/** Rows by group. */
interface GroupedRows {
  /** Row numbers, group after group; those of a group keep their order. */
  readonly rows: number;
  /** Where the rows of each group begin in `rows`, and where those of the last one end. */
  readonly starts: number;
}

/** The numbers of `total` rows by group; rows without a group are left out. */
export function rowsByGroup(
  groups: RowGroups,
  numbers: number,
  total: number,
  work: Workspace,
): GroupedRows {
  const order = positions(work, total);
  const { places, starts } = orderByGroup(groups, order, total, work);
  const kept = work.arena.u32[(starts >>> 2) + groups.count]!;
  const rows = work.take(kept * 4);
  const { group } = kernelsOf(work.arena);
  for (const [at, n] of stretches(work, kept)) group.permute32(numbers, places + 4 * at, n, rows + 4 * at);
  work.give(order, places);
  return { rows, starts };
}

function startsOfGroups(groups: number, count: number, total: number, work: Workspace): number {
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
