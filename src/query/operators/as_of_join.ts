/**
 * `join last … before`, `join first … after`: at most one partner for each row, the nearest or the farthest by a column that
 * gives an order. Rows of the left stay where they are.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import { Grouper } from "../execution/grouping.ts";
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
import { joinZeros } from "../execution/words.ts";
import { blockKernels } from "../../tables/block.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { flatten, readAll } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { sortByKeys, toSortKeys } from "./ordering.ts";
import { PlacedRows } from "./placed_rows.ts";
import { startsOfGroups } from "./window_order.ts";

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
  readonly steps: readonly Grouper[];
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
  for (const step of index.steps) step.release();
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
  const steps = on.map(() => new Grouper(work));
  const groups = work.takeZeroed(count * 4);
  let done = 0;
  yield* overGroups(on.map((each) => each.right), steps, part, true, context, (ids, n) => {
    arena.u8.copyWithin(groups + 4 * done, ids, ids + 4 * n);
    done += n;
  });
  const column = part.columns[asOf.right]!;
  const { words, nulls, someNull } = readAll(work, [part], [column], count);
  if (column.type === "f64") joinZeros(work.pools, words, count);
  toSortKeys(work, { column, descending: false }, words, nulls, count);
  if (someNull) {
    for (let at = 0; at < count; at++) {
      work.did(1);
      if (arena.u8[nulls + at]) arena.u32[(groups >>> 2) + at] = NO_ROW;
    }
  }
  const order = work.take(count * 4);
  for (const [at, n] of stretches(work, count)) blockKernels(arena).countUp(at, n, order + 4 * at);
  yield;
  sortByKeys(work, words, someNull ? nulls : 0, order, count);
  const groupCount = steps.at(-1)?.count ?? 1;
  const starts = startsOfGroups(groups, groupCount, count, work);
  const next = work.take((groupCount + 1) * 4);
  arena.u8.copyWithin(next, starts, starts + 4 * (groupCount + 1));
  const grouped = work.take(count * 4);
  const { ordered, group } = kernelsOf(arena);
  for (const [at, n] of stretches(work, count)) {
    ordered.scatterOrder(groups, order, at, at + n, next, grouped);
  }
  const kept = arena.u32[(starts >>> 2) + groupCount]!;
  const keys = work.take(kept * 8);
  const partners = work.take(kept * 4);
  for (const [at, n] of stretches(work, kept)) {
    group.permute(words, grouped + 4 * at, n, keys + 8 * at);
    group.permute32(rows, grouped + 4 * at, n, partners + 4 * at);
  }
  work.give(rows, groups, words, nulls, order, next, grouped);
  return { steps, starts, keys, rows: partners };
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
  const count = selectedRows(part);
  const partners = work.take(count * 4);
  const list = work.take(count * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const column = part.columns[asOf.left]!;
  const side = SIDES.indexOf(`${asOf.side} ${asOf.direction}`);
  const keepsPartnered = kind === "inner" || kind === "semi";
  let done = 0;
  let kept = 0;
  yield* overGroups(
    on.map((each) => each.left),
    index.steps,
    part,
    false,
    context,
    (ids, n, piece, numbers) => {
      const nullsAt = readPiece(column, piece, values, nulls);
      if (column.type === "f64") joinZeros(work.pools, values, n);
      toSortKeys(work, { column, descending: false }, values, nullsAt || nulls, n);
      const found = partners + 4 * done;
      kernelsOf(arena).ordered.findPartners(
        side,
        ids,
        values,
        nullsAt,
        n,
        index.starts,
        index.keys,
        index.rows,
        found,
      );
      done += n;
      const { u32 } = arena;
      for (let at = 0; at < n; at++) {
        if ((u32[(found >>> 2) + at] !== NO_ROW) === keepsPartnered) {
          u32[(list >>> 2) + kept++] = u32[(numbers >>> 2) + at]!;
        }
      }
    },
  );
  work.give(values, nulls);
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

/** The group of every row by some columns; rows with a null key have none. Without columns all are in one. */
function* overGroups(
  columns: readonly number[],
  steps: readonly Grouper[],
  part: Part,
  add: boolean,
  context: OperatorContext,
  take: (ids: number, count: number, piece: Parameters<typeof readPiece>[1], numbers: number) => void,
): Steps<void> {
  const { work } = context;
  const { arena } = work;
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const ids = work.takeZeroed(BLOCK_ROWS * 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  const missing = work.takeZeroed(BLOCK_ROWS);
  for (const piece of pieces(work, part)) {
    yield;
    const numbers = rowNumbers(work, piece, scratch);
    columns.forEach((index, step) => {
      const column = part.columns[index]!;
      const nullsAt = readPiece(column, piece, values, nulls);
      if (column.type === "f64") joinZeros(work.pools, values, piece.count);
      steps[step]!.assign(values, nullsAt, piece.count, ids, step > 0, numbers, 0, add);
      const { u8 } = arena;
      for (let at = 0; at < piece.count; at++) {
        const isNull = nullsAt !== 0 && u8[nullsAt + at] !== 0;
        u8[missing + at] = isNull || (step > 0 && u8[missing + at] !== 0) ? 1 : 0;
      }
    });
    if (columns.length > 0) {
      for (let at = 0; at < piece.count; at++) {
        if (arena.u8[missing + at]) arena.u32[(ids >>> 2) + at] = NO_ROW;
      }
    }
    take(ids, piece.count, piece, numbers);
  }
  work.give(values, nulls, ids, scratch, missing);
}
