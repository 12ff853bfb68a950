/**
 * Which columns an expression reads, and whether it can be moved to another step.
 * @module
 */

import type { Expr } from "./expressions.ts";

/**
 * Properties of a node that are not expressions over its input rows; plans inside it run before those rows
 * are known.
 */
const APART: ReadonlySet<string> = new Set(["plan", "columns", "span", "fn"]);
/** Expression nodes that cannot fail, whatever the values of their operands. */
const SAFE: ReadonlySet<string> = new Set(
  "column constant compare between oneOf match isNull and or not".split(" "),
);

/** Indexes of the columns that an expression reads. */
export function columnsIn(expr: Expr): Set<number> {
  const found = new Set<number>();
  visitExpressions(expr, (node) => {
    if (node.op === "column") found.add(node.index);
  });
  return found;
}

/**
 * Whether an expression depends only on the values of a row, not on other rows or on the position of the row.
 */
export function dependsOnValues(expr: Expr): boolean {
  let only = true;
  visitExpressions(expr, ({ op }) => {
    if (op === "family" || op === "inPlan" || op === "scalarPlan") only = false;
  });
  return only;
}

/** Whether an expression can be evaluated for every row without an error. */
export function cannotFail(expr: Expr): boolean {
  let safe = true;
  visitExpressions(expr, ({ op }) => {
    if (!SAFE.has(op)) safe = false;
  });
  return safe;
}

/** Returns a copy of the expression with its column indexes mapped. */
export function mapColumns(expr: Expr, numberOf: (index: number) => number): Expr {
  const copy = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(copy);
    const parts = Object.entries(node).map(([key, value]) => [key, APART.has(key) ? value : copy(value)]);
    const made = Object.fromEntries(parts) as Expr;
    return made.op === "column" ? { ...made, index: numberOf(made.index) } : made;
  };
  return copy(expr) as Expr;
}

/** Visits expressions in order; does not visit `others` and the plans inside expressions. */
export function visitExpressions(
  root: unknown,
  see: (node: Expr) => void,
  others: readonly unknown[] = [],
): void {
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null || others.includes(node)) continue;
    if ("op" in node) see(node as Expr);
    const parts = Object.entries(node).flatMap(([key, value]) => APART.has(key) ? [] : [value]);
    open.push(...parts.reverse());
  }
}
