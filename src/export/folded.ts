/**
 * Folded stacks: one line per call path, outermost function first, then a weight. Flame graphs are made from
 * these. A function that calls itself is a single level, `fib ×12`, with the maximum recursion depth on that
 * path.
 * @module
 */

import { foldRecursion } from "../base/fold_recursion.ts";
import { TextChunks } from "../render/renderer.ts";
import { visible } from "../render/visible.ts";
import type { SampleExporter } from "./exporter.ts";
import { rejectNegativeWeights } from "./negative_weights.ts";
import { UNKNOWN } from "./read_samples.ts";

/** Exports folded stacks. */
export const folded: SampleExporter = {
  name: "folded",
  summary: "folded stacks for flame graphs, one weight",
  extensions: [".folded", ".collapsed"],
  binary: false,
  takes: "samples",
  folds: true,
  async write(set, sink, weight, { isUnfolded = false } = {}) {
    rejectNegativeWeights(set, "folded", [weight]);
    const names = set.frames.map(({ name }) => foldedName(name));
    const root = newNode("", null);
    const nodes = new Map<PathNode, bigint>();
    for (const { frames, values, trace } of set.samples) {
      const called = frames.map((frame) => names[frame]!).reverse();
      const { path, depths } = isUnfolded
        ? { path: called, depths: [] }
        : foldRecursion(called, (name) => name !== UNKNOWN);
      let node = trace === null ? root : child(root, foldedName(trace));
      path.forEach((name, at) => {
        node = child(node, name);
        node.depth = Math.max(node.depth, depths[at] ?? 1);
      });
      nodes.set(node, (nodes.get(node) ?? 0n) + values[weight]!);
    }
    const out = new TextChunks(sink);
    for (const [node, value] of nodes) {
      if (value > 0n) out.add(`${lineOf(node)} ${value}\n`);
      if (out.full) await out.flush();
    }
    await out.flush();
  },
};

/** A function along one call path. Without folding, each depth of a recursion would be another path. */
interface PathNode {
  readonly name: string;
  readonly caller: PathNode | null;
  readonly children: Map<string, PathNode>;
  depth: number;
}

function newNode(name: string, caller: PathNode | null): PathNode {
  return { name, caller, children: new Map(), depth: 1 };
}

function child(node: PathNode, name: string): PathNode {
  let found = node.children.get(name);
  if (!found) node.children.set(name, found = newNode(name, node));
  return found;
}

function lineOf(node: PathNode): string {
  const path: string[] = [];
  for (let each = node; each.caller; each = each.caller) {
    path.push(each.depth === 1 ? each.name : `${each.name} ×${each.depth}`);
  }
  return path.reverse().join(";");
}

/** A semicolon would split a name, and a line break would split the line. */
function foldedName(name: string): string {
  return visible(name).replaceAll(";", ":");
}
