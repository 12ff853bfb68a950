/**
 * Converts the two sides of a comparison to types that can be compared.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { integerEqualTo } from "../plan/integer_comparison.ts";
import { castExactly, isInteger, isNumber, wholeConstant } from "../plan/types.ts";

/**
 * Returns both sides in the form in which they are compared; undefined if they cannot be. Numbers of
 * different types are left unchanged.
 */
export function fitComparison(left: Expr, right: Expr): readonly [Expr, Expr] | undefined {
  if (left.type === right.type) return [left, right];
  if (right.op === "constant" && left.op !== "constant") {
    const same = exactConstant(right, left);
    if (same !== undefined) return [left, same];
  } else if (left.op === "constant" && right.op !== "constant") {
    const same = exactConstant(left, right);
    if (same !== undefined) return [same, right];
  }
  return isNumber(left.type) && isNumber(right.type) ? [left, right] : undefined;
}

/** Converts a constant to the type of the other side if its value stays the same, such as 2.0 to 2. */
function exactConstant(value: Expr & { readonly op: "constant" }, other: Expr): Expr | undefined {
  if (isInteger(other.type) && typeof value.value === "number") {
    const whole = integerEqualTo(value.value);
    return whole === undefined ? undefined : wholeConstant(whole, other.type, value.span);
  }
  return castExactly(value, other.type);
}
