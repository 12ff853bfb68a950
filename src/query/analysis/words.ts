/**
 * Names and numbers as messages say them.
 * @module
 */

import type { Expression } from "../syntax/ast.ts";

/** A name or word between quotes, for messages. */
export function quote(text: string): string {
  const short = text.length > 60 ? text.slice(0, 57) + "..." : text;
  return `"${short}"`;
}

/** The left side of an operator, for messages. */
export function sideName(node: Expression): string {
  return node.kind === "name" ? quote(node.name) : "Left side";
}

/** A name as it has to be written in a query. */
export function writtenName(name: string): string {
  const plain = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name);
  const reserved = /^(?:and|or|not|true|false|null)$/i.test(name);
  return plain && !reserved ? name : `\`${name}\``;
}

/** `1 argument`, `2 arguments`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Names of several lists, each read on demand. */
export function* namesOf(...lists: readonly Iterable<string>[]): Iterable<string> {
  for (const list of lists) yield* list;
}

/** A few names for a suggestion: `columns: a, b, c …`. */
export function listSome(names: Iterable<string>, most = 12): string {
  const all = [...names];
  return all.slice(0, most).join(", ") + (all.length > most ? ", …" : "");
}
