/**
 * `by`, `summarize`, `count`, `distinct`: one row per group.
 * @module
 */

import { differentValues } from "../../execution/estimates.ts";
import type { Relation } from "../../execution/relation.ts";
import { mayTake, type Way } from "../../execution/ways.ts";
import { type AggregatePlan, type FilterPlan, onlyCounts } from "../../plan/steps.ts";
import { constantsRelation } from "../columns/constants.ts";
import { filteredTotals, planTotals } from "../dense_group/dense_totals.ts";
import {
  type Chosen,
  type Expected,
  type Forecast,
  type OperatorContext,
  type PassedRows,
  runChosen,
  type Steps,
  UNKNOWN_WAY,
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
export function* chooseFiltered(
  plan: AggregatePlan,
  { condition }: FilterPlan,
  input: Relation,
  context: OperatorContext,
): Steps<Chosen<PassedRows> | undefined> {
  const name: Way = "filter and totals in one pass";
  const planned = mayTake(name) ? yield* planTotals(plan, condition, input, context) : undefined;
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
  { rows, relation }: Expected,
  context: OperatorContext,
): Forecast {
  const names = relation ? chooseGroup(plan, relation, context).names : onlyCounts(plan) ? [] : [UNKNOWN_WAY];
  if (plan.keys.length === 0) return { rows: 1, names };
  const most = relation && plan.keys.reduce((all, { expr }) => all * differentValues(expr, relation), 1);
  return { rows: Math.min(rows ?? Infinity, most ?? Infinity), names };
}
