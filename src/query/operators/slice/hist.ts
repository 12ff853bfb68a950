/**
 * `hist`: counts rows per range of a value.
 * @module
 */

import { ExpressionCompiler } from "../../execution/expression.ts";
import type { Relation } from "../../execution/relation.ts";
import { readColumn, readParts } from "../../execution/single_values.ts";
import { bucket } from "../../functions/steps.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Constant } from "../../plan/values.ts";
import { constantsRelation } from "../columns/constants.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { aggregate, extent, grouped, slicesOf, smallestSlice } from "./slices.ts";

/**
 * Columns: `from to count` and `bytes` (sum of size, if the input has it). `bins` 0: one bin per power of
 * two.
 */
export interface HistPlan extends Plan {
  readonly op: "hist";
  readonly input: Plan;
  readonly value: Expr;
  readonly bins: number;
}

/** Counts rows per range of a value. */
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
  const value = plan.bins === 0 ? powerOfTwoBelow(plan.value) : plan.value;
  const groups = yield* grouped(
    plan,
    value,
    plan.bins === 0 ? 0n : span.min,
    step,
    aggregates,
    input,
    context,
  );
  // An empty range has 0 bytes, not null.
  for (const values of groups.values()) values[1] ??= 0n;
  if (plan.bins === 0) return powersOf(plan, groups, context);
  return slicesOf(plan.columns, groups, span.min, span.max, step, aggregates, context, 0n);
}

/** The power of two below a value; 0 belongs to the first. */
function powerOfTwoBelow(value: Expr): Expr {
  return { op: "call", fn: bucket, args: [value], type: "u64", span: value.span };
}

/** One row per power of two, from the smallest to the largest that has values. */
function powersOf(
  plan: HistPlan,
  groups: ReadonlyMap<bigint, Constant[]>,
  context: OperatorContext,
): Relation {
  const values: Constant[][] = plan.columns.map(() => []);
  const largest = [...groups.keys()].reduce((most, each) => each > most ? each : most, 0n);
  for (let power = smallestSlice(groups); power <= largest; power++) {
    const found = groups.get(power) ?? [0n, 0n];
    // The end of the highest power does not fit into 64 bits.
    const row = [power === 0n ? 0n : 1n << power, power === 63n ? null : 2n << power, ...found];
    values.forEach((each, at) => each.push(row[at] ?? null));
  }
  return constantsRelation(plan.columns, values, values[0]!.length, context);
}

function histOfDoubles(plan: HistPlan, input: Relation, context: OperatorContext): Relation {
  const size = input.columns.findIndex((each) => each.name === "size");
  const withBytes = size >= 0 && plan.columns.some((each) => each.name === "bytes");
  const values = input.parts.map((part) => new ExpressionCompiler(context, part).compile(plan.value));
  let min = Infinity;
  let max = -Infinity;
  for (const value of readParts(context, input.parts, values)) {
    if (typeof value !== "number") continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) return constantsRelation(plan.columns, plan.columns.map(() => []), 0, context);
  const bins = Math.max(1, plan.bins);
  const width = (max - min) / bins || 1;
  const counts = new Array<bigint>(bins).fill(0n);
  const bytes = new Array<bigint>(bins).fill(0n);
  const sizes = withBytes ? readColumn(context, input, size) : undefined;
  for (const value of readParts(context, input.parts, values)) {
    const bytesOfRow = sizes?.next().value;
    if (typeof value !== "number") continue;
    const bin = Math.min(bins - 1, Math.floor((value - min) / width));
    counts[bin]!++;
    if (typeof bytesOfRow === "bigint") bytes[bin]! += bytesOfRow;
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
