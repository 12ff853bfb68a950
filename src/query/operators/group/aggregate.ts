/**
 * `by`, `summarize`, `count`, `distinct`: one row per group.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import { type Relation, relationRows } from "../../execution/relation.ts";
import { type AggregatePlan, type FilterPlan, onlyCounts } from "../../plan/steps.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import { codedGroups } from "./coded_groups.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { denseDistinct, denseGroups } from "../dense_group/dense_groups.ts";
import { denseTotals, filteredTotals } from "../dense_group/dense_totals.ts";
import { mayTake } from "../../execution/ways.ts";
import { relationOf } from "../columns/materialize.ts";
import type { OperatorContext, PassedRows, Steps } from "../operator.ts";
import { packExpressions } from "./packed_expressions.ts";
import { spillingGroups } from "../hash_group/spilling_groups.ts";
import { zoneExtremes } from "./zone_extremes.ts";

/** Groups in order of their first row. */
export function* runAggregate(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const quick = countOnly(plan, input, context);
  if (quick) return quick;
  const known = yield* packedAnswer(plan, input, context);
  if (known) return known;
  const packed = mayTake("expressions packed by loops")
    ? yield* packExpressions(plan, input, context)
    : undefined;
  if (!packed) return yield* spillingGroups(plan, input, context);
  return (yield* packedAnswer(packed.plan, packed.input, context)) ??
    (yield* spillingGroups(packed.plan, packed.input, context));
}

/** What kernels find in packed blocks as they are; undefined when this fast path does not apply. */
function* packedAnswer(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation | undefined> {
  const { work } = context;
  const totals = yield* wholeTotals(plan, input, context);
  if (totals) return constantsRelation(plan.columns, totals.map((value) => [value]), 1, context);
  const different = mayTake("distinct values of packed blocks")
    ? yield* denseDistinct(plan, input, context)
    : undefined;
  if (different !== undefined) {
    work.ways.add("distinct values of packed blocks");
    return constantsRelation(plan.columns, [[different]], 1, context);
  }
  const dense = mayTake("dense groups") ? yield* denseGroups(plan, input, context) : undefined;
  if (dense) {
    work.ways.add("dense groups");
    return constantsRelation(plan.columns, [...dense.keys, ...dense.aggregates], dense.count, context);
  }
  const coded = mayTake("groups by code") ? codedGroups(plan, input, context) : undefined;
  if (!coded) return undefined;
  work.ways.add("groups by code");
  return constantsRelation(plan.columns, [...coded.keys, ...coded.aggregates], coded.count, context);
}

/** Aggregates of all rows: the smallest and largest values as zone maps say, counts and sums as kernels find them. */
function* wholeTotals(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Constant[] | undefined> {
  if (plan.keys.length > 0) return undefined;
  const { ways } = context.work;
  const found = new Map<BoundAggregate, Constant>();
  const some = plan.aggregates.filter(({ fn: { name } }) => name === "min" || name === "max");
  if (some.length > 0) {
    const extremes = mayTake("zone maps")
      ? zoneExtremes({ ...plan, aggregates: some }, input, context)
      : undefined;
    if (!extremes) return undefined;
    some.forEach((each, at) => found.set(each, extremes[at]!));
  }
  const others = plan.aggregates.filter((each) => !found.has(each));
  if (others.length > 0) {
    const totals = mayTake("totals of packed blocks")
      ? yield* denseTotals({ ...plan, aggregates: others }, input, context)
      : undefined;
    if (!totals) return undefined;
    others.forEach((each, at) => found.set(each, totals[at]!));
    ways.add("totals of packed blocks");
  }
  if (some.length > 0) ways.add("zone maps");
  return plan.aggregates.map((each) => found.get(each) ?? null);
}

/** The rows of a filter and what is asked of them, where one pass gives both. */
export function* runFiltered(
  plan: AggregatePlan,
  { condition }: FilterPlan,
  input: Relation,
  context: OperatorContext,
): Steps<PassedRows | undefined> {
  if (!mayTake("filter and totals in one pass")) return undefined;
  const found = yield* filteredTotals(plan, condition, input, context);
  if (!found) return undefined;
  context.work.ways.add("filter and totals in one pass");
  const values = found.totals.map((value) => [value]);
  return { passed: found.passed, relation: constantsRelation(plan.columns, values, 1, context) };
}

/** `count` over a selection that is known needs no look at the rows. */
function countOnly(plan: AggregatePlan, input: Relation, context: OperatorContext): Relation | undefined {
  if (!onlyCounts(plan)) return undefined;
  const count = BigInt(relationRows(input));
  return constantsRelation(plan.columns, plan.aggregates.map(() => [count]), 1, context);
}

/** A relation out of JavaScript values, column by column. */
export function constantsRelation(
  columns: readonly PlanColumn[],
  values: readonly (readonly Constant[])[],
  count: number,
  context: OperatorContext,
): Relation {
  return relationOf(columns, columns.map((info, at) => storeConstants(info, values[at]!, context)), count);
}

/** A stored column out of JavaScript values. */
export function storeConstants(
  info: PlanColumn,
  values: readonly Constant[],
  context: OperatorContext,
): Column {
  const filler = new ColumnFiller(context.work, info);
  filler.putAll(values);
  return filler.finish();
}
