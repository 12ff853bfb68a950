/**
 * `sort` and `top`: rows in another order. Only keys are read; the rows stay in place.
 * @module
 */

import { ExpressionCompiler } from "../../execution/expression.ts";
import type { Part, Relation } from "../../execution/relation.ts";
import type { SortPlan } from "../../plan/steps.ts";
import { withComputed } from "../columns/project.ts";
import { flatten } from "../columns/materialize.ts";
import {
  CHOSEN_LATER,
  type Forecast,
  type OperatorContext,
  type RowForecast,
  runChosen,
  type Steps,
} from "../operator.ts";
import type { OrderKey } from "../sort/sort_keys.ts";
import { chooseSort } from "../sort/external_sort.ts";
import { chooseTop, topN, type TopQuery } from "./top_n.ts";
import type { CountBlocks } from "./top_threshold.ts";

/** Sorts rows; only the first `wanted`, or the limit of the plan if that is less. */
export function* runSort(
  sort: SortPlan,
  input: Relation,
  context: OperatorContext,
  wanted = Infinity,
): Steps<Relation> {
  const least = Math.min(wanted, sort.limit ?? Infinity);
  const plan = least < Infinity ? { ...sort, limit: least } : sort;
  let parts = input.parts;
  if (plan.limit !== null) {
    const first: Part[] = [];
    for (const part of parts) first.push(yield* topN(topQuery(plan, part, plan.limit, context)));
    parts = first;
  }
  const [only] = parts;
  if (parts.length === 1) {
    return {
      columns: plan.columns,
      parts: [yield* sortPart(only!, orderKeys(only!, plan, context), plan, context)],
    };
  }
  const keyed = withComputed({ ...input, parts }, plan.keys.map(({ expr }) => expr), context);
  const flat = flatten(context.work, keyed).parts[0]!;
  const columns = flat.columns.slice(0, input.columns.length);
  const keys = plan.keys.map(({ expr: _, ...key }, at): OrderKey => ({
    ...key,
    column: flat.columns[columns.length + at]!,
  }));
  return { columns: plan.columns, parts: [yield* sortPart({ ...flat, columns }, keys, plan, context)] };
}

/** Forecasts a sort. */
export function forecastSort(
  sort: SortPlan,
  { rows, relation }: RowForecast,
  context: OperatorContext,
  wanted: number,
): Forecast {
  const limit = Math.min(wanted, sort.limit ?? Infinity);
  const left = rows === undefined && limit === Infinity ? undefined : Math.min(rows ?? Infinity, limit);
  if (!relation) return { rows: left, names: [CHOSEN_LATER] };
  const { work } = context;
  const names = relation.parts.flatMap((part) => {
    const first = limit < Infinity ? chooseTop(topQuery(sort, part, limit, context)) : undefined;
    // The rows left after a top-N filter always fit in memory.
    return first
      ? [...first.names, "radix sort"]
      : chooseSort(work, part, orderKeys(part, sort, context)).names;
  });
  return { rows: left, names: [...new Set(names)] };
}

/** The top-N query for a part, if only some of the sorted rows are wanted. */
function topQuery(plan: SortPlan, part: Part, limit: number, context: OperatorContext): TopQuery {
  const countBlocks: CountBlocks = (looked, skipped) => context.countBlocks(looked, skipped);
  return { work: context.work, part, keys: orderKeys(part, plan, context), limit, countBlocks };
}

function orderKeys(part: Part, plan: SortPlan, context: OperatorContext): OrderKey[] {
  const compiler = new ExpressionCompiler(context, part);
  return plan.keys.map(({ expr, ...key }) => ({ ...key, column: compiler.compile(expr) }));
}

function* sortPart(
  part: Part,
  keys: readonly OrderKey[],
  plan: SortPlan,
  context: OperatorContext,
): Steps<Part> {
  const { work } = context;
  const { pointer, count } = yield* runChosen(chooseSort(work, part, keys), work);
  return { ...part, selection: { kind: "list", pointer, count: Math.min(count, plan.limit ?? count) } };
}
