/**
 * Which columns an expression reads, and whether it can be moved to where others are.
 * @module
 */

import type { Expr } from "./expressions.ts";

/** Parts of a node that hold no expressions over the rows of its input: plans in it run before these are known. */
const APART: ReadonlySet<string> = new Set(["plan", "columns", "span", "fn"]);
/** Steps of an expression that give a value for any values of their parts. */
const SAFE: ReadonlySet<string> = new Set(
  "column constant compare between oneOf match isNull and or not".split(" "),
);

/** Numbers of the columns that an expression reads. */
export function columnsIn(expr: Expr): Set<number> {
  const found = new Set<number>();
  visit(expr, (node) => {
    if (node.op === "column") found.add(node.index);
  });
  return found;
}

/** Whether an expression gives the same for rows of the same values: it asks for no other rows, and not where they lie. */
export function dependsOnValues(expr: Expr): boolean {
  let only = true;
  visit(expr, ({ op }) => {
    if (op === "family" || op === "inPlan" || op === "scalarPlan") only = false;
  });
  return only;
}

/** Whether an expression has a value for every row, whatever its columns hold. */
export function cannotFail(expr: Expr): boolean {
  let safe = true;
  visit(expr, ({ op }) => {
    if (!SAFE.has(op)) safe = false;
  });
  return safe;
}

/** The expression with other numbers for its columns. */
export function withColumns(expr: Expr, numberOf: (index: number) => number): Expr {
  const copy = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(copy);
    const parts = Object.entries(node).map(([key, value]) => [key, APART.has(key) ? value : copy(value)]);
    const made = Object.fromEntries(parts) as Expr;
    return made.op === "column" ? { ...made, index: numberOf(made.index) } : made;
  };
  return copy(expr) as Expr;
}

/** Goes through expressions in their order; not through `others`, nor through plans inside expressions. */
export function visit(root: unknown, see: (node: Expr) => void, others: readonly unknown[] = []): void {
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null || others.includes(node)) continue;
    if ("op" in node) see(node as Expr);
    const parts = Object.entries(node).flatMap(([key, value]) => APART.has(key) ? [] : [value]);
    open.push(...parts.reverse());
  }
}
