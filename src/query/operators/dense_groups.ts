/**
 * The short way for the commonest question: rows grouped by columns of few values, with counts and sums of stored
 * columns. It works on packed blocks as they are; everything else takes the way of `aggregate.ts`.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { Part, Relation, Workspace } from "../execution/relation.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant } from "../plan/values.ts";
import { denseKeys, type PartPlan, planPart, summedColumns } from "./dense_plan.ts";
import type { Sums } from "./dense_scan.ts";
import { scanPart } from "./scan_part.ts";
import { totalOf } from "./dense_totals.ts";
import { finishSteps, type OperatorContext, type Steps } from "./operator.ts";

/** Groups of one relation: values of each key and of each aggregate, in order of first appearance. */
export interface DenseResult {
  readonly keys: Constant[][];
  readonly aggregates: Constant[][];
  readonly count: number;
}

/** The result, or undefined when the question has another shape. */
export function* denseGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<DenseResult | undefined> {
  const wanted = plan.keys.length > 0 ? denseKeys(plan.keys.map(({ expr }) => expr)) : undefined;
  const summed = summedColumns(plan.aggregates);
  if (!wanted || !summed) return undefined;
  const plans: PartPlan[] = [];
  for (const part of input.parts) {
    const made = planPart(part, wanted, summed);
    if (!made) return undefined;
    plans.push(made);
  }
  const groups = new Map<string, Sums>();
  for (const each of plans) yield* scanPart(each, groups, context.work, context);
  const all = [...groups.values()];
  return {
    keys: plan.keys.map((_, at) => all.map(({ keys }) => keys[at]!)),
    aggregates: plan.aggregates.map((each) => all.map((sums) => totalOf(each, sums, summed, context))),
    count: all.length,
  };
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
  for (const { keys, rows } of groups) {
    const [key = null] = keys;
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
  return groups?.map(({ keys, rows }) => ({ code: keys[0]!, rows }));
}

/** Rows per value of the only column of a part. */
function countKeys(work: Workspace, part: Part): Sums[] | undefined {
  const plan = planPart(part, [{ index: 0, buckets: false }], []);
  if (!plan) return undefined;
  const groups = new Map<string, Sums>();
  finishSteps(scanPart(plan, groups, work));
  return [...groups.values()];
}
