/**
 * Rows by group: positions or numbers of rows, group after group.
 * @module
 */

import { threadSettings } from "../../memory/threads.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Workspace } from "../execution/relation.ts";
import { type SharedWork, shareWork } from "../execution/shared_work.ts";
import { stretches } from "../execution/stretches.ts";
import type { Steps } from "./operator.ts";
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

/** Nanoseconds for a row. */
const COST = 8;

/** The numbers of `total` rows by group; rows without a group are left out. */
export function* rowsByGroup(
  groups: RowGroups,
  numbers: number,
  total: number,
  work: Workspace,
): Steps<GroupedRows> {
  const { threads } = threadSettings();
  const together = yield* shareWork(work, { cost: COST * total, pieces: threads }, (shared) => {
    const overRanges = (call: RangeCall): Steps<void> =>
      shared.doAll(Array(threads).keys(), (at) => {
        const [from, to] = [at, at + 1].map((each) => Math.floor(groups.count * each / threads));
        call(shared, from!, to!);
        return () => {};
      }, 1);
    return placeRows(groups, numbers, total, work, overRanges);
  });
  const alone = function* (call: RangeCall): Steps<void> {
    yield;
    call(kernelsOf(work.arena), 0, groups.count);
  };
  return together ?? (yield* placeRows(groups, numbers, total, work, alone));
}

/** Looks at all rows for those of groups `from` .. `to` - 1. */
type RangeCall = (kernels: Pick<SharedWork, "keyed">, from: number, to: number) => void;

/** Counts the rows of each group and puts them to their places; a range of groups is for one thread at a time. */
function* placeRows(
  { groups, count }: RowGroups,
  numbers: number,
  total: number,
  work: Workspace,
  overRanges: (call: RangeCall) => Steps<void>,
): Steps<GroupedRows> {
  // A place is counted up from that of the first row to that behind the last one, where the next group begins.
  const starts = work.takeZeroed((count + 1) * 4);
  const places = starts + 4;
  yield* overRanges(({ keyed }, from, to) => {
    for (const [at, n] of stretches(work, total)) keyed.countRange(groups + 4 * at, n, from, to, places);
  });
  const { keyed } = kernelsOf(work.arena);
  let kept = 0;
  for (const [at, n] of stretches(work, count)) kept = keyed.startsOfCounts(places + 4 * at, n, kept);
  const rows = work.take(kept * 4);
  yield* overRanges(({ keyed }, from, to) => {
    for (const [at, n] of stretches(work, total)) {
      keyed.placeRange(groups + 4 * at, numbers + 4 * at, n, from, to, places, rows);
    }
  });
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
