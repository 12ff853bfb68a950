/**
 * Blocks that overlap a range, as comparisons.
 * @module
 */

import type { CompareExpr, Expr, OverlapsExpr } from "../plan/expressions.ts";

/** `overlaps` in words of comparisons: start < high and (start >= low or end > low). Starts are read sooner than ends. */
export function overlapsAsLogic(expr: OverlapsExpr): Expr {
  const { span, start, end, low, high } = expr;
  const parts: Expr[] = [];
  const compare = (fn: CompareExpr["fn"], left: Expr, right: Expr): Expr => ({
    op: "compare",
    fn,
    left,
    right,
    type: "bool",
    span,
  });
  if (high) parts.push(compare(expr.closed ? "<=" : "<", start, high));
  if (low) {
    const operands = [compare(">=", start, low), compare(">", end, low)];
    parts.push({ op: "or", operands, type: "bool", span });
  }
  if (parts.length === 0) {
    parts.push({
      op: "not",
      operand: { op: "isNull", operand: start, type: "bool", span },
      type: "bool",
      span,
    });
  }
  return parts.length === 1 ? parts[0]! : { op: "and", operands: parts, type: "bool", span };
}
