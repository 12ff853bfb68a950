/**
 * `timeline`: aggregates per slice of the trace.
 * @module
 */

import type { Relation } from "../../execution/relation.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import { constantsRelation } from "../columns/constants.ts";
import { runAggregate } from "../group/aggregate.ts";
import { flatten } from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { recordSlices } from "./record_slices.ts";
import { runSeries } from "./series.ts";
import { extent, grouped, groupsBySlice, showsEmptySlices, slicesOf } from "./slices.ts";
import { slicesWithRows } from "./sparse_slices.ts";

/** Number of slices if no step is given. */
const DEFAULT_SLICES = 50n;
/** Percentages have six decimals. */
const PARTS_OF_PERCENT = 1_000_000;

/**
 * Aggregates per slice of length `step` in `over` (record number or time). Columns: `from to`, then
 * aggregates.
 */
export interface TimelinePlan extends Plan {
  readonly op: "timeline";
  readonly input: Plan;
  /** The sliced column: seq, no or time. */
  readonly over: Expr;
  /** Null: about 50 slices, or slices by `percent`. */
  readonly step: bigint | null;
  /** Length of a slice in percent of the whole range. */
  readonly percent: number | null;
  /** Keys: one row per slice and combination of them. */
  readonly keys: readonly NamedExpr[];
  readonly aggregates: readonly BoundAggregate[];
}

/** Computes aggregates per slice of record numbers or time. */
export function* runTimeline(
  plan: TimelinePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const span = yield* extent(plan.over, plan, input, context);
  if (!span) return constantsRelation(plan.columns, plan.columns.map(() => []), 0, context);
  const step = timelineStep(plan, span);
  // A percentage refers to the range present, so the first slice begins where the trace does.
  const base = plan.percent === null ? 0n : span.min;
  const first = span.min - (span.min - base) % step;
  const aggregates = plan.aggregates.map((each) =>
    each.fn.perStep ? { ...each, parameter: unitsOf(plan, step) } : each
  );
  if (plan.keys.length > 0) {
    return yield* runSeries({ ...plan, aggregates }, input, { base, step, first, last: span.max }, context);
  }
  if (!showsEmptySlices(first, span.max, step)) {
    const sliced = groupsBySlice(plan, plan.over, [], base, step, aggregates);
    const part = flatten(context.work, yield* runAggregate(sliced, input, context)).parts[0]!;
    return yield* slicesWithRows(plan.columns, { part, keys: 0, base, step }, context);
  }
  const groups = (yield* recordSlices(plan.over, { base, step }, aggregates, input, context)) ??
    (yield* grouped(plan, plan.over, base, step, aggregates, input, context));
  return slicesOf(plan.columns, groups, first, span.max, step, aggregates, context);
}

function timelineStep({ step, percent }: TimelinePlan, { min, max }: { min: bigint; max: bigint }): bigint {
  if (step !== null) return step;
  if (percent === null) return roundStep((max - min) / DEFAULT_SLICES + 1n);
  const parts = BigInt(Math.round(percent * PARTS_OF_PERCENT));
  const whole = 100n * BigInt(PARTS_OF_PERCENT);
  const length = ((max - min + 1n) * parts + whole - 1n) / whole;
  return length > 0n ? length : 1n;
}

/** The length of a step for rates: seconds for times, otherwise records. */
function unitsOf({ over }: TimelinePlan, step: bigint): number {
  return over.type === "time" ? Number(step) / 1e9 : Number(step);
}

/** A round step: 1, 2 or 5 times a power of ten. */
function roundStep(step: bigint): bigint {
  let unit = 1n;
  while (unit * 10n <= step) unit *= 10n;
  for (const factor of [1n, 2n, 5n, 10n]) if (unit * factor >= step) return unit * factor;
  return step;
}
