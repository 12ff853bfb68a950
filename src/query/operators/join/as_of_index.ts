/**
 * Partners of rows, the nearest or the farthest by a column that gives an order, among rows that are in memory.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { listRows, pieces, readPiece, selectedRows } from "../../execution/relation.ts";
import { stretches } from "../../execution/stretches.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { orderByGroup } from "../hash_group/group_order.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { readAll, writeRowNumbers } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { positions, sortByKeys, toSortKeys } from "../sort/sort_keys.ts";
import type { Side } from "./build_index.ts";
import { groupPart } from "../hash_group/row_groups.ts";

/** The partner of a row: of those that are strictly before or after it by the columns of the order, the last or the first. */
export interface AsOfPlan extends JoinPlan {
  readonly asOf: {
    readonly side: "first" | "last";
    readonly direction: "before" | "after";
    /** Column numbers. */
    readonly left: number;
    readonly right: number;
  };
}

/** Rows of partners. */
export const ROW: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Partners by group and order. */
interface PartnerIndex {
  readonly known: KeyGroups;
  readonly starts: number;
  /** Sort keys, ascending within each group. */
  readonly sorted: number;
  /** Row numbers of the right beside them. */
  readonly rows: number;
  readonly count: number;
}

/** The partner of rows that is known before: instead of what is found, or where nothing is. */
export interface KnownPartner {
  readonly row: number;
  readonly isBetter: boolean;
}

/** How `findPartners` knows the sides. */
const SIDES = ["last before", "first after", "first before", "last after"];

/** The partner of each row of the left, by position; gives the memory of the index back, if there is one. */
export function* findPartners(
  plan: AsOfPlan,
  left: Side,
  index: PartnerIndex | undefined,
  before: KnownPartner | undefined,
  context: RunContext,
): Steps<StoredColumn> {
  const { work } = context;
  const { arena } = work;
  const { ordered } = kernelsOf(arena);
  const column = left.inputs[0]!.arg!;
  const side = SIDES.indexOf(`${plan.asOf.side} ${plan.asOf.direction}`);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const ids = work.takeZeroed(BLOCK_ROWS * 4);
  const found = work.take(BLOCK_ROWS * 4);
  const filler = new ColumnFiller(work, ROW);
  // Probe: for each row of the left, find the rows of the right with its keys, and search their order for the nearest.
  for (const piece of pieces(work, left.part)) {
    yield;
    const n = piece.count;
    index?.known.assign(piece, left.keys, { values, nulls }, ids, { nullsAreNone: true, add: false });
    const nullsAt = readPiece(column, piece, values, nulls);
    if (index) {
      toSortKeys(work, { column, descending: false }, values, nullsAt || nulls, n);
      ordered.findPartners(side, ids, values, nullsAt, n, index.starts, index.sorted, index.rows, found);
    } else arena.u32.fill(NO_ROW, found >>> 2, (found >>> 2) + n);
    const { u8, u32 } = arena;
    for (let at = 0; at < n; at++) {
      let row = u32[(found >>> 2) + at]!;
      if (before && (before.isBetter || row === NO_ROW) && !(nullsAt && u8[nullsAt + at])) row = before.row;
      u32[(values >>> 2) + 2 * at] = row;
      u32[(values >>> 2) + 2 * at + 1] = 0;
      // Only now: the null bytes of the order are there until then.
      u8[nulls + at] = row === NO_ROW ? 1 : 0;
    }
    filler.add(values, nulls, n);
  }
  work.give(values, nulls, ids, found);
  if (index) {
    index.known.release();
    work.give(index.starts, index.sorted, index.rows);
  }
  return filler.finish();
}

/** Rows of the right by group and order. */
export function* indexPartners(
  side: Side,
  context: RunContext,
): Steps<PartnerIndex> {
  const { work } = context;
  const { arena } = work;
  const { part, keys: keyColumns, inputs } = side;
  const count = selectedRows(part);
  const rows = side.rows ? work.take(count * 4) : listRows(work, part).pointer;
  if (side.rows) yield* writeRowNumbers(work, side.rows, count, rows);
  const known = new KeyGroups(work, keyColumns.length);
  const groups = work.takeZeroed(count * 4);
  yield* groupPart(part, keyColumns, known, groups, context, true);
  const column = inputs[0]!.arg!;
  const { words, nulls, someNull } = readAll(work, [part], [column], count);
  toSortKeys(work, { column, descending: false }, words, nulls, count);
  if (someNull) {
    for (let at = 0; at < count; at++) {
      work.tick(1);
      if (arena.u8[nulls + at]) arena.u32[(groups >>> 2) + at] = NO_ROW;
    }
  }
  const order = positions(work, count);
  yield;
  sortByKeys(work, words, someNull ? nulls : 0, order, count);
  const { rows: places, starts } = orderByGroup({ groups, count: known.count }, order, count, work);
  const kept = arena.u32[(starts >>> 2) + known.count]!;
  const keys = work.take(kept * 8);
  const partners = work.take(kept * 4);
  const { group } = kernelsOf(arena);
  for (const [at, n] of stretches(work, kept)) {
    group.permute(words, places + 4 * at, n, keys + 8 * at);
    group.permute32(rows, places + 4 * at, n, partners + 4 * at);
  }
  work.give(rows, groups, words, nulls, order, places);
  return { known, starts, sorted: keys, rows: partners, count: kept };
}
