/**
 * Dense groups, the fast path for the most frequent kind of query: grouping by columns with few values, with
 * counts and sums of stored columns, and the minimum and maximum of expressions. It works on packed blocks
 * directly; `choose_group.ts` decides when to use it.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { Part, Relation, Workspace } from "../../execution/relation.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { Constant } from "../../plan/values.ts";
import { type DenseKey, denseKeys, type PartPlan, planPart, summedColumns } from "./dense_plan.ts";
import { isFold, planFolds } from "./dense_folds.ts";
import { totalsOf } from "./dense_totals.ts";
import { runFilter } from "../scan/filter.ts";
import { GroupSums } from "./group_sums.ts";
import { keyText } from "./key_text.ts";
import { keysThatOccur } from "./present_keys.ts";
import { scanPart } from "./scan_part.ts";
import { finishSteps, type OperatorContext, type Steps } from "../operator.ts";

/** Groups of one relation: the values of each key and aggregate, in order of first appearance. */
export interface DenseResult {
  readonly keys: readonly Constant[][];
  readonly aggregates: Constant[][];
  readonly count: number;
}

/** How the slot of a row is found, and which columns are summed. */
interface DensePlan {
  /** The keys in packed blocks. */
  readonly keys: readonly DenseKey[];
  /** Indexes of columns that are summed over all rows of a group. */
  readonly summed: readonly number[];
  readonly parts: readonly PartPlan[];
  /** The folded aggregates, in the order of the folds of each part. */
  readonly folded: readonly BoundAggregate[];
}

/** Plans dense groups; undefined if the query needs more, or keys have too many values. */
export function planDenseGroups(
  { keys, aggregates }: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): DensePlan | undefined {
  const folded = aggregates.filter(isFold), others = aggregates.filter((each) => !isFold(each));
  const all = summedColumns(others);
  const summed = all && summedColumns(withoutCondition(others));
  const plan = summed && planSlots(keys.map(({ expr }) => expr), all, input, context.work);
  if (!plan) return undefined;
  const parts: PartPlan[] = [];
  for (const each of plan.parts) {
    const { part } = each;
    const folds = planFolds(folded, part, context);
    if (!folds) return undefined;
    // Every row belongs to a group, whatever the aggregates; those with a condition are summed in a second
    // pass.
    parts.push({ ...each, folds, sums: summed.map((index) => part.columns[index]!) });
  }
  return { ...plan, summed, folded, parts };
}

/** Computes the planned groups. */
export function* denseGroups(
  plan: AggregatePlan,
  dense: DensePlan,
  input: Relation,
  context: OperatorContext,
): Steps<DenseResult> {
  const { aggregates } = plan;
  const groups = yield* sumsOf(dense, context);
  const values = new Map(
    withoutCondition(aggregates).map((each) => {
      const fold = dense.folded.indexOf(each);
      const found: Constant[] = fold < 0
        ? totalsOf(each, groups, dense.summed, context)
        : groups.folded[fold]!;
      return [each, found];
    }),
  );
  for (const alike of byCondition(aggregates)) {
    const found = yield* totalsWhere(plan, { dense, groups, alike }, input, context);
    alike.forEach((each, at) => values.set(each, found[at]!));
  }
  return {
    keys: groups.keys,
    aggregates: aggregates.map((each) => values.get(each)!),
    count: groups.rows.length,
  };
}

function withoutCondition(aggregates: readonly BoundAggregate[]): BoundAggregate[] {
  return aggregates.filter(({ condition }) => !condition);
}

/** Aggregates with a condition, grouped by equal condition column. */
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

