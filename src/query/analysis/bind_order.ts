/**
 * Binds sort keys and row counts.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { inputsOf, isStep, type Plan } from "../plan/plan.ts";
import type { ScanPlan, SortPlan } from "../plan/steps.ts";
import { isInteger } from "../plan/types.ts";
import type { Expression, SortKey } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import {
  type BoundRelation,
  type DefinitionUse,
  type Scope,
  scopeOf,
  withFewerRows,
  withPlan,
} from "./scope.ts";

/** A sort key with its direction. */
export type BoundSortKey = SortPlan["keys"][number];

/** Binds one sort key; null after an error is reported. */
export function bindKey(
  binder: Binder,
  key: SortKey,
  input: BoundRelation,
  frame: DefinitionUse | null,
): Expr | null {
  const expr = binder.expression(key.value, scopeOf(input, frame));
  if (expr?.type !== "bytes") return expr;
  return binder.report("Q206", "Bytes cannot be sorted", key, { frame }, "sort by len(…)");
}

/** Returns a sort key whose direction is known. */
export function keyOf(expr: Expr, node: SortKey, descending: boolean): BoundSortKey {
  return { expr, descending, ...(node.nulls === "first" ? { nullsFirst: true } : {}) };
}

/** Binds sort keys, ascending by default; keys with errors are reported and left out. */
export function bindKeys(
  binder: Binder,
  nodes: readonly SortKey[],
  input: BoundRelation,
  frame: DefinitionUse | null,
): BoundSortKey[] {
  return nodes.flatMap((node) => {
    const expr = bindKey(binder, node, input, frame);
    return expr === null ? [] : [keyOf(expr, node, node.direction === "desc")];
  });
}

/** Sorts the rows by keys, optionally with a limit. */
export function sortRelation(
  binder: Binder,
  input: BoundRelation,
  keys: readonly BoundSortKey[],
  limit: number | null,
  span: Plan["span"],
): BoundRelation {
  const { plan } = input;
  const { columns } = plan;
  // In "by file | top 10", the groups are already sorted this way.
  if (
    isStep<SortPlan>(plan, "sort") && plan.limit === null && keys.length === 1 && sameKeys(plan.keys, keys)
  ) {
    const limited: SortPlan = { ...plan, limit };
    return reorderRows(binder, input, limited);
  }
  // The sort is stable, so two sorts in a row become one sort by the keys of both.
  const before = isStep<SortPlan>(plan, "sort") && plan.limit === null ? plan : undefined;
  const order: SortPlan = {
    op: "sort",
    input: before?.input ?? plan,
    keys: [...keys, ...before?.keys.filter((key) => !keys.some((other) => isSameColumn(key, other))) ?? []],
    limit,
    columns,
    span,
  };
  return reorderRows(binder, input, order);
}

/**
 * Builds the relation of a plan that reorders rows. Rows of one trace are not copied, so argument columns stay
 * available; rows of several traces are merged by copying.
 */
export function reorderRows<P extends Plan>(binder: Binder, input: BoundRelation, plan: P): BoundRelation {
  return isOfOneTrace(binder, input.plan) ? withFewerRows(input, plan) : withPlan(input, plan);
}

function isOfOneTrace(binder: Binder, plan: Plan): boolean {
  const { sources } = binder;
  // Cache the result for all steps on the way; otherwise, many sorts would each walk back to the source.
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

function sameKeys(a: readonly BoundSortKey[], b: readonly BoundSortKey[]): boolean {
  return a.length === b.length && a.every((key, at) => {
    const { descending, nullsFirst } = b[at]!;
    return isSameColumn(key, b[at]!) && key.descending === descending && key.nullsFirst === nullsFirst;
  });
}

function isSameColumn({ expr }: BoundSortKey, { expr: other }: BoundSortKey): boolean {
  return expr.op === "column" && other.op === "column" && expr.index === other.index;
}

/** Binds a row or bin count that must be known before the run; null after reporting an error. */
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
    const message = fraction
      ? "Expected a whole number"
      : "Expected a number that is known before the query runs";
    return binder.report("Q210", message, node, scope);
  }
  const value = Number(bound.value);
  if (value < least || value > Number.MAX_SAFE_INTEGER) {
    const range = value < least ? `at least ${least}` : `at most ${Number.MAX_SAFE_INTEGER}`;
    return binder.report("Q211", `Expected a number of ${range}, found ${bound.value}`, node, scope);
  }
  return value;
}
