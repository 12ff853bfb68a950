/**
 * `diff A, B by keys`: what grew and what shrank between two sets of rows.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import type { Relation } from "../execution/relation.ts";
import { readColumn } from "../execution/single_values.ts";
import type { BoundAggregate, NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import { constantsRelation, runAggregate } from "./aggregate.ts";
import { keyText } from "./key_text.ts";
import type { OperatorContext, Steps } from "./operator.ts";

interface Side {
  readonly count: bigint;
  readonly bytes: bigint | null;
}

interface Line {
  readonly keys: Constant[];
  before: Side;
  after: Side;
}

/** Columns: keys, then `count_before count_after count_delta bytes_before bytes_after bytes_delta` (i64 deltas);
 * largest |bytes_delta| first. bytes only where both sides have `size`. */
export interface DiffPlan extends Plan {
  readonly op: "diff";
  /** Rows side by side: columns `hunk change before after`, then the keys. */
  readonly inOrder?: true;
  readonly before: Plan;
  readonly after: Plan;
  /** Over the columns of `before`; the same names exist in `after`. */
  readonly keys: readonly NamedExpr[];
  readonly afterKeys: readonly NamedExpr[];
}

/** Count and bytes per key on both sides, largest change first. */
export function* runDiff(
  plan: DiffPlan,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const lines = new Map<string, Line>();
  const nothing: Side = { count: 0n, bytes: 0n };
  function* collect(
    side: "before" | "after",
    input: Plan,
    keys: readonly NamedExpr[],
    relation: Relation,
  ): Steps<void> {
    for (const { values, count, bytes } of yield* sumsOf(plan, input, keys, relation, context)) {
      work.did(8);
      const key = keyText(values);
      let line = lines.get(key);
      if (!line) lines.set(key, line = { keys: values, before: nothing, after: nothing });
      line[side] = { count, bytes };
    }
  }
  yield* collect("before", plan.before, plan.keys, before);
  yield* collect("after", plan.after, plan.afterKeys, after);
  const sorted = [...lines.values()].sort((left, right) => {
    work.did(4);
    return compareSize(changeOf(right), changeOf(left));
  });
  const columns = plan.columns.map((column): Constant[] => sorted.map((line) => cellOf(column, plan, line)));
  return constantsRelation(plan.columns, columns, sorted.length, context);
}

function cellOf(column: PlanColumn, plan: DiffPlan, line: Line): Constant {
  switch (column.name) {
    case "count_before":
      return line.before.count;
    case "count_after":
      return line.after.count;
    case "count_delta":
      return line.after.count - line.before.count;
    case "bytes_before":
      return line.before.bytes;
    case "bytes_after":
      return line.after.bytes;
    case "bytes_delta":
      return (line.after.bytes ?? 0n) - (line.before.bytes ?? 0n);
    default:
      return line.keys[plan.keys.findIndex((key) => key.name === column.name)] ?? null;
  }
}

/** Change in bytes, then in count. */
function changeOf(line: Line): [bigint, bigint] {
  const bytes = (line.after.bytes ?? 0n) - (line.before.bytes ?? 0n);
  const count = line.after.count - line.before.count;
  return [bytes < 0n ? -bytes : bytes, count < 0n ? -count : count];
}

function compareSize(left: [bigint, bigint], right: [bigint, bigint]): number {
  const at = left[0] === right[0] ? 1 : 0;
  return left[at] < right[at] ? -1 : left[at] > right[at] ? 1 : 0;
}

function* sumsOf(
  plan: DiffPlan,
  input: Plan,
  keys: readonly NamedExpr[],
  relation: Relation,
  context: OperatorContext,
): Steps<{ values: Constant[]; count: bigint; bytes: bigint | null }[]> {
  const make = (name: "count" | "sum", index: number): BoundAggregate => {
    const fn = findAggregate(name)!;
    const type = index < 0 ? null : input.columns[index]!.type;
    return {
      name,
      fn,
      arg: type === null ? null : { op: "column", index, type, span: plan.span },
      parameter: null,
      condition: null,
      type: fn.result(type),
      display: "plain",
      span: plan.span,
    };
  };
  // Bytes that only one side has are shown nowhere, and put no row before another.
  const shown = plan.columns.some((each) => each.name === "bytes_delta");
  const size = shown ? input.columns.findIndex((each) => each.name === "size") : -1;
  const aggregates = [make("count", -1), ...(size >= 0 ? [make("sum", size)] : [])];
  const columns: PlanColumn[] = [
    ...keys.map(({ name, expr, display }) => ({ name, type: expr.type, display })),
    ...aggregates.map(({ name, type, display }) => ({ name, type, display })),
  ];
  const groups: AggregatePlan = { op: "aggregate", input, keys, aggregates, columns, span: plan.span };
  const result = yield* runAggregate(groups, relation, context);
  const lists = columns.map((_, at) => [...readColumn(context, result, at)]);
  return lists[keys.length]!.map((count, row) => ({
    values: keys.map((_, at) => lists[at]![row]!),
    count: count as bigint,
    bytes: size >= 0 ? (lists[keys.length + 1]![row] as bigint | null) ?? 0n : null,
  }));
}
