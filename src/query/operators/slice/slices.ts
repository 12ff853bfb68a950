/**
 * Slices of a value, including empty ones: for `hist` and `timeline`.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import { U64_MAX } from "../../../base/u64.ts";
import { findAggregate } from "../../aggregates/registry.ts";
import type { Relation } from "../../execution/relation.ts";
import { readColumn } from "../../execution/single_values.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import { constantsRelation } from "../columns/constants.ts";
import { runAggregate } from "../group/aggregate.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { fitsColumn } from "./sparse_slices.ts";

/** A step that cuts its input into slices. */
type SlicedPlan = Plan & { readonly input: Plan };

/** Empty slices are shown up to this many slices in all. */
const MOST_SLICES = BigInt(QUERY_LIMITS.slices.most);

/** Makes an aggregate that the query does not name, such as the count of each slice in `hist`. */
export function aggregate(
  name: "count" | "sum" | "min" | "max",
  arg: Expr | null,
  plan: { span: Plan["span"] },
): BoundAggregate {
  const fn = findAggregate(name)!;
  const type = fn.result(arg?.type ?? null);
  return { name, fn, arg, parameter: null, condition: null, type, display: "plain", span: plan.span };
}

/** Minimum and maximum of a value; undefined if there are no rows. */
export function* extent(
  value: Expr,
  plan: SlicedPlan,
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

/** Groups by keys and slice number, (value - base) / step. A null value has no slice number. */
export function groupsBySlice(
  { input, span }: SlicedPlan,
  value: Expr,
  keys: readonly NamedExpr[],
  base: bigint,
  step: bigint,
  aggregates: readonly BoundAggregate[],
): AggregatePlan {
  const type = value.type === "i64" ? "i64" : "u64";
  const constant = (number: bigint): Expr => ({ op: "constant", value: number, type, span });
  const from: Expr = base === 0n
    ? value
    : { op: "arithmetic", fn: "-", left: value, right: constant(base), type, span };
  // A step wider than 64 bits puts every value into slice 0, and null into none.
  const slice: Expr = step > U64_MAX
    ? { op: "arithmetic", fn: "-", left: from, right: from, type, span }
    // Powers of two are used as slices directly: packed blocks can be grouped by them.
    : base === 0n && step === 1n
    ? value
    : { op: "arithmetic", fn: "/", left: from, right: constant(step), type, span };
  const all: NamedExpr[] = [...keys, { name: "slice", expr: slice, display: "plain" }];
  const columns: PlanColumn[] = [
    ...all.map(({ name, expr, display }) => ({ name, type: expr.type, display })),
    ...aggregates.map(({ name, type, display }) => ({ name, type, display })),
  ];
  return { op: "aggregate", input, keys: all, aggregates, columns, span };
}

/** Whether empty slices are shown. */
export function showsEmptySlices(first: bigint, last: bigint, step: bigint): boolean {
  return (last - first) / step + 1n <= MOST_SLICES;
}

/** Aggregates by slice number. */
export function* grouped(
  plan: SlicedPlan,
  value: Expr,
  base: bigint,
  step: bigint,
  aggregates: readonly BoundAggregate[],
  input: Relation,
  context: OperatorContext,
): Steps<Map<bigint, Constant[]>> {
  const result = yield* runAggregate(groupsBySlice(plan, value, [], base, step, aggregates), input, context);
  const values = result.columns.map((_, at) => [...readColumn(context, result, at)]);
  const bySlice = new Map<bigint, Constant[]>();
  values[0]!.forEach((key, row) => {
    if (typeof key === "bigint") bySlice.set(key, values.slice(1).map((each) => each[row]!));
  });
  return bySlice;
}

/** One row per slice, from first to last; empty ones hold `nothing`. */
export function slicesOf(
  columns: readonly PlanColumn[],
  groups: ReadonlyMap<bigint, Constant[]>,
  first: bigint,
  last: bigint,
  step: bigint,
  aggregates: readonly BoundAggregate[],
  context: OperatorContext,
  nothing: Constant = null,
): Relation {
  const base = first - (groups.size > 0 ? smallestSlice(groups) * step : 0n);
  const slices = Number((last - first) / step) + 1;
  const from = groups.size > 0 ? smallestSlice(groups) : 0n;
  const values: Constant[][] = columns.map(() => []);
  for (let slice = from; slice < from + BigInt(slices); slice++) {
    const start = base + slice * step;
    values[0]!.push(start);
    // The end of the last slice may not fit into 64 bits.
    values[1]!.push(fitsColumn(start + step, columns[1]!) ? start + step : null);
    const found = groups.get(slice);
    aggregates.forEach((each, at) => {
      const empty = each.fn.gives === "count" ? 0n : nothing;
      values[2 + at]!.push(found ? found[at]! : empty);
    });
  }
  return constantsRelation(columns, values, slices, context);
}

/** The smallest slice number. */
export function smallestSlice(groups: ReadonlyMap<bigint, unknown>): bigint {
  let least: bigint | undefined;
  for (const key of groups.keys()) if (least === undefined || key < least) least = key;
  return least ?? 0n;
}
