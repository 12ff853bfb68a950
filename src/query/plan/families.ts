/**
 * Which columns that exist by argument a plan reads, and where.
 * @module
 */

import type { Expr, FamilyExpr, Plan } from "./plan.ts";

/** The plans that a plan reads. */
export function inputsOf(plan: Plan): readonly Plan[] {
  switch (plan.op) {
    case "scan":
    case "gaps":
    case "heat":
    case "reaching":
    case "union":
    case "intersection":
    case "difference":
    case "complement":
      return [];
    case "join":
      return [plan.left, plan.right];
    case "diff":
      return [plan.before, plan.after];
    default:
      return [plan.input];
  }
}

/** Families in the expressions of a node itself: not those of its inputs, nor of plans inside its expressions. */
export function ownFamilies(plan: Plan): FamilyExpr[] {
  return collect(plan, inputsOf(plan));
}

/** Families in an expression. */
export function familiesIn(expr: Expr): FamilyExpr[] {
  return collect(expr, []);
}

function collect(root: unknown, inputs: readonly unknown[]): FamilyExpr[] {
  const found: FamilyExpr[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || inputs.includes(node)) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { op } = node as { readonly op?: string };
    if (op === "family") found.push(node as FamilyExpr);
    else {
      for (const [key, value] of Object.entries(node)) {
        // Plans inside of expressions run before the rows of this node are known.
        if (key !== "plan" && key !== "columns" && key !== "span" && key !== "fn") visit(value);
      }
    }
  };
  visit(root);
  return found;
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
