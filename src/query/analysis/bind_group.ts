/**
 * Stages that make groups: `by`, `summarize`, `distinct`, `count`.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ByStage, ColumnsStage, NamedExpression, SummarizeStage } from "../syntax/ast.ts";
import { findAggregate } from "../functions/registry.ts";
import type { BoundAggregate, Expr, NamedExpr, Plan } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { type ColumnFact, type Frame, placed, type Relation, scopeOf } from "./scope.ts";
import { bindAggregates } from "./bind_aggregate.ts";
import { bindList, columnsOf } from "./bind_columns.ts";
import { columnExpr } from "./make.ts";
import { NameGiver } from "./naming.ts";
import { isMeasure, isNumber } from "../plan/types.ts";

/** `by`: groups, the largest first. Without aggregates `count` and, where there are sizes, `bytes`. */
export function bindBy(binder: Binder, node: ByStage, input: Relation, frame: Frame | null): Relation {
  const span = placed(node.span, { frame });
  if (node.aggregates.length > 0) {
    const grouped = bindGroups(binder, node.keys, node.aggregates, input, frame, span);
    return largestFirst(grouped, grouped.keys, span);
  }
  const keys = bindList(binder, node.keys, input, frame);
  const names = new NameGiver(keys.list.map((key) => key.name));
  const aggregates = defaultAggregates(input, names, span);
  const columns = [...columnsOf(keys.list), ...aggregateColumns(aggregates)];
  const relation: Relation = {
    plan: { op: "aggregate", input: input.plan, keys: keys.list, aggregates, columns, span },
    facts: columns.map((_, index) => keys.facts[index] ?? null),
    table: null,
    open: input.open || node.keys.length === 0,
    poisoned: keys.poisoned,
  };
  return largestFirst(relation, columns.length - 1, span);
}

/** `count`, and `bytes` where the rows have sizes. */
function defaultAggregates(input: Relation, names: NameGiver, span: Span): BoundAggregate[] {
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

function countAggregate(name: string, span: Span): BoundAggregate {
  const fn = findAggregate("count")!;
  return { name, fn, arg: null, parameter: null, condition: null, type: "u64", display: "plain", span };
}

/** The column `size`, when it is a number. */
export function sizeExpr(input: Relation, span: Span): Expr | null {
  const index = input.plan.columns.findIndex(({ name, type }) => name === "size" && isNumber(type));
  return index < 0 ? null : columnExpr(input.plan, index, span);
}

/** The columns of aggregates. */
export function aggregateColumns(aggregates: readonly BoundAggregate[]): PlanColumn[] {
  return aggregates.map(({ name, type, display }) => ({ name, type, display }));
}

/** Sorted by a column, the largest first, when it has an order that means something. */
function largestFirst(relation: Relation, index: number, span: Span): Relation {
  const column = relation.plan.columns[index];
  if (column === undefined || !isMeasure(column.type)) return relation;
  const keys = [{ expr: columnExpr(relation.plan, index, span), descending: true }];
  const plan: Plan = {
    op: "sort",
    input: relation.plan,
    keys,
    limit: null,
    columns: relation.plan.columns,
    span,
  };
  return { ...relation, plan };
}

/** `summarize`: one row, or one per key in the order of first appearance. */
export function bindSummarize(
  binder: Binder,
  node: SummarizeStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  return bindGroups(binder, node.keys, node.aggregates, input, frame, placed(node.span, { frame }));
}

function bindGroups(
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
  const columns = [...keyColumns, ...aggregateColumns(aggregates)];
  const grouped: Plan = { op: "aggregate", input: input.plan, keys: keys.list, aggregates, columns, span };
  const plan = list === null ? grouped : projected(grouped, list, span);
  const facts = plan.columns.map((_, index): ColumnFact | null => keys.facts[index] ?? null);
  const poisoned = new Set([...keys.poisoned, ...bound.poisoned]);
  const open = input.open || keyNodes.length + aggregateNodes.length === 0;
  return { plan, facts, table: null, open, poisoned, keys: keys.list.length };
}

/** Exactly these columns. */
export function projected(input: Plan, list: readonly NamedExpr[], span: Span): Plan {
  return { op: "project", input, list, columns: columnsOf(list), span };
}

/** `distinct`. */
export function bindDistinct(
  binder: Binder,
  node: ColumnsStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const keys = bindList(binder, node.columns, input, frame);
  const columns = columnsOf(keys.list);
  const span = placed(node.span, { frame });
  return {
    plan: { op: "aggregate", input: input.plan, keys: keys.list, aggregates: [], columns, span },
    facts: keys.facts,
    table: null,
    open: input.open || node.columns.length === 0,
    poisoned: keys.poisoned,
  };
}

/** `count`: the number of rows. */
export function bindCount(input: Relation, span: Span): Relation {
  const aggregates = [countAggregate("count", span)];
  const columns = aggregateColumns(aggregates);
  return {
    plan: { op: "aggregate", input: input.plan, keys: [], aggregates, columns, span },
    facts: [null],
    table: null,
    open: false,
    poisoned: new Set(),
  };
}
