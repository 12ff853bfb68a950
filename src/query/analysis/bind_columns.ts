/**
 * Stages that choose, add and rename columns.
 * @module
 */

import type { ColumnsStage, DropStage, ExtendStage, NamedExpression, RenameStage } from "../syntax/ast.ts";
import { walk } from "../syntax/walk.ts";
import type { NamedExpr } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { type ColumnFact, type Frame, placed, type Relation, scopeOf } from "./scope.ts";
import { quote, writtenName } from "./words.ts";
import { reportUnknownColumn } from "./unknown_column.ts";
import { columnExpr, displayOf } from "./make.ts";
import { NameGiver, nameOf } from "./naming.ts";

/** A list of columns with what is known of each. */
interface BoundList {
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

/** `select`. */
export function bindColumns(
  binder: Binder,
  node: ColumnsStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const bound = bindList(binder, node.columns, input, frame);
  return project(
    input,
    bound.list,
    bound.facts,
    bound.poisoned,
    placed(node.span, { frame }),
    node.columns.length === 0,
  );
}

function project(
  input: Relation,
  list: readonly NamedExpr[],
  facts: readonly (ColumnFact | null)[],
  poisoned: ReadonlySet<string>,
  span: NamedExpr["expr"]["span"],
  open = false,
): Relation {
  const columns = columnsOf(list);
  return {
    plan: { op: "project", input: input.plan, list, columns, span },
    facts,
    table: null,
    open: input.open || open,
    poisoned,
  };
}

/** `extend`: a later column may use an earlier one of the same stage. */
export function bindExtend(
  binder: Binder,
  node: ExtendStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  let relation = input;
  let waiting: NamedExpr[] = [];
  const span = placed(node.span, { frame });
  const addWaiting = (): void => {
    relation = addColumns(relation, waiting, span);
    waiting = [];
  };
  for (const column of node.columns) {
    if (waiting.length > 0 && usesAny(column, new Set(waiting.map(({ name }) => name)))) addWaiting();
    const scope = { ...scopeOf(relation, frame), quiet: true };
    const expr = binder.expression(column.value, scope);
    const name = column.name?.name;
    if (name === undefined) continue;
    if (expr === null) relation = { ...relation, poisoned: new Set([...relation.poisoned, name]) };
    else waiting.push({ name, expr, display: displayOf(expr, scope) });
  }
  addWaiting();
  return relation;
}

/** Whether the expression, or a definition that it uses, may use one of the names. */
function usesAny({ name, value }: NamedExpression, names: ReadonlySet<string>): boolean {
  let found = name !== null && names.has(name.name);
  walk(value, (node) => {
    if (node.kind === "call") found = true;
    if (node.kind === "name" && names.has(node.name)) found = true;
    return !found;
  });
  return found;
}

function addColumns(input: Relation, added: readonly NamedExpr[], span: NamedExpr["expr"]["span"]): Relation {
  if (added.length === 0) return input;
  const columns = [...input.plan.columns];
  const facts = [...input.facts];
  const poisoned = new Set(input.poisoned);
  for (const { name, expr, display } of added) {
    const at = columns.findIndex((column) => column.name === name);
    const fact = expr.op === "column" ? input.facts[expr.index] ?? null : null;
    const column: PlanColumn = { name, type: expr.type, display };
    poisoned.delete(name);
    if (at < 0) {
      columns.push(column);
      facts.push(fact);
    } else {
      columns[at] = column;
      facts[at] = fact;
    }
  }
  return { ...input, plan: { op: "extend", input: input.plan, added, columns, span }, facts, poisoned };
}

/** `drop`. */
export function bindDrop(binder: Binder, node: DropStage, input: Relation, frame: Frame | null): Relation {
  const dropped = new Set<number>();
  const poisoned = new Set(input.poisoned);
  for (const column of node.columns) {
    if (column.kind === "error") continue;
    const index = columnIndex(binder, column, input, frame);
    if (index >= 0) dropped.add(index);
    poisoned.delete(column.name);
  }
  if (dropped.size === 0) return input;
  const span = placed(node.span, { frame });
  const scope = scopeOf(input, frame);
  const kept = input.plan.columns.map((_, index) => index).filter((index) => !dropped.has(index));
  if (kept.length === 0 && !input.open) {
    binder.report("Q225", "Every column is dropped", node, { frame });
    return { ...input, open: true };
  }
  const list = kept.map((index): NamedExpr => {
    const { name, display } = input.plan.columns[index]!;
    return { name, expr: columnExpr(scope, index, span), display };
  });
  return project(input, list, kept.map((index) => input.facts[index] ?? null), poisoned, span);
}

/** `rename`. */
export function bindRename(
  binder: Binder,
  node: RenameStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const renamed = new Map<number, string>();
  const poisoned = new Set(input.poisoned);
  for (const { from, to } of node.columns) {
    if (from.kind === "error") {
      poisoned.add(to.name);
      continue;
    }
    const index = columnIndex(binder, from, input, frame);
    if (index < 0) poisoned.add(to.name);
    else renamed.set(index, to.name);
  }
  for (const { from, to } of node.columns) {
    const other = input.plan.columns.findIndex((column, index) =>
      column.name === to.name && !renamed.has(index)
    );
    if (other >= 0 && from.kind === "name" && from.name !== to.name) {
      binder.report("Q216", `There is a column ${quote(to.name)} already`, to, { frame }, {
        suggestion: `drop it first: drop ${writtenName(to.name)}`,
      });
    }
  }
  const span = placed(node.span, { frame });
  const scope = scopeOf(input, frame);
  const list = input.plan.columns.map(({ name, display }, index): NamedExpr => ({
    name: renamed.get(index) ?? name,
    expr: columnExpr(scope, index, span),
    display,
  }));
  return project(input, list, input.facts, poisoned, span);
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
