/**
 * Walks syntax trees without knowing every kind of node.
 * @module
 */
import type { Node } from "./ast.ts";

/** Returns the direct children of a node, in the order of its fields, which is text order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node) as unknown[]) {
    // Push the values one by one: a list may have more values than a call may have arguments.
    if (Array.isArray(value)) { for (const each of value) if (isNode(each)) children.push(each); }
    else if (isNode(value)) children.push(value);
  }
  return children;
}

/**
 * Visits a node and everything below it, parents first; a visitor that returns false skips the children.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseScript } from "../../language/script.ts";
 *
 * const names: string[] = [];
 * walk(parseScript("thread == 3 and size > 4K").script, (node) => {
 *   if (node.kind === "name") names.push(node.name);
 * });
 * assertEquals(names, ["thread", "size"]);
 * ```
 */
export function walk(node: Node, visit: (node: Node) => void | boolean): void {
  if (visit(node) === false) return;
  for (const child of childrenOf(node)) walk(child, visit);
}

/**
 * Returns the nodes that contain an offset, from the whole script to the smallest; both ends of a span count
 * as inside.
 */
export function nodesAt(root: Node, offset: number): Node[] {
  const path: Node[] = [];
  let next: Node | undefined = root;
  while (next !== undefined) {
    path.push(next);
    // If two adjacent nodes meet at the offset, the second is the one being typed.
    next = childrenOf(next).findLast(({ span }) => span.start <= offset && offset <= span.end);
  }
  return path;
}

/** Whether two trees are equal except for the spans of their nodes. */
export function sameTree(a: Node, b: Node): boolean {
  return sameValue(a, b);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a).filter(isCompared);
  if (keys.length !== Object.keys(b).filter(isCompared).length) return false;
  return keys.every((key) =>
    sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])
  );
}

/** Whether a field counts when trees are compared: spans and documentation do not. */
function isCompared(key: string): boolean {
  return key !== "span" && key !== "doc";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && "span" in value;
}
