/**
 * Finds as-of partners among rows in memory: the nearest or farthest by an order column.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { listRows, pieces, readPiece, selectedRows } from "../../execution/relation.ts";
import { rowRanges } from "../../execution/row_ranges.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { orderByGroup } from "../hash_group/group_order.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { readWholeColumn, writeRowNumbers } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { positions, sortByKeys, toSortKeys } from "../sort/sort_keys.ts";
import type { PartitionedSide } from "./build_index.ts";
import { groupPart } from "../hash_group/row_groups.ts";

/**
 * An as-of join: the partner of a row is the last or first of those strictly before or after it by the order
 * columns.
 */
export interface AsOfPlan extends JoinPlan {
  readonly asOf: {
    readonly side: "first" | "last";
    readonly direction: "before" | "after";
    /** Index of the column on the left side. */
    readonly left: number;
    readonly right: number;
  };
}

/** A column of partner rows. */
export const PARTNER_ROW_COLUMN: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Partners by group and order. */
interface PartnerIndex {
  readonly known: KeyGroups;
  readonly starts: number;
  /** Sort keys, ascending within each group. */
  readonly sorted: number;
  /** Row numbers of the right side, in the order of `sorted`. */
  readonly rows: number;
  readonly count: number;
}

/**
 * A partner known from another range. If `isBetter` is set, it replaces any partner that is found; otherwise it is used
 * only if none is found.
 */
export interface KnownPartner {
  readonly row: number;
  readonly isBetter: boolean;
}

/** Which row is the partner: the index here is the number that the kernel `findPartners` takes. */
const SIDES = ["last before", "first after", "first before", "last after"];

/** Finds the partner of each row of the left side, by position; frees the index if there is one. */
export function* findPartners(
  plan: AsOfPlan,
  left: PartitionedSide,
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
  const filler = new ColumnFiller(work, PARTNER_ROW_COLUMN);
  // Probe: for each row of the left side, find the right rows with its keys, and search them by order for the
  // partner.
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
      // Write null bytes only now: until here, they are those of the order column.
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

/** Builds the index: rows of the right side by group and order. */
export function* indexPartners(
  side: PartitionedSide,
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
  const { words, nulls, someNull } = readWholeColumn(work, [part], [column], count);
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
  for (const [at, n] of rowRanges(work, kept)) {
    group.permute(words, places + 4 * at, n, keys + 8 * at);
    group.permute32(rows, places + 4 * at, n, partners + 4 * at);
  }
  work.give(rows, groups, words, nulls, order, places);
  return { known, starts, sorted: keys, rows: partners, count: kept };
}
