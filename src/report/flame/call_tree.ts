/**
 * The call tree behind a flame graph: each function on a path, with its own numbers. Both the program and the
 * page use this file.
 * @module
 */

import type { AmountUnit } from "../../engine/weights.ts";
import { foldRecursion } from "../../base/fold_recursion.ts";

/** A function, called along one path. */
export interface CallNode {
  readonly name: string;
  /** Maximum number of nested calls that this node represents: 1 unless recursion is folded. */
  depth: number;
  /** The numbers of this path without its callees, one for each measure. */
  readonly self: bigint[];
  /** Called functions, by name. */
  readonly children: Map<string, CallNode>;
}

/** A measure: one number per path, or a pair if two runs are compared. */
export interface Measure {
  readonly title: string;
  readonly unit: AmountUnit;
  /** Index of the number. */
  readonly at: number;
  /** Index of the earlier run's number; -1 if there is none. */
  readonly before: number;
  /** Separator for thousands of counts; if absent, the one of the query language. */
  readonly separator?: string;
}

/** A call tree with its measures. */
export interface CallTree {
  readonly root: CallNode;
  readonly measures: readonly Measure[];
}

/** Name of the root. */
const ALL = "(all)";
/** Name of an unknown function, and the suffix of the name if only the library of a function is known. */
export const UNKNOWN = "(unknown)";
export const NO_NAME = "(no name)";
/** Name of the node that adds up paths that are too small to be drawn. */
export const SMALLER_PATHS = "(smaller paths)";

/** Creates a tree with only the root. */
export function newRoot(numbers: number): CallNode {
  return newNode(ALL, numbers);
}

/** Creates a node whose numbers are 0. */
export function newNode(name: string, numbers: number): CallNode {
  return { name, depth: 1, self: new Array<bigint>(numbers).fill(0n), children: new Map() };
}

/**
 * Adds numbers to a path, outermost function first; `depths` gives the number of nested calls that each
 * function represents.
 */
export function addPath(
  root: CallNode,
  path: readonly string[],
  values: readonly bigint[],
  depths: readonly number[] = [],
): void {
  let node = root;
  path.forEach((name, at) => {
    let next = node.children.get(name);
    if (!next) node.children.set(name, next = newNode(name, root.self.length));
    node = next;
    node.depth = Math.max(node.depth, depths[at] ?? 1);
  });
  values.forEach((value, at) => node.self[at]! += value);
}

/**
 * Yields every function after its caller, with its level. This is not recursive, because stacks may be deep.
 */
export function* walk(root: CallNode): Generator<readonly [CallNode, number]> {
  const left: (readonly [CallNode, number])[] = [[root, 0]];
  while (left.length > 0) {
    const next = left.pop()!;
    yield next;
    const children = [...next[0].children.values()];
    for (let at = children.length - 1; at >= 0; at--) left.push([children[at]!, next[1] + 1]);
  }
}

/** The totals of each function, including its callees. */
export function totals(root: CallNode, numberOf: (self: readonly bigint[]) => bigint): Map<CallNode, bigint> {
  const order = [...walk(root)].map(([node]) => node);
  const found = new Map<CallNode, bigint>();
  for (const node of order.reverse()) {
    let sum = numberOf(node.self);
    for (const child of node.children.values()) sum += found.get(child)!;
    found.set(node, sum);
  }
  return found;
}

/** Calls `visit` for each path that has numbers of its own. */
function eachPath(root: CallNode, visit: (path: readonly CallNode[], self: readonly bigint[]) => void): void {
  const path: CallNode[] = [];
  for (const [node, level] of walk(root)) {
    path.length = Math.max(0, level - 1);
    if (level > 0) path.push(node);
    if (node.self.some((value) => value !== 0n)) visit(path, node.self);
  }
}

/** Returns the inverted tree: the innermost functions at the top, their callers below. */
export function inverted(root: CallNode): CallNode {
  const turned = newRoot(root.self.length);
  eachPath(root, (path, self) => {
    const up = path.toReversed();
    addPath(turned, up.map(({ name }) => name), self, up.map(({ depth }) => depth));
  });
  return turned;
}

/**
 * Returns the tree with recursion folded into one level, with its depth: for functions that call themselves
 * or each other.
 */
