/**
 * Which columns that exist by argument a plan reads, and where.
 * @module
 */

import type { Expr, FamilyExpr } from "./expressions.ts";
import { inputsOf, type Plan } from "./plan.ts";

/** Families in the expressions of a node itself: not those of its inputs, nor of plans inside its expressions. */
export function ownFamilies(plan: Plan): FamilyExpr[] {
  return collect(plan, inputsOf(plan));
}

/** Families in an expression. */
export function familiesIn(expr: Expr): FamilyExpr[] {
  return collect(expr, []);
}

/** Plans inside of the expressions of a node: `in (…)` and single values. */
export function ownSubplans(plan: Plan): Plan[] {
  const found: Plan[] = [];
  visitExpressions(plan, inputsOf(plan), (node) => {
    if (node.op === "inPlan" || node.op === "scalarPlan") found.push(node.plan);
  });
  return found;
}

function collect(root: unknown, inputs: readonly unknown[]): FamilyExpr[] {
  const found: FamilyExpr[] = [];
  visitExpressions(root, inputs, (node) => {
    if (node.op === "family") found.push(node);
  });
  return found;
}

/** Goes through the expressions of a node; not through its inputs, nor through plans inside of expressions. */
function visitExpressions(root: unknown, inputs: readonly unknown[], see: (node: Expr) => void): void {
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || inputs.includes(node)) return;
    if (Array.isArray(node)) return node.forEach(visit);
    if ("op" in node) see(node as Expr);
    for (const [key, value] of Object.entries(node)) {
      // Plans inside of expressions run before the rows of this node are known.
      if (key !== "plan" && key !== "columns" && key !== "span" && key !== "fn") visit(value);
    }
  };
  visit(root);
}

/** Families of the nodes from which the rows of a plan come, those of sources first. */
export function familiesOnTheWay(root: Plan): FamilyExpr[] {
  const nodes: Plan[] = [];
  const open = [root];
  while (open.length > 0) {
    const plan = open.pop()!;
    nodes.push(plan);
    open.push(...inputsOf(plan));
  }
  return nodes.reverse().flatMap(ownFamilies);
}
