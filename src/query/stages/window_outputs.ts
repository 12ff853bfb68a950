/**
 * The outputs of `window`: an output may use those before it, which takes one step of the plan after the other.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { projected } from "../analysis/bind_group.ts";
import { bindWindows, outputName } from "../analysis/bind_window.ts";
import type { Binder } from "../analysis/binder.ts";
import { columnExpr, NameGiver } from "../analysis/make.ts";
import { type Frame, type Relation, scopeOf } from "../analysis/scope.ts";
import type { WindowPlan } from "../operators/window.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { NamedExpression, Node } from "../syntax/ast.ts";
import { childrenOf, walk } from "../syntax/walk.ts";

/** What all steps of a stage have; keys and order are those of the rows before the stage. */
type Windows = Pick<WindowPlan, "keys" | "order" | "span">;

/** Binds the outputs: those of known names take the places of these columns. */
export function bindOutputs(
  binder: Binder,
  nodes: readonly NamedExpression[],
  input: Relation,
  frame: Frame | null,
  windows: Windows,
): Relation {
  let rows = input;
  // Where the outputs so far are, behind the columns of the input; these keep their numbers for the keys.
  const done: NamedExpr[] = [];
  for (const part of partsOf(binder, nodes, input)) {
    if (done.length > 0) rows = withColumns(input, rows, done, windows.span);
    const bound = bindWindows(binder, part, scopeOf(rows, frame), windows.order.length > 0);
    const names = new NameGiver(rows.plan.columns.map(({ name }) => name));
    const hidden = bound.calls.map(({ name, type, display }) => ({ name: names.give(name), type, display }));
    const columns: PlanColumn[] = [...rows.plan.columns, ...hidden];
    const plan: WindowPlan = { op: "window", input: rows.plan, ...windows, calls: bound.calls, columns };
    done.push(...bound.list);
    rows = { ...rows, plan, poisoned: new Set([...rows.poisoned, ...bound.poisoned]) };
  }
  return { ...withOutputs(input, rows.plan as WindowPlan, done), poisoned: rows.poisoned };
}

/** The outputs in stretches: the first of each uses one of the stretch before. */
function partsOf(binder: Binder, nodes: readonly NamedExpression[], input: Relation): NamedExpression[][] {
  const parts: NamedExpression[][] = [[]];
  const columns = new Set(input.plan.columns.map(({ name }) => name));
  let names = new Set<string>();
  for (const node of nodes) {
    const { name, value } = node;
    const replaces = name !== null && names.has(name.name);
    const known = (each: string): boolean => !names.has(each) && binder.definition(each) === undefined;
    if (replaces || (names.size > 0 && !usesOnly(value, known, (each) => columns.has(each)))) {
      parts.push([]);
      names = new Set();
    }
    parts.at(-1)!.push(node);
    names.add(name?.name ?? outputName(value));
  }
  return parts;
}

/**
 * Whether an expression can be bound to the rows before the stage. Where only a column can stand, a name that is none may
 * become an output while it is written; beside a comparison it is a word.
 */
function usesOnly(
  value: Node,
  known: (name: string) => boolean,
  isColumn: (name: string) => boolean,
): boolean {
  let only = true;
  walk(value, (node) => {
    if (node.kind === "call") only &&= known(node.name.name);
    else if (node.kind === "name") only &&= known(node.name) && isColumn(node.name);
    else if (node.kind === "comparison" || node.kind === "in" || node.kind === "match") {
      for (const child of childrenOf(node)) only &&= usesOnly(child, known, () => true);
      return false;
    }
    return only;
  });
  return only;
}

/** The rows with the outputs so far behind the columns of the input, and under the name that each replaces. */
function withColumns(input: Relation, rows: Relation, done: NamedExpr[], span: Span): Relation {
  const count = input.plan.columns.length;
  const taken = new NameGiver(rows.plan.columns.map(({ name }) => name));
  const list: NamedExpr[] = [
    ...input.plan.columns.map(({ name, display }, at) => ({
      name,
      display,
      expr: columnExpr(rows.plan, at, span),
    })),
    ...done,
  ].map((each, at, all) =>
    all.findLastIndex(({ name }) => name === each.name) === at
      ? each
      : { ...each, name: taken.give(each.name) }
  );
  const plan = projected(rows.plan, list, span);
  done.forEach((each, at) => done[at] = { ...each, expr: columnExpr(plan, count + at, span) });
  const facts = list.map((_, at) => at < count ? input.facts[at] ?? null : null);
  const names = new Set(done.map(({ name }) => name));
  return { ...rows, plan, facts, poisoned: new Set([...rows.poisoned].filter((name) => !names.has(name))) };
}

/** The rows with the outputs as columns: those of known names take the places of these. */
function withOutputs(input: Relation, plan: WindowPlan, outputs: readonly NamedExpr[]): Relation {
  const list: NamedExpr[] = input.plan.columns.map(({ name, display }, index) => ({
    name,
    display,
    expr: columnExpr(plan, index, plan.span),
  }));
  const facts = [...input.facts];
  for (const output of outputs) {
    const at = list.findIndex(({ name }) => name === output.name);
    if (at < 0) list.push(output);
    else list[at] = output;
    facts[at < 0 ? list.length - 1 : at] = output.expr.op === "column"
      ? input.facts[output.expr.index] ?? null
      : null;
  }
  const direct = list.length === plan.columns.length &&
    list.every(({ expr }, at) => expr.op === "column" && expr.index === at);
  if (direct) {
    const columns = plan.columns.map((column, at) => ({ ...column, name: list[at]!.name }));
    return { ...input, plan: { ...plan, columns } as WindowPlan, facts };
  }
  return { ...input, plan: projected(plan, list, plan.span), facts };
}
