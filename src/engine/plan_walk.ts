/**
 * Looking through plans: they and their expressions are plain trees of objects and lists.
 * @module
 */

/** A plan or an expression. */
interface PlanNode {
  readonly op: string;
}

/** Fields that hold no plans or expressions. */
const LEAVES = new Set(["columns", "span", "fn", "display", "type"]);

/** Calls `visit` for every plan and expression at or below a node, parents first. */
export function walkPlan(root: unknown, visit: (node: PlanNode) => void): void {
  // A plan is a chain as long as its pipeline: calls would not go so deep.
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if (!Array.isArray(node) && "op" in node) visit(node as PlanNode);
    const below = Array.isArray(node)
      ? node
      : Object.entries(node).filter(([key]) => !LEAVES.has(key)).map(([, value]) => value);
    for (let at = below.length - 1; at >= 0; at--) open.push(below[at]);
  }
}
