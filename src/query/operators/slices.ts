/**
 * `hist` and `timeline`: groups that lie in a row, empty ones included.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { U64_MAX } from "../../base/u64.ts";
import type { Relation } from "../execution/relation.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { readColumn, readParts } from "../execution/single_values.ts";
import { findFunction } from "../functions/registry.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../plan/expressions.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import { constantsRelation, runAggregate } from "./aggregate.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import type { Plan } from "../plan/plan.ts";
import { findAggregate } from "../aggregates/registry.ts";

/** Slices of a timeline when no step is given. */
const DEFAULT_SLICES = 50n;
/** Empty slices are shown up to this number of slices in all. */
const MOST_SLICES = BigInt(QUERY_LIMITS.slices.most);

/** Columns: `from to count` and `bytes` (sum of size where the input has it). `bins` 0: one per power of two. */
export interface HistPlan extends Plan {
  readonly op: "hist";
  readonly input: Plan;
  readonly value: Expr;
  readonly bins: number;
}

/** Aggregates per slice: of `step` in `over` (record number, or time). Columns: `from to`, then aggregates. */
export interface TimelinePlan extends Plan {
  readonly op: "timeline";
  readonly input: Plan;
  /** What is sliced: seq, no or time. */
  readonly over: Expr;
  /** Null = about 50 slices. */
  readonly step: bigint | null;
  readonly aggregates: readonly BoundAggregate[];
}

/** Aggregates per slice of record numbers or of time. */
export function* runTimeline(
  plan: TimelinePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const span = yield* extent(plan.over, plan, input, context);
  if (!span) return constantsRelation(plan.columns, plan.columns.map(() => []), 0, context);
  const step = plan.step ?? roundStep((span.max - span.min) / DEFAULT_SLICES + 1n);
  const first = span.min - span.min % step;
  const groups = yield* grouped(plan, plan.over, 0n, step, plan.aggregates, input, context);
  return slicesOf(plan.columns, groups, first, span.max, step, plan.aggregates, context);
}

/** Rows per range of a value. */
export function* runHist(plan: HistPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  if (plan.value.type === "f64") return histOfDoubles(plan, input, context);
  const span = yield* extent(plan.value, plan, input, context);
  if (!span) return constantsRelation(plan.columns, plan.columns.map(() => []), 0, context);
  const bins = BigInt(Math.max(1, plan.bins));
  const step = plan.bins === 0 ? 1n : (span.max - span.min) / bins + 1n;
  const aggregates = [aggregate("count", null, plan)];
  const size = input.columns.findIndex((each) => each.name === "size");
  if (plan.columns.some((each) => each.name === "bytes") && size >= 0) {
    const { type } = input.columns[size]!;
    aggregates.push(aggregate("sum", { op: "column", index: size, type, span: plan.span }, plan));
  }
  const value = plan.bins === 0 ? powerOf(plan.value) : plan.value;
  const groups = yield* grouped(
    plan,
    value,
    plan.bins === 0 ? 0n : span.min,
    step,
    aggregates,
    input,
    context,
  );
  // An empty range holds no bytes; that is a number, not a gap.
  for (const values of groups.values()) values[1] ??= 0n;
  if (plan.bins === 0) return powersOf(plan, groups, context);
  return slicesOf(plan.columns, groups, span.min, span.max, step, aggregates, context, 0n);
}

/** The power of two below a value; 0 belongs to the first. */
function powerOf(value: Expr): Expr {
  const fn = findFunction("bucket")!;
  return { op: "call", fn, args: [value], type: "u64", span: value.span };
}

/** A row per power of two, from the smallest to the largest that has values. */
function powersOf(
  plan: HistPlan,
  groups: ReadonlyMap<bigint, Constant[]>,
  context: OperatorContext,
): Relation {
  const values: Constant[][] = plan.columns.map(() => []);
  const largest = [...groups.keys()].reduce((most, each) => each > most ? each : most, 0n);
  for (let power = smallest(groups); power <= largest; power++) {
    const found = groups.get(power) ?? [0n, 0n];
    // The end of the last power of all does not fit into 64 bits.
    const row = [power === 0n ? 0n : 1n << power, power === 63n ? null : 2n << power, ...found];
    values.forEach((each, at) => each.push(row[at] ?? null));
  }
  return constantsRelation(plan.columns, values, values[0]!.length, context);
}

function aggregate(
  name: "count" | "sum" | "min" | "max",
  arg: Expr | null,
  plan: { span: HistPlan["span"] },
): BoundAggregate {
  const fn = findAggregate(name)!;
  const type = fn.result(arg?.type ?? null);
  return { name, fn, arg, parameter: null, condition: null, type, display: "plain", span: plan.span };
}

/** Smallest and largest value; undefined without rows. */
function* extent(
  value: Expr,
  plan: HistPlan | TimelinePlan,
  input: Relation,
  context: OperatorContext,
): Steps<{ min: bigint; max: bigint } | undefined> {
  const aggregates = [aggregate("min", value, plan), aggregate("max", value, plan)];
  const columns = aggregates.map(({ name, type }) => ({ name, type, display: "plain" as const }));
  const ends: AggregatePlan = {
    op: "aggregate",
    input: plan.input,
    keys: [],
    aggregates,
    columns,
    span: plan.span,
  };
  const result = yield* runAggregate(ends, input, context);
  const [min] = readColumn(context, result, 0);
  const [max] = readColumn(context, result, 1);
  return typeof min === "bigint" && typeof max === "bigint" ? { min, max } : undefined;
}

