/**
 * Products in lists that may be globs: `{re*d}` is one beside a text, `{2*size}` is none beside a number.
 * @module
 */

import type { Expression } from "./ast.ts";

/** The text of a product of names that is written without spaces; null for anything else. */
export function productText(node: Expression): string | null {
  const text = factorsOf(node);
  if (text === null || !text.includes("*") || !/[^\d*/]/.test(text)) return null;
  return text.length === node.span.end - node.span.start ? text : null;
}

function factorsOf(node: Expression): string | null {
  if (node.kind === "name") return node.quoted ? null : node.name;
  if (node.kind === "integer") return node.text;
  if (node.kind !== "binary" || (node.op !== "*" && node.op !== "/")) return null;
  const [left, right] = [factorsOf(node.left), factorsOf(node.right)];
  return left === null || right === null ? null : left + node.op + right;
}
