/**
 * Totals per function of a flame graph: without and with its callees.
 * @module
 */

import { type CallNode, type Measure, walk } from "./call_tree.ts";
import type { Sums } from "./flame_layout.ts";

/** A function, summed over all its paths. */
export interface FunctionSums {
  readonly name: string;
  /** The function's own numbers, without callees. */
  readonly own: bigint;
  /** The function's numbers with callees; recursion is counted once. */
  readonly whole: bigint;
}

/**
 * Returns the functions below a node, and the node itself. In an inverted tree, a function's own number is
 * that on the first level.
 */
export function functionSums(
  top: CallNode,
  { after }: Sums,
  { at }: Measure,
  { isInverted, isRoot }: { readonly isInverted: boolean; readonly isRoot: boolean },
): FunctionSums[] {
  const found = new Map<string, { own: bigint; whole: bigint }>();
  const path: string[] = [];
  const open = new Map<string, number>();
  const first = isRoot ? 1 : 0;
  for (const [node, level] of walk(top)) {
    while (path.length > level) {
      const left = path.pop()!;
      open.set(left, open.get(left)! - 1);
    }
    path.push(node.name);
    const isOutermost = (open.get(node.name) ?? 0) === 0;
    open.set(node.name, (open.get(node.name) ?? 0) + 1);
    if (level < first) continue;
    let sums = found.get(node.name);
    if (!sums) found.set(node.name, sums = { own: 0n, whole: 0n });
    const whole = after.get(node)!;
    if (isOutermost) sums.whole += whole;
    if (!isInverted) sums.own += node.self[at]!;
    else if (level === first) sums.own += whole;
  }
  return Array.from(found, ([name, sums]) => ({ name, ...sums }));
}
