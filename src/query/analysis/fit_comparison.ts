/**
 * Fits the types of the two sides of a comparison.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { integerEqualTo } from "../plan/integer_comparison.ts";
import { convert, isInteger, isNumber, wholeConstant } from "../plan/types.ts";

/** Both sides as they are compared, or undefined. Numbers of different types stay as they are. */
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

/** The constant in the type of the other side if its value stays the same, such as 2.0 as 2. */
function exactConstant(value: Expr & { readonly op: "constant" }, other: Expr): Expr | undefined {
  if (isInteger(other.type) && typeof value.value === "number") {
    const whole = integerEqualTo(value.value);
    return whole === undefined ? undefined : wholeConstant(whole, other.type, value.span);
  }
  return convert(value, other.type);
}
