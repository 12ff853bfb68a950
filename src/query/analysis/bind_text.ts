/**
 * Binds text operators: globs, regular expressions and substrings.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { typeText } from "../plan/types.ts";
import type { ComparisonExpression, ComparisonOperator, Expression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { checkText } from "./check_values.ts";
import { testExpr, textMatchIn } from "./make_expressions.ts";
import { type Scope, spanInText } from "./scope.ts";
import { bindSide, isColumnName, reportUnquotedPath, sideAsBareWord } from "./comparison_sides.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { quote, sideName, writtenName } from "./message_words.ts";

/** Binds `text ~ "glob"` and `text ~ /regex/`. */
export function bindLike(binder: Binder, node: ComparisonExpression, scope: Scope): Expr | null {
  const operand = bindText(binder, node.left, node.op, scope);
  const unfolded = expandDefinitions(binder, node.right, scope);
  if (unfolded === null || operand === null || reportUnquotedPath(binder, operand, node.right, scope)) {
    return null;
  }
  const span = spanInText(node.span, scope);
  const pattern = "pipeline" in unfolded ? null : unfolded.node;
  const glob = pattern?.kind === "regex" ? "" : constantText(binder, node, scope);
  if (glob === null) return null;
  const test = pattern?.kind === "regex"
    ? textMatchIn(scope, "regex", operand, pattern.source, span, pattern.flags)
    : textMatchIn(scope, "glob", operand, glob, span);
  checkText(binder, operand, test, node.op === "~" ? "==" : "!=", node.right, scope);
  return testExpr(operand, test, node.op === "!~", span);
}

/** Binds `text contains "piece"` and similar operators. */
export function bindContains(binder: Binder, node: ComparisonExpression, scope: Scope): Expr | null {
  const operand = bindText(binder, node.left, node.op, scope);
  const piece = constantText(binder, node, scope);
  if (operand === null || piece === null) return null;
  const span = spanInText(node.span, scope);
  const test = textMatchIn(scope, node.op as "contains" | "startswith" | "endswith", operand, piece, span);
  checkText(binder, operand, test, node.negated ? "!=" : "==", node.right, scope);
  return testExpr(operand, test, node.negated, span);
}

/** Binds the left side of a text operator. */
function bindText(binder: Binder, node: Expression, op: ComparisonOperator, scope: Scope): Expr | null {
  const operand = binder.expression(node, scope);
  if (operand === null || operand.type === "text") return operand;
  const meant = op === "~" ? "==" : op === "!~" ? "!=" : undefined;
  const message = `${sideName(node)} is ${typeText(operand.type)}, but "${op}" needs text`;
  const suggestion = meant === undefined ? undefined : `did you mean "${meant}"?`;
  return binder.report("Q206", message, node, scope, suggestion);
}

/** Returns the right side of a text operator, which must be constant. */
function constantText(binder: Binder, { op, right }: ComparisonExpression, scope: Scope): string | null {
  const side = bindSide(binder, right, scope);
  if (side === null) return null;
  if (side.word !== null) return side.word;
  const { expr, at } = side;
  if (expr !== null && expr.type !== "text" && isColumnName(side) && expr.op === "column") {
    return sideAsBareWord(side).word;
  }
  if (expr?.op === "constant" && typeof expr.value === "string") return expr.value;
  if (at.node.kind === "integer") return at.node.text;
  if (expr?.type === "text") {
    const what = at.node.kind === "name" ? `column ${quote(at.node.name)}` : "a calculated text";
    const message = `Pattern after "${op}" is ${what}, expected a quoted text`;
    const suggestion = at.node.kind === "name"
      ? `did you mean "${writtenName(at.node.name)}" in quotes?`
      : undefined;
    return binder.report("Q210", message, right, scope, suggestion);
  }
  const type = expr === null ? "nothing" : typeText(expr.type);
  const message = `Pattern after "${op}" is ${type}, expected text`;
  return binder.report("Q206", message, right, scope, `for example ${op} "net_*"`);
}
