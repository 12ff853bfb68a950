/**
 * Stages that sort rows and take some of them.
 * @module
 */

import type { Expression, RowCountStage, SortKey, SortStage, TopStage } from "../syntax/ast.ts";
import type { Expr, Plan, SortPlan } from "../plan/plan.ts";
import type { Binder } from "./binder.ts";
import { type Frame, placed, type Relation, type Scope, scopeOf, withFewerRows, withPlan } from "./scope.ts";
import { columnExpr } from "./make.ts";
import { isInteger, isMeasure } from "../plan/types.ts";

/** Columns that `top` without a key means, in this order. */
const TOP_COLUMNS = ["bytes", "count", "size"];

type Key = SortPlan["keys"][number];

/** `sort`. */
export function bindSort(binder: Binder, node: SortStage, input: Relation, frame: Frame | null): Relation {
  const keys: Key[] = [];
  for (const key of node.keys) {
    const expr = bindKey(binder, key, input, frame);
    if (expr !== null) keys.push({ expr, descending: key.direction === "desc" });
  }
  if (keys.length === 0) return input;
  return sorted(binder, input, keys, null, placed(node.span, { frame }));
}

/** `top N [by key]`. */
export function bindTop(binder: Binder, node: TopStage, input: Relation, frame: Frame | null): Relation {
  const limit = bindNumber(binder, node.count, scopeOf(input, frame), 0);
  const span = placed(node.span, { frame });
  let key: Key | null;
  if (node.key !== null) {
    const expr = bindKey(binder, node.key, input, frame);
    key = expr && { expr, descending: node.key.direction !== "asc" };
  } else {
    const index = defaultKey(input);
    if (index < 0 && !input.open) {
      binder.report("Q214", "There is no number to sort by here", node, { frame }, {
        suggestion: "write top N by KEY, or take N",
      });
    }
    key = index < 0 ? null : { expr: columnExpr(input.plan, index, span), descending: true };
  }
  if (limit === null || key === null) return input;
  return sorted(binder, input, [key], limit, span);
}

function defaultKey(input: Relation): number {
  const { columns } = input.plan;
  for (const name of TOP_COLUMNS) {
    const index = columns.findIndex((column) => column.name === name && isMeasure(column.type));
    if (index >= 0) return index;
  }
  const plain = columns.findIndex(({ type, display }) => isMeasure(type) && display === "plain");
  return plain >= 0 ? plain : columns.findIndex(({ type }) => isMeasure(type));
}

function bindKey(binder: Binder, key: SortKey, input: Relation, frame: Frame | null): Expr | null {
  const expr = binder.expression(key.value, scopeOf(input, frame));
  if (expr?.type !== "bytes") return expr;
  return binder.report("Q206", "Bytes cannot be sorted", key, { frame }, { suggestion: "sort by len(…)" });
}

function sorted(
  binder: Binder,
  input: Relation,
  keys: readonly Key[],
  limit: number | null,
  span: Plan["span"],
): Relation {
  const { plan } = input;
  // Rows of several traces are put in one order as copies, those of one stay where they are.
  const over = isOfOneTrace(binder, plan) ? withFewerRows : withPlan;
  const { columns } = plan;
  // "by file | top 10": the groups are in that order already.
  if (plan.op === "sort" && plan.limit === null && keys.length === 1 && sameKeys(plan.keys, keys)) {
    return over(input, { ...plan, limit });
  }
  return over(input, { op: "sort", input: plan, keys, limit, columns, span });
}

function isOfOneTrace(binder: Binder, plan: Plan): boolean {
  const { sources } = binder;
  // Many stages that sort would each go back to the source.
  const passed: Plan[] = [];
  let at = plan;
  for (; "input" in at && !sources.has(at); at = at.input) passed.push(at);
  const source = sources.get(at) ?? at;
  for (const each of passed) sources.set(each, source);
  if (source.op !== "scan") return false;
  return source.trace !== null || binder.catalog.traceNames.length === 1;
}

function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every(({ expr, descending }, at) => {
    const other = b[at]!;
    return expr.op === "column" && other.expr.op === "column" && expr.index === other.expr.index &&
      descending === other.descending;
  });
}

/** `take`, `skip`, `tail`, `sample`. */
export function bindRowCount(
  binder: Binder,
  node: RowCountStage & { readonly kind: "take" | "skip" | "tail" | "sample" },
  input: Relation,
  frame: Frame | null,
): Relation {
  const count = bindNumber(binder, node.count, scopeOf(input, frame), 0);
  if (count === null) return input;
  const { columns } = input.plan;
  return withFewerRows(input, {
    op: node.kind,
    input: input.plan,
    count,
    columns,
    span: placed(node.span, { frame }),
  });
}

/** `before N`, `after N`: both together are one context. */
export function bindContext(
  binder: Binder,
  node: RowCountStage & { readonly kind: "before" | "after" },
  input: Relation,
  frame: Frame | null,
): Relation {
  const count = bindNumber(binder, node.count, scopeOf(input, frame), 0);
  const { plan } = input;
  const { columns } = plan;
  const span = placed(node.span, { frame });
  const inner = plan.op === "context" ? plan.input : plan;
  if (!isFilteredScan(inner)) {
    if (!input.open) {
      binder.report("Q223", `"${node.kind}" needs the rows of a table, with filters only`, node, { frame }, {
        suggestion: `put it directly after the filters: events | where … | ${node.kind} 10`,
      });
    }
    return input;
  }
  if (count === null) return input;
  const around = plan.op === "context" ? plan : { before: 0, after: 0 };
  return withFewerRows(input, {
    op: "context",
    input: inner,
    before: node.kind === "before" ? count : around.before,
    after: node.kind === "after" ? count : around.after,
    columns,
    span,
  });
}

function isFilteredScan(plan: Plan): boolean {
  let at = plan;
  while (at.op === "filter") at = at.input;
  return at.op === "scan";
}

/** A number of rows or bins that is known before running; null after a report. */
export function bindNumber(
  binder: Binder,
  node: Expression,
  scope: Scope,
  least: number,
): number | null {
  const bound = binder.expression(node, scope);
  if (bound === null) return null;
  if (bound.op !== "constant" || !isInteger(bound.type)) {
    const fraction = bound.op === "constant" && bound.type === "f64";
    return binder.report(
      "Q210",
      fraction ? "Expected a whole number" : "Expected a number that is known before running",
      node,
      scope,
    );
  }
  const value = Number(bound.value);
  if (value < least || value > Number.MAX_SAFE_INTEGER) {
    return binder.report("Q211", `Expected a number of at least ${least}, found ${bound.value}`, node, scope);
  }
  return value;
}
