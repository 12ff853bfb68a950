/**
 * `timeline … by KEYS`: one row per slice and combination of keys, even if empty.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import { U64_MAX } from "../../../base/u64.ts";
import type { Column } from "../../../tables/column.ts";
import type { Relation } from "../../execution/relation.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanColumn } from "../../plan/values.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import { runAggregate } from "../group/aggregate.ts";
import { runFilter } from "../scan/filter.ts";
import { keyWords, type NumberedKeys, numberKeys } from "../hash_group/numbered_keys.ts";
import {
  flatten,
  readWholeColumn,
  relationOf,
  ROW_NUMBER_COLUMN,
  storeNumbers,
  storeWords,
} from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { groupsBySlice } from "./slices.ts";
import { slicesWithRows } from "./sparse_slices.ts";

/** Empty rows are shown up to this many rows in all. */
const MOST_ROWS = QUERY_LIMITS.slices.most;

/** A timeline with keys. Columns: from, to, the keys, the aggregates. */
interface SeriesPlan extends Plan {
  readonly input: Plan;
  readonly over: Expr;
  readonly keys: readonly NamedExpr[];
  readonly aggregates: readonly BoundAggregate[];
}

/** The layout of slices. */
interface Slices {
  readonly base: bigint;
  readonly step: bigint;
  /** Start of the first slice, and a value in the last one. */
  readonly first: bigint;
  readonly last: bigint;
}

/** Computes rows slice by slice; within a slice, keys are in order of first appearance. */
export function* runSeries(
  plan: SeriesPlan,
  input: Relation,
  slices: Slices,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const { over, keys, aggregates } = plan;
  const sliced = groupsBySlice(plan, over, keys, slices.base, slices.step, aggregates);
  const all = flatten(work, yield* runAggregate(sliced, input, context));
  const groups = yield* withinSlices(sliced, all, context);
  const flat = groups.parts[0]!;
  const rows = yield* numberKeys(flat, keys.length, context);
  const { base, step } = slices;
  const count = ((slices.last - slices.first) / step + 1n) * BigInt(rows.count);
  if (count > BigInt(MOST_ROWS)) {
    rows.release();
    const part = all.parts[0]!;
    const numbered = yield* numberKeys(part, keys.length, context);
    const keyOrder = storeNumbers(work, ROW_NUMBER_COLUMN, numbered.ids, numbered.total);
    numbered.release();
    return yield* slicesWithRows(plan.columns, { part, keys: keys.length, keyOrder, base, step }, context);
  }
  const sliceOf = readWholeColumn(work, [flat], [flat.columns[keys.length]!], rows.total);
  const places = placesOf(rows, sliceOf, slices, context);
  const columns = edges(plan.columns, places, slices, context);
  for (let at = 0; at < keys.length; at++) {
    yield;
    columns.push(seriesKeyColumn(plan.columns[2 + at]!, flat.columns[at]!, places, rows, context));
  }
  for (const [at, aggregate] of aggregates.entries()) {
    yield;
    const column = flat.columns[keys.length + 1 + at]!;
    const read = readWholeColumn(work, [flat], [column], rows.total);
    columns.push(
      spread(plan.columns[columns.length]!, read, places, aggregate.fn.gives === "count", context),
    );
    work.give(read.words, read.nulls);
  }
  work.give(sliceOf.words, sliceOf.nulls);
  rows.release();
  return relationOf(plan.columns, columns, places.count);
}

/** Drops groups without a slice: a key that only they have would add an empty row to each slice. */
function* withinSlices(plan: AggregatePlan, groups: Relation, context: OperatorContext): Steps<Relation> {
  const { columns, span } = plan;
  const index = plan.keys.length - 1;
  const slice: Expr = { op: "column", index, type: columns[index]!.type, span };
  const isNull: Expr = { op: "isNull", operand: slice, type: "bool", span };
  const condition: Expr = { op: "not", operand: isNull, type: "bool", span };
  return yield* runFilter({ op: "filter", input: plan, condition, columns, span }, groups, context);
}

/** Positions of groups in the result. */
interface Places {
  readonly count: number;
  /** Result row by group; -1 for groups without a slice. */
  readonly rowOf: Int32Array;
  /** The slice of a result row, counted from the first one, and its key. */
  slice(row: number): bigint;
  key(row: number): number;
}

function placesOf(
  { total, ids, count }: NumberedKeys,
  sliceOf: { readonly words: number; readonly nulls: number; readonly someNull: boolean },
  { base, step, first, last }: Slices,
  { work }: OperatorContext,
): Places {
  const { u8, u32, u64 } = work.arena;
  const rowOf = new Int32Array(total).fill(-1);
  const from = (first - base) / step;
  const slices = Number((last - first) / step) + 1;
  for (let group = 0; group < total; group++) {
    work.tick(2);
    if (sliceOf.someNull && u8[sliceOf.nulls + group]) continue;
    const slice = u64[(sliceOf.words >>> 3) + group]! - from;
    rowOf[group] = Number(slice) * count + u32[(ids >>> 2) + group]!;
  }
  return {
    count: slices * count,
    rowOf,
    slice: (row) => BigInt(Math.floor(row / count)),
    key: (row) => row % count,
  };
}

/** Start and end columns of the slices. */
function edges(
  infos: readonly PlanColumn[],
  places: Places,
  { step, first }: Slices,
  { work }: OperatorContext,
): Column[] {
  const words = work.take(places.count * 8);
  const nulls = work.takeZeroed(places.count);
  const columns = [0n, step].map((offset, at) => {
    const { u8, u64 } = work.arena;
    for (let row = 0; row < places.count; row++) {
      work.tick(1);
      const value = first + places.slice(row) * step + offset;
      // The end of the last slice may not fit into 64 bits.
      u8[nulls + row] = value > U64_MAX ? 1 : 0;
      u64[(words >>> 3) + row] = value;
    }
    return storeWords(work, infos[at]!, words, nulls, places.count);
  });
  work.give(words, nulls);
  return columns;
}

function seriesKeyColumn(
  info: PlanColumn,
  column: Column,
  places: Places,
  rows: NumberedKeys,
  context: OperatorContext,
): Column {
  const { work } = context;
  const keys = keyWords(column, rows, context);
  const words = work.take(places.count * 8);
  const nulls = work.take(places.count);
  const { u8, u64 } = work.arena;
  for (let row = 0; row < places.count; row++) {
    work.tick(1);
    const key = places.key(row);
    u64[(words >>> 3) + row] = u64[(keys.words >>> 3) + key]!;
    u8[nulls + row] = u8[keys.nulls + key]!;
  }
  const stored = storeWords(work, info, words, nulls, places.count);
  work.give(keys.words, keys.nulls, words, nulls);
  return stored;
}

/** Puts the values of groups into their result rows; the others get 0 or null. */
function spread(
  info: PlanColumn,
  read: { readonly words: number; readonly nulls: number; readonly someNull: boolean },
  { count, rowOf }: Places,
  isCount: boolean,
  { work }: OperatorContext,
): Column {
  const words = work.takeZeroed(count * 8);
  const nulls = work.take(count);
  const { u8, u64 } = work.arena;
  u8.fill(isCount ? 0 : 1, nulls, nulls + count);
  for (const [group, row] of rowOf.entries()) {
    work.tick(1);
    if (row < 0) continue;
    u64[(words >>> 3) + row] = u64[(read.words >>> 3) + group]!;
    u8[nulls + row] = read.someNull ? u8[read.nulls + group]! : 0;
  }
  const stored = storeWords(work, info, words, nulls, count);
  work.give(words, nulls);
  return stored;
}
