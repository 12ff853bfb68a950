/**
 * Types of the two sides of a comparison.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { coerce, constant, isInteger, isNumber, unify } from "../plan/types.ts";

/** Both sides with casts, or undefined. Whole numbers with and without sign are compared as they are. */
export function fitComparison(left: Expr, right: Expr): readonly [Expr, Expr] | undefined {
  if (left.type === right.type) return [left, right];
  if (right.op === "constant" && left.op !== "constant") {
    const same = exactConstant(right, left);
    if (same !== undefined) return [left, same];
  } else if (left.op === "constant" && right.op !== "constant") {
    const same = exactConstant(left, right);
    if (same !== undefined) return [same, right];
  }
  if (isInteger(left.type) && isInteger(right.type)) return [left, right];
  if (!isNumber(left.type) || !isNumber(right.type)) return undefined;
  const { exprs } = unify([left, right])!;
  return [exprs[0]!, exprs[1]!];
}

/** The constant in the type of the other side when that keeps its value: 2.0 as 2. */
function exactConstant(value: Expr & { readonly op: "constant" }, other: Expr): Expr | undefined {
  if (isInteger(other.type) && typeof value.value === "number") {
    if (!Number.isSafeInteger(value.value)) return undefined;
    return coerce(constant(BigInt(value.value), value.value < 0 ? "i64" : "u64", value.span), other.type);
  }
  return other.type === "f64" && typeof value.value === "bigint" && isInteger(value.type)
    ? constant(Number(value.value), "f64", value.span)
    : coerce(value, other.type);
}
