/**
 * `by`, `summarize`, `count`, `distinct`: one row per group.
 * @module
 */

import type { Relation } from "../../execution/relation.ts";
import { mayTake } from "../../execution/ways.ts";
import type { AggregatePlan, FilterPlan } from "../../plan/steps.ts";
import { constantsRelation } from "../columns/constants.ts";
import { filteredTotals } from "../dense_group/dense_totals.ts";
import { type OperatorContext, type PassedRows, runChosen, type Steps } from "../operator.ts";
import { chooseGroup } from "./choose_group.ts";

/** Groups in order of their first row. */
export function runAggregate(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  return runChosen(chooseGroup(plan, input, context), context.work);
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
