/**
 * `join last … before`, `join first … after`: at most one partner for each row, the nearest or the farthest by a column that
 * gives an order. Rows of the left stay where they are.
 * @module
 */

import { BLOCK_ROWS, blockKernels, NO_ROW } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import type { StoredColumn } from "../../tables/stored_column.ts";
import { CHUNK_BYTES } from "../execution/chunk_column.ts";
import { KeyGroups } from "../execution/key_groups.ts";
import { kernelsOf } from "../execution/kernels.ts";
import {
  listRows,
  type Part,
  pieces,
  readPiece,
  type Relation,
  rowNumbers,
  selectedRows,
} from "../execution/relation.ts";
import { bitsOfShares, roomFor } from "../execution/room.ts";
import { stretches } from "../execution/stretches.ts";
import type { PlanColumn } from "../plan/values.ts";
import { ColumnFiller } from "./column_filler.ts";
import { orderByGroup } from "./group_order.ts";
import { divideRows } from "./group_shares.ts";
import { withScratch } from "./hash_groups.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { flatten, readAll, writeRowNumbers } from "./materialize.ts";
import { mergeRuns, type Run } from "./merge_runs.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { positions, sortByKeys, toSortKeys } from "./ordering.ts";
import { PlacedRows } from "./placed_rows.ts";
import type { Side } from "./right_index.ts";
import { groupPart } from "./row_groups.ts";

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

/** Whether rows have one partner at most. */
export function isAsOf(plan: JoinPlan): plan is AsOfPlan {
  return "asOf" in plan;
}

/** Partners by group and order. */
interface PartnerIndex {
  readonly known: KeyGroups;
  readonly starts: number;
  /** Sort keys, ascending within each group. */
  readonly keys: number;
  /** Row numbers of the right beside them. */
  readonly rows: number;
}

/** What an index of partners takes for a row while it is made. */
const BYTES_OF_ROW = 60;

const ROW: PlanColumn = { name: "", type: "u64", display: "plain" };

/** How `findPartners` knows the sides. */
const SIDES = ["last before", "first after", "first before", "last after"];

/** Joins each row with one partner at most; without a key or an order a row has none. */
export function* runAsOfJoin(
  plan: AsOfPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const rightPart = flatten(context.work, right).parts[0]!;
  const parts: Part[] = [];
  for (const part of left.parts) parts.push(yield* joinPart(plan, part, rightPart, context));
  return { columns: plan.columns, parts };
}

function* joinPart(plan: AsOfPlan, part: Part, right: Part, context: OperatorContext): Steps<Part> {
  const { kind, on, asOf } = plan;
  const leftSide = sideOf(part, on.map((each) => each.left), asOf.left);
  const rightSide = sideOf(right, on.map((each) => each.right), asOf.right);
  const partners = yield* partnersOf(plan, leftSide, rightSide, context);
  const selection = kind === "left" ? part.selection : withPartner(part, partners, kind !== "anti", context);
  const added = kind === "inner" || kind === "left" ? seenThrough(plan, part, right, partners, context) : [];
  partners.free();
  return { ...part, columns: [...part.columns, ...added], selection };
}

function sideOf(part: Part, keys: readonly number[], order: number): Side {
  const arg = part.columns[order];
  return {
    part,
    keys: keys.map((index) => part.columns[index]!),
    inputs: [{ arg, order: undefined, condition: undefined }],
  };
}

/** The partner of each row of the left, by position: its row number, or null. */
function* partnersOf(
  plan: AsOfPlan,
  left: Side,
  right: Side,
  context: OperatorContext,
): Steps<StoredColumn> {
  const { work } = context;
  const most = roomFor(work.arena);
  const bytes = selectedRows(right.part) * BYTES_OF_ROW;
  if (bytes <= most || plan.on.length === 0) return yield* findPartners(plan, left, right, context);
  const scratch = withScratch(context, "shares of rows");
  try {
    const bytesEach = 2 * (plan.on.length + 3) * CHUNK_BYTES;
    const bits = bitsOfShares(Math.ceil(Math.log2(bytes / most)) + 1, most, bytesEach);
    const lefts = yield* divideRows([left], scratch, bits);
    const rights = yield* divideRows([right], scratch, bits);
    const runs: Run[] = [];
    for (const [at, share] of lefts.entries()) {
      const partners = yield* findPartners(plan, share, rights[at]!, context);
      for (const each of rights[at]!.part.columns) each.free();
      for (const each of share.part.columns) if (each !== share.places) each.free();
      runs.push({ columns: [partners], order: share.places, count: share.part.rowCount });
    }
    const [merged] = yield* mergeRuns(work, [ROW], runs);
    return merged!;
  } finally {
    scratch.work.arena.close();
  }
}

