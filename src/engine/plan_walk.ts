/**
 * Looking through plans: they and their expressions are plain trees of objects and lists.
 * @module
 */

/** A plan or an expression. */
export interface PlanNode {
  readonly op: string;
}

/** Fields that hold no plans or expressions. */
const LEAVES = new Set(["columns", "span", "fn", "display", "type"]);

/** Calls `visit` for every plan and expression at or below a node. */
export function walkPlan(node: unknown, visit: (node: PlanNode) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) walkPlan(each, visit);
    return;
  }
  if ("op" in node) visit(node as PlanNode);
  for (const [key, value] of Object.entries(node)) if (!LEAVES.has(key)) walkPlan(value, visit);
}