/** Aggregates by number of the slice: (value - base) / step. */
function* grouped(
  plan: HistPlan | TimelinePlan,
  value: Expr,
  base: bigint,
  step: bigint,
  aggregates: readonly BoundAggregate[],
  input: Relation,
  context: OperatorContext,
): Steps<Map<bigint, Constant[]>> {
  const { span } = plan;
  const type = value.type === "i64" ? "i64" : "u64";
  const constant = (number: bigint): Expr => ({ op: "constant", value: number, type, span });
  const from: Expr = { op: "arithmetic", fn: "-", left: value, right: constant(base), type, span };
  const slice: Expr = { op: "arithmetic", fn: "/", left: from, right: constant(step), type, span };
  const keys: NamedExpr[] = [{ name: "slice", expr: slice, display: "plain" }];
  const columns: PlanColumn[] = [
    { name: "slice", type, display: "plain" },
    ...aggregates.map(({ name, type, display }) => ({ name, type, display })),
  ];
  const groups: AggregatePlan = { op: "aggregate", input: plan.input, keys, aggregates, columns, span };
  const result = yield* runAggregate(groups, input, context);
  const values = columns.map((_, at) => [...readColumn(context, result, at)]);
  const bySlice = new Map<bigint, Constant[]>();
  values[0]!.forEach((key, row) => {
    if (typeof key === "bigint") bySlice.set(key, values.slice(1).map((each) => each[row]!));
  });
  return bySlice;
}

function slicesOf(
  columns: readonly PlanColumn[],
  groups: ReadonlyMap<bigint, Constant[]>,
  first: bigint,
  last: bigint,
  step: bigint,
  aggregates: readonly BoundAggregate[],
  context: OperatorContext,
  nothing: Constant = null,
): Relation {
  const base = first - (groups.size > 0 ? smallest(groups) * step : 0n);
  const slices = (last - first) / step + 1n;
  const from = groups.size > 0 ? smallest(groups) : 0n;
  const numbers = slices <= MOST_SLICES
    ? Array.from({ length: Number(slices) }, (_, at) => from + BigInt(at))
    : [...groups.keys()].sort((left, right) => (left < right ? -1 : 1));
  const values: Constant[][] = columns.map(() => []);
  for (const slice of numbers) {
    const start = base + slice * step;
    values[0]!.push(start);
    // The end of the very last slice may not fit into 64 bits.
    values[1]!.push(fits(start + step, columns[1]!.type) ? start + step : null);
    const found = groups.get(slice);
    aggregates.forEach((each, at) => {
      const empty = each.fn.gives === "count" ? 0n : nothing;
      values[2 + at]!.push(found ? found[at]! : empty);
    });
  }
  return constantsRelation(columns, values, numbers.length, context);
}

function fits(value: bigint, type: PlanColumn["type"]): boolean {
  return type === "i64" ? value < 1n << 63n : value <= U64_MAX;
}

function smallest(groups: ReadonlyMap<bigint, unknown>): bigint {
  let least: bigint | undefined;
  for (const key of groups.keys()) if (least === undefined || key < least) least = key;
  return least ?? 0n;
}

/** A step that reads well: 1, 2 or 5 times a power of ten. */
function roundStep(step: bigint): bigint {
  let unit = 1n;
  while (unit * 10n <= step) unit *= 10n;
  for (const factor of [1n, 2n, 5n, 10n]) if (unit * factor >= step) return unit * factor;
  return step;
}

function histOfDoubles(plan: HistPlan, input: Relation, context: OperatorContext): Relation {
  const size = input.columns.findIndex((each) => each.name === "size");
  const withBytes = size >= 0 && plan.columns.some((each) => each.name === "bytes");
  const values = input.parts.map((part) => new ExpressionCompiler(context, part).compile(plan.value));
  const sizes = withBytes ? [...readColumn(context, input, size)] : [];
  const rows: { value: number; size: Constant }[] = [];
  let at = 0;
  for (const value of readParts(context, input.parts, values)) {
    const size = sizes[at++] ?? null;
    if (typeof value === "number") rows.push({ value, size });
  }
  if (rows.length === 0) return constantsRelation(plan.columns, plan.columns.map(() => []), 0, context);
  let min = rows[0]!.value;
  let max = min;
  for (const { value } of rows) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const bins = Math.max(1, plan.bins);
  const width = (max - min) / bins || 1;
  const counts = new Array<bigint>(bins).fill(0n);
  const bytes = new Array<bigint>(bins).fill(0n);
  for (const { value, size } of rows) {
    const bin = Math.min(bins - 1, Math.floor((value - min) / width));
    counts[bin]!++;
    if (typeof size === "bigint") bytes[bin]! += size;
  }
  const byName: Record<string, Constant[]> = {
    from: counts.map((_, at) => min + at * width),
    to: counts.map((_, at) => min + (at + 1) * width),
    count: counts,
    bytes,
  };
  const lists = plan.columns.map(({ name }) => byName[name] ?? counts.map(() => null));
  return constantsRelation(plan.columns, lists, bins, context);
}
