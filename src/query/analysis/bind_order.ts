/**
 * Keys to sort by, and numbers of rows.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { inputsOf, isStep, type Plan } from "../plan/plan.ts";
import type { ScanPlan, SortPlan } from "../plan/steps.ts";
import { isInteger } from "../plan/types.ts";
import type { Expression, SortKey } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { type BoundRelation, type Frame, type Scope, scopeOf, withFewerRows, withPlan } from "./scope.ts";

/** A key with its direction. */
export type Key = SortPlan["keys"][number];

/** Binds the keys to sort by; null after a report. */
export function bindKey(
  binder: Binder,
  key: SortKey,
  input: BoundRelation,
  frame: Frame | null,
): Expr | null {
  const expr = binder.expression(key.value, scopeOf(input, frame));
  if (expr?.type !== "bytes") return expr;
  return binder.report("Q206", "Bytes cannot be sorted", key, { frame }, "sort by len(…)");
}

/** A key as it is written, whose direction is known. */
export function keyOf(expr: Expr, node: SortKey, descending: boolean): Key {
  return { expr, descending, ...(node.nulls === "first" ? { nullsFirst: true } : {}) };
}

/** Keys, smallest first unless it is said otherwise; those that are errors are reported and missing. */
export function bindKeys(
  binder: Binder,
  nodes: readonly SortKey[],
  input: BoundRelation,
  frame: Frame | null,
): Key[] {
  return nodes.flatMap((node) => {
    const expr = bindKey(binder, node, input, frame);
    return expr === null ? [] : [keyOf(expr, node, node.direction === "desc")];
  });
}

/** The rows in the order of keys, or the first ones of them. */
export function sorted(
  binder: Binder,
  input: BoundRelation,
  keys: readonly Key[],
  limit: number | null,
  span: Plan["span"],
): BoundRelation {
  const { plan } = input;
  const { columns } = plan;
  // "by file | top 10": the groups are in that order already.
  if (
    isStep<SortPlan>(plan, "sort") && plan.limit === null && keys.length === 1 && sameKeys(plan.keys, keys)
  ) {
    const limited: SortPlan = { ...plan, limit };
    return reordered(binder, input, limited);
  }
  // Equal rows keep the order that they have: rows that are sorted again are sorted once, by the keys of both.
  const before = isStep<SortPlan>(plan, "sort") && plan.limit === null ? plan : undefined;
  const order: SortPlan = {
    op: "sort",
    input: before?.input ?? plan,
    keys: [...keys, ...before?.keys.filter((key) => !keys.some((other) => isSameColumn(key, other))) ?? []],
    limit,
    columns,
    span,
  };
  return reordered(binder, input, order);
}

/** The rows in another order: those of several traces are put in one order as copies, those of one stay where they are. */
export function reordered<P extends Plan>(binder: Binder, input: BoundRelation, plan: P): BoundRelation {
  return isOfOneTrace(binder, input.plan) ? withFewerRows(input, plan) : withPlan(input, plan);
}

function isOfOneTrace(binder: Binder, plan: Plan): boolean {
  const { sources } = binder;
  // Many stages that sort would each go back to the source.
  const passed: Plan[] = [];
  let at = plan;
  for (let inputs = inputsOf(at); inputs.length === 1 && !sources.has(at); inputs = inputsOf(at)) {
    passed.push(at);
    at = inputs[0]!;
  }
  const source = sources.get(at) ?? at;
  for (const each of passed) sources.set(each, source);
  if (!isStep<ScanPlan>(source, "scan")) return false;
  return source.trace !== null || binder.catalog.traceNames.length === 1;
}

function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every((key, at) => {
    const { descending, nullsFirst } = b[at]!;
    return isSameColumn(key, b[at]!) && key.descending === descending && key.nullsFirst === nullsFirst;
  });
}

function isSameColumn({ expr }: Key, { expr: other }: Key): boolean {
  return expr.op === "column" && other.op === "column" && expr.index === other.index;
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
    const message = fraction ? "Expected a whole number" : "Expected a number that is known before running";
    return binder.report("Q210", message, node, scope);
  }
  const value = Number(bound.value);
  if (value < least || value > Number.MAX_SAFE_INTEGER) {
    return binder.report("Q211", `Expected a number of at least ${least}, found ${bound.value}`, node, scope);
  }
  return value;
}