/** The same with all rows of the right in memory. */
function* findPartners(
  plan: AsOfPlan,
  left: Side,
  right: Side,
  context: OperatorContext,
): Steps<StoredColumn> {
  const { work } = context;
  const { arena } = work;
  const { ordered } = kernelsOf(arena);
  const index = yield* indexPartners(plan, right, context);
  const column = left.inputs[0]!.arg!;
  const side = SIDES.indexOf(`${plan.asOf.side} ${plan.asOf.direction}`);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const ids = work.takeZeroed(BLOCK_ROWS * 4);
  const found = work.take(BLOCK_ROWS * 4);
  const filler = new ColumnFiller(work, ROW);
  for (const piece of pieces(work, left.part)) {
    yield;
    const n = piece.count;
    index.known.assign(piece, left.keys, { values, nulls }, ids, { nullsAreNone: true, add: false });
    const nullsAt = readPiece(column, piece, values, nulls);
    toSortKeys(work, { column, descending: false }, values, nullsAt || nulls, n);
    ordered.findPartners(side, ids, values, nullsAt, n, index.starts, index.keys, index.rows, found);
    const { u8, u32 } = arena;
    for (let at = 0; at < n; at++) {
      const row = u32[(found >>> 2) + at]!;
      u32[(values >>> 2) + 2 * at] = row;
      u32[(values >>> 2) + 2 * at + 1] = 0;
      u8[nulls + at] = row === NO_ROW ? 1 : 0;
    }
    filler.add(values, nulls, n);
  }
  index.known.release();
  work.give(values, nulls, ids, found, index.starts, index.keys, index.rows);
  return filler.finish();
}

function* indexPartners({ on }: AsOfPlan, side: Side, context: OperatorContext): Steps<PartnerIndex> {
  const { work } = context;
  const { arena } = work;
  const { part, keys: keyColumns, inputs } = side;
  const count = selectedRows(part);
  const rows = side.rows ? work.take(count * 4) : listRows(work, part).pointer;
  if (side.rows) yield* writeRowNumbers(work, side.rows, count, rows);
  const known = new KeyGroups(work, on.length);
  const groups = work.takeZeroed(count * 4);
  yield* groupPart(part, keyColumns, known, groups, context, true);
  const column = inputs[0]!.arg!;
  const { words, nulls, someNull } = readAll(work, [part], [column], count);
  toSortKeys(work, { column, descending: false }, words, nulls, count);
  if (someNull) {
    for (let at = 0; at < count; at++) {
      work.did(1);
      if (arena.u8[nulls + at]) arena.u32[(groups >>> 2) + at] = NO_ROW;
    }
  }
  const order = positions(work, count);
  yield;
  sortByKeys(work, words, someNull ? nulls : 0, order, count);
  const { places, starts } = orderByGroup({ groups, count: known.count }, order, count, work);
  const kept = arena.u32[(starts >>> 2) + known.count]!;
  const keys = work.take(kept * 8);
  const partners = work.take(kept * 4);
  const { group } = kernelsOf(arena);
  for (const [at, n] of stretches(work, kept)) {
    group.permute(words, places + 4 * at, n, keys + 8 * at);
    group.permute32(rows, places + 4 * at, n, partners + 4 * at);
  }
  work.give(rows, groups, words, nulls, order, places);
  return { known, starts, keys, rows: partners };
}

/** The rows that have a partner, or those that have none. */
function withPartner(
  part: Part,
  partners: StoredColumn,
  wanted: boolean,
  { work }: OperatorContext,
): Part["selection"] {
  const { arena } = work;
  const pointer = work.take(selectedRows(part) * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const places = work.take(BLOCK_ROWS * 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  let done = 0;
  let count = 0;
  for (const piece of pieces(work, part)) {
    const numbers = rowNumbers(work, piece, scratch);
    blockKernels(arena).countUp(done, piece.count, places);
    const someNull = partners.gather(places, piece.count, values, nulls) > 0;
    done += piece.count;
    const { u8, u32 } = arena;
    for (let at = 0; at < piece.count; at++) {
      const isPartnered = !someNull || u8[nulls + at] === 0;
      if (isPartnered === wanted) u32[(pointer >>> 2) + count++] = u32[(numbers >>> 2) + at]!;
    }
  }
  work.give(values, nulls, places, scratch);
  return { kind: "list", pointer, count };
}

/** The columns of the partners. */
function seenThrough(
  { on, asOf }: AsOfPlan,
  part: Part,
  right: Part,
  partners: StoredColumn,
  { work }: OperatorContext,
): Column[] {
  const placed = new PlacedRows(work, part);
  const rows = placed.columnFrom(ROW, partners, 0);
  placed.release();
  const keyed = new Set([...on.map((each) => each.right), asOf.right]);
  return right.columns.filter((_, at) => !keyed.has(at))
    .map((column) => new LookupColumn(column, work.arena, rows, column));
}
