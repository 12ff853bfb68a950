/**
 * Names of columns that were not given one.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Expression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";

/** Longest name made from an expression. */
const MAX_LENGTH = QUERY_LIMITS.columnName.most;

/** The name of a key or column: that of the column, of the function, or the expression as text. */
export function nameOf(node: Expression): string {
  switch (node.kind) {
    case "name":
      return node.name;
    case "call": {
      const [first] = node.args;
      // arg("target") is best called by what it is an argument of.
      if (node.args.length === 1 && first?.kind === "string" && first.value !== "") return first.value;
      return node.name.name;
    }
    default: {
      const text = printExpression(node, () => "…");
      return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH - 1) + "…" : text;
    }
  }
}

/** The name of an aggregate: `count`, `sum_size`, `max_bucket`. */
export function aggregateName(kind: string, argument: Expression | undefined): string {
  if (argument === undefined) return kind;
  if (argument.kind === "name") return `${kind}_${argument.name}`;
  if (argument.kind === "call") return `${kind}_${nameOf(argument)}`;
  return kind;
}

/** Gives names, each only once: the second `count` is `count_2`. */
export class NameGiver {
  readonly #taken: Set<string>;
  /** The last number given to each name: of a thousand aggregates without one, many would be called alike. */
  readonly #numbers = new Map<string, number>();

  /** Begins with names that exist. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name, or the next free one like it. */
  give(wanted: string): string {
    let name = wanted;
    let number = this.#numbers.get(wanted) ?? 1;
    while (this.#taken.has(name)) name = `${wanted}_${++number}`;
    this.#numbers.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