/** Values of aggregates with a condition, by group of all rows. */
function* totalsWhere(
  plan: AggregatePlan,
  { dense, groups, alike }: {
    readonly dense: DensePlan;
    readonly groups: GroupSums;
    readonly alike: readonly BoundAggregate[];
  },
  input: Relation,
  context: OperatorContext,
): Steps<Constant[][]> {
  const { columns } = plan.input;
  const filter = { op: "filter" as const, input: plan.input, condition: alike[0]!.condition!, columns };
  const rows = yield* runFilter({ ...filter, span: plan.span }, input, context);
  const summed = summedColumns(alike)!;
  // A subset of the rows has the same slots.
  const parts = dense.parts.map((each, at): PartPlan => {
    const part = rows.parts[at]!;
    return { ...each, part, folds: [], sums: summed.map((index) => part.columns[index]!) };
  });
  const found = yield* sumsOf({ ...dense, summed, folded: [], parts }, context);
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

/**
 * Plans slots for counting distinct values; undefined if the query needs more, or there are too many values.
 */
export function planDenseDistinct(
  { keys, aggregates }: AggregatePlan,
  input: Relation,
  { work }: OperatorContext,
): DensePlan | undefined {
  const [only] = aggregates;
  if (keys.length > 0 || aggregates.length > 1 || !only) return undefined;
  const { fn, arg, condition } = only;
  // The function is checked, since the result column may have any name.
  if (fn.name !== "distinct" || !arg || condition) return undefined;
  return planSlots([arg], [], input, work);
}

/** Counts distinct values by grouping the rows by them. */
export function* denseDistinct(dense: DensePlan, context: OperatorContext): Steps<bigint> {
  const { keys: [values] } = yield* sumsOf(dense, context);
  return BigInt(values!.reduce((count: number, key) => key === null ? count : count + 1, 0));
}

/** Plans slots for keys; undefined if packed blocks cannot be grouped by them directly. */
function planSlots(
  keys: readonly Expr[],
  summed: readonly number[],
  input: Relation,
  work: Workspace,
): DensePlan | undefined {
  const wanted = keys.length > 0 ? denseKeys(keys) : undefined;
  if (!wanted) return undefined;
  const parts: PartPlan[] = [];
  for (const part of input.parts) {
    const made = planPart(part, wanted, summed, (keys) => keysThatOccur(work, part, keys));
    if (!made) return undefined;
    parts.push(made);
  }
  return { keys: wanted, summed, folded: [], parts };
}

/** Computes counts and sums by slot. */
function* sumsOf({ keys, summed, folded, parts }: DensePlan, context: OperatorContext): Steps<GroupSums> {
  const groups = new GroupSums(keys.length, summed.length, parts.length, folded.length);
  for (const each of parts) yield* scanPart(each, groups, context.work, context);
  return groups;
}

/**
 * Counts the rows of each value of a column; undefined if there are too many values, or the column is not
 * packed.
 */
export function countValues(
  work: Workspace,
  column: Column,
  rowCount: number,
): Map<Constant, number> | undefined {
  const plan = planCodes({ rowCount, selection: { kind: "all" } }, column);
  if (!plan) return undefined;
  const isText = column.type === "text" || column.type === "bytes";
  const counts = new Map<Constant, number>();
  for (const { code: key, rows } of countCodes(work, plan)) {
    const value = isText && key !== null ? work.pools.strings.text(Number(key)) : key;
    counts.set(value, (counts.get(value) ?? 0) + Number(rows));
  }
  return counts;
}

/**
 * Plans slots for the codes of the selected rows; undefined if there are too many codes, or they are not
 * packed.
 */
export function planCodes(
  { rowCount, selection }: Pick<Part, "rowCount" | "selection">,
  codes: Column,
): PartPlan | undefined {
  return planPart(
    { columns: [codes], rowCount, selection, source: null },
    [{ index: 0, buckets: false }],
    [],
  );
}

/** Counts the rows of each code, in order of first appearance. */
export function countCodes(
  work: Workspace,
  plan: PartPlan,
): { readonly code: Constant; readonly rows: bigint }[] {
  const groups = new GroupSums(1, 0, 1);
  finishSteps(scanPart(plan, groups, work));
  return groups.keys[0]!.map((code, at) => ({ code, rows: BigInt(groups.rows[at]!) }));
}
