/**
 * Groups, as several stages make them.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { findAggregate } from "../aggregates/registry.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { AggregatePlan, ProjectPlan } from "../plan/steps.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { NamedExpression } from "../syntax/ast.ts";
import { bindAggregates } from "./bind_aggregate.ts";
import { bindList, type BoundList, columnsOf, sizeIndex } from "./bind_columns.ts";
import type { Binder } from "./binder.ts";
import { columnExpr } from "./make.ts";
import type { NameGiver } from "./naming.ts";
import { type ColumnFact, type Frame, type Relation, scopeOf } from "./scope.ts";

/** The number of rows, as an aggregate. */
export function countAggregate(name: string, span: Span): BoundAggregate {
  const fn = findAggregate("count")!;
  return { name, fn, arg: null, parameter: null, condition: null, type: "u64", display: "plain", span };
}

/** The column `size`, when it is a number. */
export function sizeExpr(input: Relation, span: Span): Expr | null {
  const index = sizeIndex(input);
  return index < 0 ? null : columnExpr(input.plan, index, span);
}

/** What stages compute where no aggregates are written: `count`, and `bytes` where the rows have sizes. */
export function defaultAggregates(input: Relation, names: NameGiver, span: Span): BoundAggregate[] {
  const count: BoundAggregate = countAggregate(names.give("count"), span);
  const size = sizeExpr(input, span);
  if (size === null) return [count];
  const sum = findAggregate("sum")!;
  return [count, {
    name: names.give("bytes"),
    fn: sum,
    arg: size,
    parameter: null,
    condition: null,
    type: sum.result(size.type),
    display: "plain",
    span,
  }];
}

/** The columns of aggregates. */
export function aggregateColumns(aggregates: readonly BoundAggregate[]): PlanColumn[] {
  return aggregates.map(({ name, type, display }) => ({ name, type, display }));
}

/** A row for each combination of keys, with these aggregates. */
export function groups(
  input: Relation,
  keys: BoundList,
  aggregates: readonly BoundAggregate[],
  span: Span,
): Relation {
  const columns = [...columnsOf(keys.list), ...aggregateColumns(aggregates)];
  const plan: AggregatePlan = {
    op: "aggregate",
    input: input.plan,
    keys: keys.list,
    aggregates,
    columns,
    span,
  };
  const facts = columns.map((_, index) => keys.facts[index] ?? null);
  return { plan, facts, table: null, open: input.open, poisoned: keys.poisoned };
}

/** One row per key, or one row: in the order of first appearance. */
export function bindGroups(
  binder: Binder,
  keyNodes: readonly NamedExpression[],
  aggregateNodes: readonly NamedExpression[],
  input: Relation,
  frame: Frame | null,
  span: Span,
): Relation & { readonly keys: number } {
  const keys = bindList(binder, keyNodes, input, frame);
  const keyColumns = columnsOf(keys.list);
  const scope = scopeOf(input, frame);
  const bound = bindAggregates(binder, aggregateNodes, keyColumns, {
    ...scope,
    poisoned: new Set([...scope.poisoned, ...keys.poisoned]),
  });
  const { aggregates, list } = bound;
  const grouped = groups(input, keys, aggregates, span).plan;
  const plan = list === null ? grouped : projected(grouped, list, span);
  const facts = plan.columns.map((_, index): ColumnFact | null => keys.facts[index] ?? null);
  const poisoned = new Set([...keys.poisoned, ...bound.poisoned]);
  const open = input.open || keyNodes.length + aggregateNodes.length === 0;
  return { plan, facts, table: null, open, poisoned, keys: keys.list.length };
}

/** Exactly these columns. */
export function projected(input: Plan, list: readonly NamedExpr[], span: Span): ProjectPlan {
  return { op: "project", input, list, columns: columnsOf(list), span };
}
