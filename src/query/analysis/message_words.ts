/**
 * Names and numbers in messages.
 * @module
 */

import type { Expression } from "../syntax/ast.ts";

/** Returns a name or word in quotes, shortened for messages. */
export function quote(text: string): string {
  const short = text.length > 60 ? text.slice(0, 57) + "..." : text;
  return `"${short}"`;
}

/** Returns a name for the left side of an operator, for messages. */
export function sideName(node: Expression): string {
  return node.kind === "name" ? quote(node.name) : "Left side";
}

/** Returns a name as it is written in a query, in backticks if needed. */
export function writtenName(name: string): string {
  const plain = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name);
  const reserved = /^(?:and|or|not|true|false|null)$/i.test(name);
  return plain && !reserved ? name : `\`${name}\``;
}

/** Returns a count with its noun: `1 argument`, `2 arguments`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Yields the names of several lists; a list is read only when it is reached. */
export function* namesOf(...lists: readonly Iterable<string>[]): Iterable<string> {
  for (const list of lists) yield* list;
}

/** Returns some of the names, for a suggestion: `columns: a, b, c …`. */
export function listFirst(names: Iterable<string>, most = 12): string {
  const all = [...names];
  return all.slice(0, most).join(", ") + (all.length > most ? ", …" : "");
}
