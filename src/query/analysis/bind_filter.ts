/**
 * Binds filters: expressions that are true or false.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { typeText } from "../plan/types.ts";
import type { Expression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";
import type { Binder } from "./binder.ts";
import type { Scope } from "./scope.ts";

/** Binds an expression that is true or false. */
export function bindFilter(binder: Binder, node: Expression, scope: Scope): Expr | null {
  const bound = binder.expression(node, scope);
  if (bound === null || bound.type === "bool") return bound;
  const text = printExpression(node, () => "…");
  const suggestion = bound.type === "text"
    ? `compare it: ${text} == "…"`
    : `compare it: ${text} > 0, or ${text} is not null`;
  const message = `Filter is ${typeText(bound.type)}, expected a comparison`;
  return binder.report("Q207", message, node, scope, suggestion);
}
