/**
 * The two sides of a comparison, before their types are converted.
 * @module
 */

import type { CompareExpr, Expr } from "../plan/expressions.ts";
import type { Expression } from "../syntax/ast.ts";
import { loosePath } from "../syntax/loose_text.ts";
import { bindScalarQuery } from "./bind_query.ts";
import type { Binder } from "./binder.ts";
import type { Scope } from "./scope.ts";
import { expandDefinitions, isBareWord, type ScopedExpression } from "./expand_definitions.ts";

/** One side of a comparison, bound without regard to the other side. */
export interface ComparisonSide {
  /** The side as written, for messages and fixes. */
  readonly written: Expression;
  readonly at: ScopedExpression;
  /** The word if the side is a bare word; otherwise null. */
  readonly word: string | null;
  /** The bound expression; null for a bare word, and after an error. */
  readonly expr: Expr | null;
}

/** A side that is not a bare word. */
export type Operand = ComparisonSide & { readonly expr: Expr };

/** The context of a comparison that is being bound. */
export interface ComparisonContext {
  readonly binder: Binder;
  readonly fn: CompareExpr["fn"];
  readonly node: Expression;
  readonly scope: Scope;
}

/** Binds one side, unless it is a bare word, whose meaning depends on the other side. */
export function bindSide(binder: Binder, written: Expression, scope: Scope): ComparisonSide | null {
  const unfolded = expandDefinitions(binder, written, scope);
  if (unfolded === null) return null;
  if ("pipeline" in unfolded) {
    const expr = bindScalarQuery(binder, unfolded.pipeline, unfolded.scope, written);
    return expr && { written, at: { node: written, scope }, word: null, expr };
  }
  const { node, scope: inner } = unfolded;
  if (isBareWord(binder, node, inner)) return { written, at: unfolded, word: node.name, expr: null };
  binder.compared = node;
  const expr = binder.expression(node, inner);
  return expr && { written, at: unfolded, word: null, expr };
}

/** Reports an unquoted path that is compared with text: it would be parsed as a division. */
export function reportUnquotedPath(
  binder: Binder,
  beside: Expr | null,
  written: Expression,
  scope: Scope,
): boolean {
  const path = beside?.type === "text" ? loosePath(written) : null;
  if (path === null) return false;
  binder.report("Q206", `Without quotes ${path} is a calculation`, written, scope, {
    suggestion: `for the text write ${JSON.stringify(path)}`,
    fix: JSON.stringify(path),
  });
  return true;
}

/** Whether a side is an unquoted name. */
export function isColumnName({ at }: ComparisonSide): boolean {
  return at.node.kind === "name" && !at.node.quoted;
}

/** The side read as a bare word. */
export function sideAsBareWord(side: ComparisonSide): ComparisonSide {
  return { ...side, word: side.at.node.kind === "name" ? side.at.node.name : "", expr: null };
}
