/**
 * Binds lists of columns, and groups, for several stages.
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
import type { Binder } from "./binder.ts";
import { columnExpr, displayOf, nameOf, UniqueNames } from "./make_expressions.ts";
import { type BoundRelation, type DefinitionUse, scopeOf, type StoredColumnFact } from "./scope.ts";
import { isNumber } from "../plan/types.ts";
import { reportUnknownColumn } from "./unknown_column.ts";

/** A list of columns, each with the stored column that it shows unchanged, if any. */
interface BoundList {
  readonly list: readonly NamedExpr[];
  readonly facts: readonly (StoredColumnFact | null)[];
  /** Names whose expressions have errors. */
  readonly poisoned: ReadonlySet<string>;
}

/** Binds `[NAME =] expr, …` over the columns of a relation. */
export function bindList(
  binder: Binder,
  nodes: readonly NamedExpression[],
  input: BoundRelation,
  frame: DefinitionUse | null,
): BoundList {
  const scope = { ...scopeOf(input, frame), quiet: true };
  const names = new UniqueNames();
  const list: NamedExpr[] = [];
  const facts: (StoredColumnFact | null)[] = [];
  const poisoned = new Set<string>();
  for (const node of nodes) {
    const expr = binder.expression(node.value, scope);
    const wanted = node.name?.name ?? nameOf(node.value);
    if (expr === null) {
      poisoned.add(wanted);
      continue;
    }
    list.push({ name: names.give(wanted), expr, display: displayOf(expr, scope) });
    facts.push(expr.op === "column" ? input.facts[expr.index] ?? null : null);
  }
  return { list, facts, poisoned };
}

/** The columns that a list produces. */
export function columnsOf(list: readonly NamedExpr[]): PlanColumn[] {
  return list.map(({ name, expr, display }) => ({ name, type: expr.type, display }));
}

/** Projects the rows to exactly these columns. */
export function project(
  input: BoundRelation,
  list: readonly NamedExpr[],
  facts: readonly (StoredColumnFact | null)[],
  poisoned: ReadonlySet<string>,
  span: Span,
  open = false,
): BoundRelation {
  const plan = projectRelation(input.plan, list, span);
  return { plan, facts, table: null, open: input.open || open, poisoned };
}

/** Returns the index of a column given by its name alone; -1 after reporting an error. */
export function columnIndex(
  binder: Binder,
  node: { readonly name: string; readonly span: Span },
  input: BoundRelation,
  frame: DefinitionUse | null,
): number {
  const param = frame?.params.get(node.name)?.node;
  const name = param?.kind === "name" ? param.name : node.name;
  const index = input.plan.columns.findIndex((column) => column.name === name);
  if (index < 0) reportUnknownColumn(binder, { name, span: node.span }, scopeOf(input, frame));
  return index;
}

/** Returns the index of the column `size`; -1 if there is none. */
export function sizeColumnIndex(input: BoundRelation): number {
  return input.plan.columns.findIndex(({ name, type }) => name === "size" && isNumber(type));
}

/** An aggregate that counts rows. */
export function countAggregate(name: string, span: Span): BoundAggregate {
  const fn = findAggregate("count")!;
  return { name, fn, arg: null, parameter: null, condition: null, type: "u64", display: "plain", span };
}

/** Returns the column `size`, if it is numeric. */
export function sizeExpr(input: BoundRelation, span: Span): Expr | null {
  const index = sizeColumnIndex(input);
  return index < 0 ? null : columnExpr(input.plan, index, span);
}

/** Returns the default aggregates of stages: `count`, and `bytes` if the rows have sizes. */
export function defaultAggregates(input: BoundRelation, names: UniqueNames, span: Span): BoundAggregate[] {
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

/** The columns of the aggregates. */
export function aggregateColumns(aggregates: readonly BoundAggregate[]): PlanColumn[] {
  return aggregates.map(({ name, type, display }) => ({ name, type, display }));
}

/** Groups rows: one row per combination of keys, with these aggregates. */
export function groupRelation(
  input: BoundRelation,
  keys: BoundList,
  aggregates: readonly BoundAggregate[],
  span: Span,
): BoundRelation {
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

/** Binds grouping: one row per key in order of first appearance, or a single row if there are no keys. */
export function bindGroups(
  binder: Binder,
  keyNodes: readonly NamedExpression[],
  aggregateNodes: readonly NamedExpression[],
  input: BoundRelation,
  frame: DefinitionUse | null,
  span: Span,
): BoundRelation & { readonly keys: number } {
  const keys = bindList(binder, keyNodes, input, frame);
  const keyColumns = columnsOf(keys.list);
  const scope = scopeOf(input, frame);
  const bound = bindAggregates(binder, aggregateNodes, keyColumns, {
    ...scope,
    poisoned: new Set([...scope.poisoned, ...keys.poisoned]),
  });
  const { aggregates, list } = bound;
  const grouped = groupRelation(input, keys, aggregates, span).plan;
  const plan = list === null ? grouped : projectRelation(grouped, list, span);
  const facts = plan.columns.map((_, index): StoredColumnFact | null => keys.facts[index] ?? null);
  const poisoned = new Set([...keys.poisoned, ...bound.poisoned]);
  const open = input.open || keyNodes.length + aggregateNodes.length === 0;
  return { plan, facts, table: null, open, poisoned, keys: keys.list.length };
}

/** Projects a plan to exactly these columns. */
export function projectRelation(input: Plan, list: readonly NamedExpr[], span: Span): ProjectPlan {
  return { op: "project", input, list, columns: columnsOf(list), span };
}
