/**
 * Lists of columns, as several stages have them.
 * @module
 */

import type { NamedExpr } from "../plan/expressions.ts";
import type { ProjectPlan } from "../plan/steps.ts";
import { isNumber } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { NamedExpression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { displayOf } from "./make.ts";
import { NameGiver, nameOf } from "./naming.ts";
import { type ColumnFact, type Frame, type Relation, scopeOf } from "./scope.ts";
import { reportUnknownColumn } from "./unknown_column.ts";

/** A list of columns with what is known of each. */
export interface BoundList {
  readonly list: readonly NamedExpr[];
  readonly facts: readonly (ColumnFact | null)[];
  /** Names whose expressions are mistakes. */
  readonly poisoned: ReadonlySet<string>;
}

/** Binds `[NAME =] expr, …` over the columns of a relation. */
export function bindList(
  binder: Binder,
  nodes: readonly NamedExpression[],
  input: Relation,
  frame: Frame | null,
): BoundList {
  const scope = { ...scopeOf(input, frame), quiet: true };
  const names = new NameGiver();
  const list: NamedExpr[] = [];
  const facts: (ColumnFact | null)[] = [];
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

/** The columns that a list makes. */
export function columnsOf(list: readonly NamedExpr[]): PlanColumn[] {
  return list.map(({ name, expr, display }) => ({ name, type: expr.type, display }));
}

/** Exactly these columns of the rows. */
export function project(
  input: Relation,
  list: readonly NamedExpr[],
  facts: readonly (ColumnFact | null)[],
  poisoned: ReadonlySet<string>,
  span: NamedExpr["expr"]["span"],
  open = false,
): Relation {
  const columns = columnsOf(list);
  const plan: ProjectPlan = { op: "project", input: input.plan, list, columns, span };
  return {
    plan,
    facts,
    table: null,
    open: input.open || open,
    poisoned,
  };
}

/** The number of a column that is named and nothing else; -1 after a report. */
export function columnIndex(
  binder: Binder,
  node: { readonly name: string; readonly span: NamedExpr["expr"]["span"] },
  input: Relation,
  frame: Frame | null,
): number {
  const param = frame?.params.get(node.name)?.node;
  const name = param?.kind === "name" ? param.name : node.name;
  const index = input.plan.columns.findIndex((column) => column.name === name);
  if (index < 0) reportUnknownColumn(binder, { name, span: node.span }, scopeOf(input, frame));
  return index;
}

/** Number of the column with sizes; -1 when there is none. */
export function sizeIndex(input: Relation): number {
  return input.plan.columns.findIndex(({ name, type }) => name === "size" && isNumber(type));
}
