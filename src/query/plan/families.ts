/**
 * The argument columns that a plan reads, and where it reads them.
 * @module
 */

import { visitExpressions } from "./columns_in.ts";
import type { Expr, FamilyExpr } from "./expressions.ts";
import { inputsOf, type Plan } from "./plan.ts";

/**
 * Returns the argument columns in the expressions of the node itself, excluding its inputs and the plans
 * inside its expressions.
 */
export function ownFamilies(plan: Plan): FamilyExpr[] {
  return collect(plan, inputsOf(plan));
}

/** Returns the argument columns in an expression. */
export function familiesIn(expr: Expr): FamilyExpr[] {
  return collect(expr, []);
}

/** Returns the indexes of the columns that the expressions of the node itself read, in any of its inputs. */
export function ownColumns(plan: Plan): Set<number> {
  const found = new Set<number>();
  visitExpressions(plan, (node) => {
    if (node.op === "column") found.add(node.index);
  }, inputsOf(plan));
  return found;
}

/** Whether an expression, or those of a node without its inputs, need names for frames of backtraces. */
export function namesFrames(root: Expr | Plan, inputs: readonly Plan[] = []): boolean {
  let found = false;
  visitExpressions(root, (node) => found ||= node.op === "call" && node.fn.namesFrames === true, inputs);
  return found;
}

/** Returns the plans inside the expressions of a node: `in (…)` and single values. */
export function ownSubplans(plan: Plan): Plan[] {
  const found: Plan[] = [];
  visitExpressions(plan, (node) => {
    if (node.op === "inPlan" || node.op === "scalarPlan") found.push(node.plan);
  }, inputsOf(plan));
  return found;
}

function collect(root: unknown, inputs: readonly unknown[]): FamilyExpr[] {
  const found: FamilyExpr[] = [];
  visitExpressions(root, (node) => {
    if (node.op === "family") found.push(node);
  }, inputs);
  return found;
}

/** Returns the argument columns of the nodes that a plan's rows pass through, sources first. */
export function familiesInPlan(root: Plan): FamilyExpr[] {
  const nodes: Plan[] = [];
  const open = [root];
  while (open.length > 0) {
    const plan = open.pop()!;
    nodes.push(plan);
    open.push(...inputsOf(plan));
  }
  return nodes.reverse().flatMap(ownFamilies);
}
