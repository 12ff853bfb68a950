/**
 * Finds the cycles of a graph: groups of nodes that can all be reached from one another (strongly connected
 * components).
 * @module
 */

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** The groups of more than one node, each sorted (R. Tarjan, "Depth-first search and linear graph algorithms", 1972). */
export function cycles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of arrows) {
    if (!next.has(from)) next.set(from, []);
    next.get(from)!.push(to);
  }
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    path.push(node);
    for (const each of next.get(node) ?? []) {
      if (!order.has(each)) visit(each);
      if (path.includes(each)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(each)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = path.splice(path.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
