/**
 * The short way for the commonest question: rows grouped by columns of few values, with counts and sums of stored
 * columns. It works on packed blocks as they are; everything else takes the way of `aggregate.ts`.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { Part, Relation, Workspace } from "../execution/relation.ts";
import type { Expr } from "../plan/expressions.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant } from "../plan/values.ts";
import { denseKeys, type PartPlan, planPart, summedColumns } from "./dense_plan.ts";
import { totalsOf } from "./dense_totals.ts";
import { GroupSums } from "./group_sums.ts";
import { scanPart } from "./scan_part.ts";
import { finishSteps, type OperatorContext, type Steps } from "./operator.ts";

/** Groups of one relation: values of each key and of each aggregate, in order of first appearance. */
export interface DenseResult {
  readonly keys: readonly Constant[][];
  readonly aggregates: Constant[][];
  readonly count: number;
}

/** The result, or undefined when the question has another shape. */
export function* denseGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<DenseResult | undefined> {
  const summed = summedColumns(plan.aggregates);
  if (!summed) return undefined;
  const groups = yield* sumsOf(plan.keys.map(({ expr }) => expr), summed, input, context);
  if (!groups) return undefined;
  return {
    keys: groups.keys,
    aggregates: plan.aggregates.map((each) => totalsOf(each, groups, summed, context)),
    count: groups.rows.length,
  };
}

/** How many different values there are, as groups by them; undefined when the question has another shape. */
export function* denseDistinct(
  { keys, aggregates }: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Constant | undefined> {
  const [only] = aggregates;
  if (keys.length > 0 || aggregates.length > 1 || !only) return undefined;
  const { fn, arg, condition } = only;
  // A column of the result may have any name.
  if (fn.name !== "distinct" || !arg || condition) return undefined;
  const groups = yield* sumsOf([arg], [], input, context);
  return groups &&
    BigInt(groups.keys[0]!.reduce((count: number, key) => key === null ? count : count + 1, 0));
}

/** Groups by keys; undefined when the question has another shape. */
function* sumsOf(
  keys: readonly Expr[],
  summed: readonly number[],
  input: Relation,
  context: OperatorContext,
): Steps<GroupSums | undefined> {
  const wanted = keys.length > 0 ? denseKeys(keys) : undefined;
  if (!wanted) return undefined;
  const plans: PartPlan[] = [];
  for (const part of input.parts) {
    const made = planPart(part, wanted, summed);
    if (!made) return undefined;
    plans.push(made);
  }
  const groups = new GroupSums(keys.length, summed.length, plans.length);
  for (const each of plans) yield* scanPart(each, groups, context.work, context);
  return groups;
}

/** How often each value of a column occurs; undefined when there are too many or the column is not packed. */
export function countValues(
  work: Workspace,
  column: Column,
  rowCount: number,
): Map<Constant, number> | undefined {
  const groups = countKeys(work, { columns: [column], rowCount, selection: { kind: "all" }, source: null });
  if (!groups) return undefined;
  const isText = column.type === "text" || column.type === "bytes";
  const counts = new Map<Constant, number>();
  for (const [key, rows] of groups) {
    const value = isText && key !== null ? work.pools.strings.text(Number(key)) : key;
    counts.set(value, (counts.get(value) ?? 0) + Number(rows));
  }
  return counts;
}

/** How often each code occurs among the selected rows, in order of first appearance; undefined as above. */
export function countCodes(
  work: Workspace,
  { rowCount, selection }: Part,
  codes: Column,
): { readonly code: Constant; readonly rows: bigint }[] | undefined {
  const groups = countKeys(work, { columns: [codes], rowCount, selection, source: null });
  return groups?.map(([code, rows]) => ({ code, rows }));
}

/** Rows per value of the only column of a part. */
function countKeys(work: Workspace, part: Part): [key: Constant, rows: bigint][] | undefined {
  const plan = planPart(part, [{ index: 0, buckets: false }], []);
  if (!plan) return undefined;
  const groups = new GroupSums(1, 0, 1);
  finishSteps(scanPart(plan, groups, work));
  return groups.keys[0]!.map((key, at) => [key, groups.rows[at]!]);
}
