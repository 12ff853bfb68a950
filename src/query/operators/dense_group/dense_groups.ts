/**
 * The short way for the commonest question: rows grouped by columns of few values, with counts and sums of stored
 * columns. It works on packed blocks as they are; everything else takes the way of `aggregate.ts`.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { Part, Relation, Workspace } from "../../execution/relation.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { Constant } from "../../plan/values.ts";
import { denseKeys, type PartPlan, planPart, summedColumns } from "./dense_plan.ts";
import { totalsOf } from "./dense_totals.ts";
import { runFilter } from "../scan/filter.ts";
import { GroupSums } from "./group_sums.ts";
import { keyText } from "./key_text.ts";
import { onlyPresent } from "./present_keys.ts";
import { scanPart } from "./scan_part.ts";
import { finishSteps, type OperatorContext, type Steps } from "../operator.ts";

/** Groups of one relation: values of each key and of each aggregate, in order of first appearance. */
export interface DenseResult {
  readonly keys: readonly Constant[][];
  readonly aggregates: Constant[][];
  readonly count: number;
}

/** The result, or undefined when this fast path does not apply. */
export function* denseGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<DenseResult | undefined> {
  if (!summedColumns(plan.aggregates)) return undefined;
  const plain = plan.aggregates.filter(({ condition }) => !condition);
  const summed = summedColumns(plain)!;
  // Every row is in a group, whatever is asked of it.
  const groups = yield* sumsOf(plan.keys.map(({ expr }) => expr), summed, input, context);
  if (!groups) return undefined;
  const values = new Map(plain.map((each) => [each, totalsOf(each, groups, summed, context)]));
  for (const alike of byCondition(plan.aggregates)) {
    const found = yield* totalsWhere(plan, alike, groups, input, context);
    if (!found) return undefined;
    alike.forEach((each, at) => values.set(each, found[at]!));
  }
  return {
    keys: groups.keys,
    aggregates: plan.aggregates.map((each) => values.get(each)!),
    count: groups.rows.length,
  };
}

/** Aggregates with a condition: those together that are of rows with the same column. */
function byCondition(aggregates: readonly BoundAggregate[]): BoundAggregate[][] {
  const found: BoundAggregate[][] = [];
  const ofColumn = new Map<number, BoundAggregate[]>();
  for (const each of aggregates) {
    const { condition } = each;
    if (!condition) continue;
    const known = condition.op === "column" ? ofColumn.get(condition.index) : undefined;
    if (known) {
      known.push(each);
      continue;
    }
    const alike = [each];
    found.push(alike);
    if (condition.op === "column") ofColumn.set(condition.index, alike);
  }
  return found;
}

/** Values of aggregates of which only some rows are, by group of all rows. */
function* totalsWhere(
  plan: AggregatePlan,
  alike: readonly BoundAggregate[],
  groups: GroupSums,
  input: Relation,
  context: OperatorContext,
): Steps<Constant[][] | undefined> {
  const { columns } = plan.input;
  const filter = { op: "filter" as const, input: plan.input, condition: alike[0]!.condition!, columns };
  const rows = yield* runFilter({ ...filter, span: plan.span }, input, context);
  const summed = summedColumns(alike)!;
  const found = yield* sumsOf(plan.keys.map(({ expr }) => expr), summed, rows, context);
  if (!found) return undefined;
  const numbers = new Map<string, number>();
  const nameOf = ({ keys }: GroupSums, at: number): string => keyText(keys.map((each) => each[at]!));
  for (let group = 0; group < groups.rows.length; group++) {
    context.work.tick(4);
    numbers.set(nameOf(groups, group), group);
  }
  return alike.map((each) => {
    const values = new Array<Constant>(groups.rows.length).fill(each.fn.ofSums!(0, 0, () => null));
    totalsOf(each, found, summed, context).forEach((value, at) => {
      values[numbers.get(nameOf(found, at))!] = value;
    });
    return values;
  });
}

/** How many different values there are, as groups by them; undefined when this fast path does not apply. */
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

/** Groups by keys; undefined when this fast path does not apply. */
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
    const made = planPart(part, wanted, summed, (keys) => onlyPresent(context.work, part, keys));
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
  return groups.keys[0]!.map((key, at) => [key, BigInt(groups.rows[at]!)]);
}