export function foldRecursionIn(root: CallNode): CallNode {
  const tree = newRoot(root.self.length);
  eachPath(root, (called, self) => {
    const { path, depths } = foldRecursion(called.map(({ name }) => name), isFunction);
    addPath(tree, path, self, depths);
  });
  return tree;
}

/** Whether any node of a tree represents several nested calls. */
export function hasFoldedCalls(root: CallNode): boolean {
  for (const [{ depth }] of walk(root)) if (depth > 1) return true;
  return false;
}

/** Whether a name is that of a single function. */
function isFunction(name: string): boolean {
  return name !== UNKNOWN && name !== SMALLER_PATHS && !name.endsWith(NO_NAME);
}

/**
 * Returns the tree of the heaviest paths; the others are added up as `(smaller paths)` of their callers. Also
 * returns how many paths those are.
 */
export function heaviest(root: CallNode, most: number): { readonly root: CallNode; readonly left: number } {
  const all = [...walk(root)];
  if (all.length <= most) return { root, left: 0 };
  const numbers = root.self.map((_, at) => at);
  const sums = numbers.map((at) => totals(root, (self) => self[at]!));
  const share = (node: CallNode): number =>
    Math.max(...sums.map((sum) => Number(sum.get(node)!) / (Number(sum.get(root)!) || 1)));
  // A caller's total is at least that of its callees, and it comes before them, so it is never left out
  // unless they are.
  const ranked = all.map(([node, level]) => ({ node, level, share: share(node) }))
    .sort((a, b) => b.share - a.share || a.level - b.level);
  const kept = new Set(ranked.slice(0, most).map(({ node }) => node));
  const copies = new Map<CallNode, CallNode>();
  for (const { node } of ranked.slice(0, most)) {
    copies.set(node, { ...node, self: [...node.self], children: new Map() });
  }
  for (const [node, copy] of copies) {
    const rest = newNode(SMALLER_PATHS, root.self.length);
    for (const child of node.children.values()) {
      if (kept.has(child)) copy.children.set(child.name, copies.get(child)!);
      else numbers.forEach((at) => rest.self[at]! += sums[at]!.get(child)!);
    }
    if (rest.self.some((value) => value !== 0n)) copy.children.set(SMALLER_PATHS, rest);
  }
  return { root: copies.get(root)!, left: all.length - most };
}

/**
 * Writes a tree as lines: measures, names, and each node with level, name and numbers. Names contain no line
 * breaks.
 */
export function treeText({ root, measures }: CallTree): string {
  const names = new Map<string, number>();
  const nodes: string[] = [];
  for (const [node, level] of walk(root)) {
    if (!names.has(node.name)) names.set(node.name, names.size);
    const values = node.self.join(" ").replace(/( 0)+$/, "");
    nodes.push(`${level} ${names.get(node.name)}${values === "0" ? "" : " " + values}`);
  }
  return [
    `${root.self.length} ${measures.length} ${names.size}`,
    ...measures.map(({ unit, at, before, title }) => `${unit} ${at} ${before} ${title}`),
    ...names.keys(),
    ...nodes,
  ].join("\n");
}

/** Parses the output of `treeText`. */
export function readTree(text: string): CallTree {
  const lines = text.split("\n");
  const [numbers, measureCount, nameCount] = lines[0]!.split(" ").map(Number);
  const measures = lines.slice(1, 1 + measureCount!).map((line): Measure => {
    const [unit, at, before, ...title] = line.split(" ");
    return {
      unit: unit === "bytes" || unit === "time" ? unit : "counts",
      at: Number(at),
      before: Number(before),
      title: title.join(" "),
    };
  });
  const names = lines.slice(1 + measureCount!, 1 + measureCount! + nameCount!);
  const path: CallNode[] = [];
  for (const line of lines.slice(1 + measureCount! + nameCount!)) {
    const [level, name, ...values] = line.split(" ");
    const node = newNode(names[Number(name)]!, numbers!);
    values.forEach((value, at) => node.self[at] = BigInt(value));
    path.length = Number(level);
    path.at(-1)?.children.set(node.name, node);
    path.push(node);
  }
  return { root: path[0]!, measures };
}
