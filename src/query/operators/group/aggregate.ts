/**
 * `by`, `summarize`, `count`, `distinct`: one row per group.
 * @module
 */

import { maxDistinctValues } from "../../execution/estimates.ts";
import type { Relation } from "../../execution/relation.ts";
import { isStrategyAllowed, type Strategy } from "../../execution/strategies.ts";
import { type AggregatePlan, type FilterPlan, onlyCounts } from "../../plan/steps.ts";
import { constantsRelation } from "../columns/constants.ts";
import { filteredTotals, planTotals } from "../dense_group/dense_totals.ts";
import {
  CHOSEN_LATER,
  type ChosenStrategy,
  type Forecast,
  type FusedRows,
  type OperatorContext,
  type RowForecast,
  runChosen,
  type Steps,
} from "../operator.ts";
import { chooseGroup } from "./choose_group.ts";

/** Groups rows, in order of the first row of each group. */
export function runAggregate(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  return runChosen(chooseGroup(plan, input, context), context.work);
}

/** Plans the aggregation fused with the filter below it; undefined if they need two passes. */
export function* chooseFusedAggregation(
  plan: AggregatePlan,
  { condition }: FilterPlan,
  input: Relation,
  context: OperatorContext,
): Steps<ChosenStrategy<FusedRows> | undefined> {
  const name: Strategy = "filter and totals in one pass";
  const planned = isStrategyAllowed(name) ? yield* planTotals(plan, condition, input, context) : undefined;
  return planned && {
    names: [name],
    *run() {
      const { totals, passed } = yield* filteredTotals(plan, planned, context);
      return { passed, relation: constantsRelation(plan.columns, totals.map((each) => [each]), 1, context) };
    },
  };
}

/** Forecasts the strategy and the maximum number of groups, from zone maps and dictionaries. */
export function forecastAggregate(
  plan: AggregatePlan,
  { rows, relation }: RowForecast,
  context: OperatorContext,
): Forecast {
  const names = relation
    ? chooseGroup(plan, relation, context).names
    : onlyCounts(plan)
    ? []
    : [CHOSEN_LATER];
  if (plan.keys.length === 0) return { rows: 1, names };
  const most = relation && plan.keys.reduce((all, { expr }) => all * maxDistinctValues(expr, relation), 1);
  return { rows: Math.min(rows ?? Infinity, most ?? Infinity), names };
}
