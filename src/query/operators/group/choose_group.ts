/**
 * How rows are grouped: chosen out of the plan, of how columns are stored and of what zone maps and dictionaries say of them,
 * before the first row is looked at.
 * @module
 */

import { type Relation, relationRows } from "../../execution/relation.ts";
import { mayTake, type Way } from "../../execution/ways.ts";
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
import { denseTotals, summedIn } from "../dense_group/dense_totals.ts";
import { spillingGroups } from "../hash_group/spilling_groups.ts";
import { type Chosen, type OperatorContext, runChosen } from "../operator.ts";
import { codedGroups, planCodedGroups } from "./coded_groups.ts";
import { packExpressions, planPacking } from "./packed_expressions.ts";
import { extremesIn, zoneExtremes } from "./zone_extremes.ts";

/** An operator that groups, and that may be left out by its names. */
interface GroupOperator extends Chosen<Relation> {
  readonly names: readonly Way[];
}

/** What is grouped. */
interface Question {
  readonly plan: AggregatePlan;
  readonly input: Relation;
  readonly context: OperatorContext;
}

/** The operators but the last, the quickest first; each is taken where it answers the question. */
const OPERATORS: readonly ((question: Question) => GroupOperator | undefined)[] = [
  countOfRows,
  totals,
  distinctValues,
  groupsBySlot,
  groupsByCode,
  packedGroups,
];

/** The operator for a question: the first one that answers it, or hash tables, which answer every question. */
export function chooseGroup(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Chosen<Relation> {
  const question = { plan, input, context };
  for (const choose of OPERATORS) {
    const found = choose(question);
    if (found?.names.every(mayTake)) return found;
  }
  return { names: ["hash groups"], run: () => spillingGroups(plan, input, context) };
}

/** `count` over a selection that is known needs no look at the rows. */
function countOfRows({ plan, input, context }: Question): GroupOperator | undefined {
  if (!onlyCounts(plan)) return undefined;
  const count = BigInt(relationRows(input));
  return operator([], () => constantsRelation(plan.columns, plan.aggregates.map(() => [count]), 1, context));
}

/** Aggregates of all rows: the smallest and largest values as zone maps say, counts and sums as kernels find them. */
function totals({ plan, input, context }: Question): GroupOperator | undefined {
  if (plan.keys.length > 0) return undefined;
  const isExtreme = ({ fn }: BoundAggregate): boolean => fn.keeps !== undefined;
  const some = plan.aggregates.filter(isExtreme);
  const others = plan.aggregates.filter((each) => !isExtreme(each));
  const extremes = extremesIn(some, input);
  const summed = extremes && summedIn(others, input);
  if (!summed) return undefined;
  const names: Way[] = [
    ...others.length > 0 ? ["totals of packed blocks" as const] : [],
    ...some.length > 0 ? ["zone maps" as const] : [],
  ];
  return operator(names, function* () {
    const found = new Map<BoundAggregate, Constant>();
    const least = zoneExtremes(context.work, extremes, input);
    some.forEach((each, at) => found.set(each, least[at]!));
    const sums = others.length > 0 ? yield* denseTotals(others, summed, input, context) : [];
    others.forEach((each, at) => found.set(each, sums[at]!));
    return constantsRelation(plan.columns, plan.aggregates.map((each) => [found.get(each)!]), 1, context);
  });
}

/** The number of values of a key that has few: those are its slots. */
function distinctValues({ plan, input, context }: Question): GroupOperator | undefined {
  const dense = planDenseDistinct(plan, input, context);
  return dense && operator(["distinct values of packed blocks"], function* () {
    return constantsRelation(plan.columns, [[yield* denseDistinct(dense, context)]], 1, context);
  });
}

/** A slot for each combination of keys. */
function groupsBySlot({ plan, input, context }: Question): GroupOperator | undefined {
  const dense = planDenseGroups(plan, input, context);
  return dense && operator(["dense groups"], function* () {
    return relationOfGroups(plan, yield* denseGroups(plan, dense, input, context), context);
  });
}

/** A slot for each code that all columns are seen through. */
function groupsByCode({ plan, input, context }: Question): GroupOperator | undefined {
  const coded = planCodedGroups(plan, input);
  return coded && operator(
    ["groups by code"],
    () => relationOfGroups(plan, codedGroups(plan, coded, input, context), context),
  );
}

/** Expressions are computed as packed columns; what these hold decides how they are grouped. */
function packedGroups({ plan, input, context }: Question): GroupOperator | undefined {
  const name = "expressions packed by loops";
  const packed = mayTake(name) ? planPacking(plan, input, context) : undefined;
  return packed && operator([name], function* () {
    const made = yield* packExpressions(plan, packed, input, context);
    return yield* runChosen(chooseGroup(made.plan, made.input, context), context.work);
  });
}

function operator(names: readonly Way[], run: GroupOperator["run"]): GroupOperator {
  return { names, run };
}

function relationOfGroups(
  { columns }: AggregatePlan,
  { keys, aggregates, count }: DenseResult,
  context: OperatorContext,
): Relation {
  return constantsRelation(columns, [...keys, ...aggregates], count, context);
}
