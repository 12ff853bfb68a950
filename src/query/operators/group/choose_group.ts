/**
 * Chooses the strategy of grouping before the first row is read: from the plan, from how columns are stored,
 * and from zone maps and dictionaries.
 * @module
 */

import { type Relation, relationRows } from "../../execution/relation.ts";
import { isStrategyAllowed, type Strategy } from "../../execution/strategies.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import { type AggregatePlan, onlyCounts } from "../../plan/steps.ts";
import type { Constant } from "../../plan/values.ts";
import { constantsRelation } from "../columns/constants.ts";
import {
  denseDistinct,
  denseGroups,
  type DenseResult,
  planDenseDistinct,
  planDenseGroups,
} from "../dense_group/dense_groups.ts";
import { columnsToSum, denseTotals } from "../dense_group/dense_totals.ts";
import { spillingGroups } from "../hash_group/spilling_groups.ts";
import { type ChosenStrategy, type OperatorContext, runChosen, type Steps } from "../operator.ts";
import { codedGroups, planCodedGroups } from "./coded_groups.ts";
import { packExpressions, planPacking } from "./packed_expressions.ts";
import { deviationsOf, planSquareSums, withoutSquares } from "./square_sums.ts";
import { extremesIn, zoneExtremes } from "./zone_extremes.ts";

/** A grouping operator, with its names, by which it can be disabled. */
interface GroupOperator extends ChosenStrategy<Relation> {
  readonly names: readonly Strategy[];
}

/** An aggregation over its input. */
interface Aggregation {
  readonly plan: AggregatePlan;
  readonly input: Relation;
  readonly context: OperatorContext;
}

/** All operators except the last one, fastest first; the first one that applies is used. */
const OPERATORS: readonly ((aggregation: Aggregation) => GroupOperator | undefined)[] = [
  countOfRows,
  totalsOrGroupsBySlot,
  deviations,
  distinctValues,
  groupsByCode,
  packedGroups,
];

/** Chooses the operator for an aggregation: the first one that applies, or hash tables, which always do. */
export function chooseGroup(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): ChosenStrategy<Relation> {
  const aggregation = { plan, input, context };
  for (const choose of OPERATORS) {
    const found = choose(aggregation);
    if (found?.names.every(isStrategyAllowed)) return found;
  }
  return { names: ["hash groups"], run: () => spillingGroups(plan, input, context) };
}

/** `count` over a known selection reads no rows. */
function countOfRows({ plan, input, context }: Aggregation): GroupOperator | undefined {
  if (!onlyCounts(plan)) return undefined;
  const count = BigInt(relationRows(input));
  return operator([], () => constantsRelation(plan.columns, plan.aggregates.map(() => [count]), 1, context));
}

/** An operator that gives the values of groups as lists. */
interface ListedGroups {
  readonly names: readonly Strategy[];
  run(): Steps<DenseResult>;
}

/** Totals without keys, or dense groups. */
function totalsOrGroupsBySlot(aggregation: Aggregation): GroupOperator | undefined {
  const listed = listGroups(aggregation);
  return listed && operator(listed.names, function* () {
    return relationOfGroups(aggregation.plan, yield* listed.run(), aggregation.context);
  });
}

function listGroups(aggregation: Aggregation): ListedGroups | undefined {
  return aggregation.plan.keys.length === 0 ? totals(aggregation) : groupsBySlot(aggregation);
}

/** Aggregates without keys: minimum and maximum by zone maps, counts and sums by kernels. */
function totals({ plan, input, context }: Aggregation): ListedGroups | undefined {
  const isExtreme = ({ fn }: BoundAggregate): boolean => fn.keeps !== undefined;
  const some = plan.aggregates.filter(isExtreme);
  const others = plan.aggregates.filter((each) => !isExtreme(each));
  const extremes = extremesIn(some, input);
  const summed = extremes && columnsToSum(others, input);
  if (!summed) return undefined;
  const names: Strategy[] = [
    ...others.length > 0 ? ["totals of packed blocks" as const] : [],
    ...some.length > 0 ? ["zone maps" as const] : [],
  ];
  return {
    names,
    *run() {
      const found = new Map<BoundAggregate, Constant>();
      const least = zoneExtremes(context.work, extremes, input);
      some.forEach((each, at) => found.set(each, least[at]!));
      const sums = others.length > 0 ? yield* denseTotals(others, summed, input, context) : [];
      others.forEach((each, at) => found.set(each, sums[at]!));
      return { keys: [], aggregates: plan.aggregates.map((each) => [found.get(each)!]), count: 1 };
    },
  };
}

/** Dense groups, with one slot per combination of keys. */
function groupsBySlot({ plan, input, context }: Aggregation): ListedGroups | undefined {
  const dense = planDenseGroups(plan, input, context);
  return dense && { names: ["dense groups"], run: () => denseGroups(plan, dense, input, context) };
}

/** Standard deviations by sums of squares, if the sums can be listed. */
function deviations({ plan, input, context }: Aggregation): GroupOperator | undefined {
  const others = withoutSquares(plan);
  const listed = others && listGroups({ plan: others, input, context });
  const planned = listed && planSquareSums(plan, input, context);
  const names = listed && [...listed.names, "deviations by sums of squares" as const];
  return planned && operator(names!, function* () {
    const packed = yield* packExpressions(planned.sums, planned.packed, input, context);
    const squares = listGroups({ ...packed, context })!;
    return relationOfGroups(plan, deviationsOf(planned, yield* squares.run()), context);
  });
}

/** The number of distinct values of a column with few values, which become its slots. */
function distinctValues({ plan, input, context }: Aggregation): GroupOperator | undefined {
  const dense = planDenseDistinct(plan, input, context);
  return dense && operator(["distinct values of packed blocks"], function* () {
    return constantsRelation(plan.columns, [[yield* denseDistinct(dense, context)]], 1, context);
  });
}

/** Groups by code, if all columns share one code column. */
function groupsByCode({ plan, input, context }: Aggregation): GroupOperator | undefined {
  const coded = planCodedGroups(plan, input);
  return coded && operator(
    ["groups by code"],
    () => relationOfGroups(plan, codedGroups(plan, coded, input, context), context),
  );
}

/** Computes expressions as packed columns first; then chooses the operator again. */
function packedGroups({ plan, input, context }: Aggregation): GroupOperator | undefined {
  const name = "expressions packed by loops";
  const packed = isStrategyAllowed(name) ? planPacking(plan, input, context) : undefined;
  return packed && operator([name], function* () {
    const made = yield* packExpressions(plan, packed, input, context);
    return yield* runChosen(chooseGroup(made.plan, made.input, context), context.work);
  });
}

function operator(names: readonly Strategy[], run: GroupOperator["run"]): GroupOperator {
  return { names, run };
}

function relationOfGroups(
  { columns }: AggregatePlan,
  { keys, aggregates, count }: DenseResult,
  context: OperatorContext,
): Relation {
  return constantsRelation(columns, [...keys, ...aggregates], count, context);
}
