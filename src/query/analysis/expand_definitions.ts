/**
 * Expands names to the definitions and parameters that they stand for.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import { findFunction } from "../functions/registry.ts";
import type { Expression, NameExpression, Pipeline } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import type { Definition } from "./environment.ts";
import type { Scope } from "./scope.ts";
import { findWindowFunction } from "../windows/registry.ts";
import { quote } from "./message_words.ts";

/** An expression and the scope in which its names are looked up. */
export interface ScopedExpression<T extends Expression = Expression> {
  readonly node: T;
  readonly scope: Scope;
}

/** Expands parameters and definitions until neither is left; null after reporting an error. */
export function expandDefinitions(
  binder: Binder,
  node: Expression,
  scope: Scope,
): ScopedExpression | { pipeline: Pipeline; scope: Scope } | null {
  let at: ScopedExpression = { node, scope };
  for (;;) {
    const use = at.node;
    if (use.kind !== "name" && use.kind !== "call") return at;
    const name = use.kind === "name" ? use.name : use.name.name;
    const param = at.scope.frame?.params.get(name);
    if (param !== undefined && use.kind === "name") {
      at = { node: param.node, scope: { ...at.scope, frame: param.frame } };
      continue;
    }
    const definition = binder.definition(name);
    if (definition === undefined || (use.kind === "call" && isFunctionCall(definition, name))) return at;
    if (use.kind === "name" && hasColumn(at.scope, name)) {
      reportHidden(binder, use, at.scope);
      return at;
    }
    const args = use.kind === "call" ? use.args : [];
    const frame = binder.enter(name, definition, args, use, at.scope.frame);
    if (frame === null) return null;
    const inner = { ...at.scope, frame };
    const { value } = definition.node;
    if (value.kind === "pipeline") return { pipeline: value, scope: inner };
    at = { node: value, scope: inner };
  }
}

/** Columns that all rows with backtraces have, computed from `stack`. */
const PLACES = new Set(["place", "place_file", "place_line", "suppressed"]);

/**
 * Returns the index of the column `stack` from which such a column is computed; -1 for other names and rows.
 */
export function stackColumnIndex({ columns }: Scope, name: string): number {
  if (!PLACES.has(name)) return -1;
  const stack = columns.findIndex((each) => each.name === "stack" && each.type === "u64");
  // Without backtraces, suppression rules can only test the function name of the row.
  return stack >= 0 || name !== "suppressed" ? stack : functionColumn({ columns });
}

/** Returns the index of the column with the function name of a row; -1 if there is none. */
export function functionColumn({ columns }: Pick<Scope, "columns">): number {
  return columns.findIndex((each) => each.name === "func" && each.type === "text");
}

/** Whether a call refers to the function although a value has the same name: `let max = 4K; max(a, b)`. */
export function isFunctionCall(definition: Definition, name: string): boolean {
  const known = findFunction(name) !== undefined || findAggregate(name) !== undefined ||
    findWindowFunction(name) !== undefined;
  return known && definition.node.params.length === 0;
}

function reportHidden(binder: Binder, use: NameExpression, scope: Scope): void {
  const message = `Column ${quote(use.name)} hides the definition of that name`;
  binder.report("Q306", message, use, scope, "rename the definition");
}

function hasColumn(scope: Scope, name: string): boolean {
  return scope.columns.some((column) => column.name === name);
}

/** Whether the node is a bare word that is not the name of anything: `alloc`, `large`. */
export function isBareWord(binder: Binder, node: Expression, scope: Scope): node is NameExpression {
  return node.kind === "name" && !node.quoted && !hasColumn(scope, node.name) && !scope.open &&
    !scope.poisoned.has(node.name) && scope.frame?.params.has(node.name) !== true &&
    binder.definition(node.name) === undefined && stackColumnIndex(scope, node.name) < 0 &&
    scope.table?.families.includes(node.name) !== true;
}
