/**
 * `timeline`: aggregates per slice of the trace.
 * @module
 */

import type { Relation } from "../execution/relation.ts";
import type { BoundAggregate, Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import { constantsRelation } from "./aggregate.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { extent, grouped, slicesOf } from "./slices.ts";

/** Slices of a timeline when no step is given. */
const DEFAULT_SLICES = 50n;

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

/** A step that reads well: 1, 2 or 5 times a power of ten. */
function roundStep(step: bigint): bigint {
  let unit = 1n;
  while (unit * 10n <= step) unit *= 10n;
  for (const factor of [1n, 2n, 5n, 10n]) if (unit * factor >= step) return unit * factor;
  return step;
}
