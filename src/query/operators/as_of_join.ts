/**
 * `join last … before`, `join first … after`: at most one partner for each row, the nearest or the farthest by a column that
 * gives an order. Rows of the left stay where they are.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
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
import { stretches } from "../execution/stretches.ts";
import { orderByGroup } from "./group_order.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { flatten, readAll } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { positions, sortByKeys, toSortKeys } from "./ordering.ts";
import { PlacedRows } from "./placed_rows.ts";
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

/** How `findPartners` knows the sides. */
const SIDES = ["last before", "first after", "first before", "last after"];

/** Joins each row with one partner at most; without a key or an order a row has none. */
export function* runAsOfJoin(
  plan: AsOfPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const rightPart = flatten(work, right).parts[0]!;
  const index = yield* indexPartners(plan, rightPart, context);
  const parts: Part[] = [];
  for (const part of left.parts) parts.push(yield* joinPart(plan, part, rightPart, index, context));
  index.known.release();
  work.give(index.starts, index.keys, index.rows);
  return { columns: plan.columns, parts };
}

function* indexPartners(
  { on, asOf }: AsOfPlan,
  part: Part,
  context: OperatorContext,
): Steps<PartnerIndex> {
  const { work } = context;
  const { arena } = work;
  const { pointer: rows, count } = listRows(work, part);
  const known = new KeyGroups(work, on.length);
  const groups = work.takeZeroed(count * 4);
  yield* groupPart(part, on.map((each) => part.columns[each.right]!), known, groups, context, true);
  const column = part.columns[asOf.right]!;
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

function* joinPart(
  plan: AsOfPlan,
  part: Part,
  right: Part,
  index: PartnerIndex,
  context: OperatorContext,
): Steps<Part> {
  const { kind, on, asOf } = plan;
  const { work } = context;
  const { arena } = work;
  const { ordered } = kernelsOf(arena);
  const count = selectedRows(part);
  const partners = work.take(count * 4);
  const list = work.take(count * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const ids = work.takeZeroed(BLOCK_ROWS * 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  const keys = on.map((each) => part.columns[each.left]!);
  const column = part.columns[asOf.left]!;
  const side = SIDES.indexOf(`${asOf.side} ${asOf.direction}`);
  const keepsPartnered = kind === "inner" || kind === "semi";
  let done = 0;
  let kept = 0;
  for (const piece of pieces(work, part)) {
    yield;
    const numbers = rowNumbers(work, piece, scratch);
    const n = piece.count;
    index.known.assign(piece, keys, { values, nulls }, ids, { nullsAreNone: true, add: false });
    const nullsAt = readPiece(column, piece, values, nulls);
    toSortKeys(work, { column, descending: false }, values, nullsAt || nulls, n);
    const found = partners + 4 * done;
    ordered.findPartners(side, ids, values, nullsAt, n, index.starts, index.keys, index.rows, found);
    done += n;
    const { u32 } = arena;
    for (let at = 0; at < n; at++) {
      if ((u32[(found >>> 2) + at] !== NO_ROW) === keepsPartnered) {
        u32[(list >>> 2) + kept++] = u32[(numbers >>> 2) + at]!;
      }
    }
  }
  work.give(values, nulls, ids, scratch);
  const narrowed = kind === "left" ? part.selection : { kind: "list", pointer: list, count: kept } as const;
  if (kind === "left") work.give(list);
  const added = kind === "inner" || kind === "left" ? seenThrough(plan, part, right, partners, context) : [];
  work.give(partners);
  return { ...part, columns: [...part.columns, ...added], selection: narrowed };
}

/** The columns of the partners. */
function seenThrough(
  { on, asOf }: AsOfPlan,
  part: Part,
  right: Part,
  partners: number,
  { work }: OperatorContext,
): Column[] {
  const { arena } = work;
  const count = selectedRows(part);
  const words = work.takeZeroed(count * 8);
  const nulls = work.takeZeroed(count);
  for (let at = 0; at < count; at++) {
    work.did(1);
    const row = arena.u32[(partners >>> 2) + at]!;
    if (row === NO_ROW) arena.u8[nulls + at] = 1;
    else arena.u32[(words >>> 2) + 2 * at] = row;
  }
  const placed = new PlacedRows(work, part);
  const rows = placed.column({ name: "", type: "u64", display: "plain" }, words, nulls);
  placed.release();
  work.give(words, nulls);
  const keyed = new Set([...on.map((each) => each.right), asOf.right]);
  return right.columns.filter((_, at) => !keyed.has(at))
    .map((column) => new LookupColumn(column, arena, rows, column));
}
