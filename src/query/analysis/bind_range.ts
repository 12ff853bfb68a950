/**
 * Binds ranges: bounds are converted to the type of the tested value.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import type { Expr } from "../plan/expressions.ts";
import {
  castExactly,
  castToCommon,
  coerce,
  constant,
  isInteger,
  isMeasure,
  isNumber,
  typeText,
  wholeConstant,
} from "../plan/types.ts";
import type { Expression, RangeExpression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { type Bounds, checkBounds } from "./check_values.ts";
import { arithmetic, compare, logical } from "./make_expressions.ts";
import { anyPartPasses, numericColumns } from "./numeric_columns.ts";
import { type Scope, spanInText } from "./scope.ts";

/** Binds `operand in range`; the operand may be spread over several columns. */
export function bindInRange(
  binder: Binder,
  operand: Expr,
  node: RangeExpression,
  scope: Scope,
  what: string,
): Expr | null {
  const span = spanInText(node.span, scope);
  return anyPartPasses(numericColumns(binder, operand, scope), span, (part) => {
    if (!isMeasure(part.type)) {
      const message = `${what} is ${typeText(part.type)}, but ranges need numbers or times`;
      const suggestion = part.type === "text" ? 'compare texts with ~ "glob" or in {"a", "b"}' : undefined;
      return binder.report("Q206", message, node, scope, suggestion);
    }
    const bounds = bindBounds(binder, node, scope, part.type);
    if (bounds === null) return null;
    checkBounds(binder, part, bounds, node, scope);
    return betweenBounds(part, bounds, span);
  });
}

/** Tests that a value lies between bounds. */
function betweenBounds(operand: Expr, { low, high, closed }: Bounds, span: Expr["span"]): Expr {
  const same = (bound: Expr | null): boolean => bound === null || bound.type === operand.type;
  if (same(low) && same(high)) return { op: "between", operand, low, high, closed, type: "bool", span };
  // The node `between` needs equal types, so numbers of different types are compared exactly, one bound at a
  // time.
  const tests = [
    ...(low === null ? [] : [compare(">=", operand, low, span)]),
    ...(high === null ? [] : [compare(closed ? "<=" : "<", operand, high, span)]),
  ];
  return logical("and", tests, span);
}

/** Binds the ends of a range for values of a type. */
export function bindBounds(
  binder: Binder,
  node: RangeExpression,
  scope: Scope,
  type: Expr["type"],
): Bounds | null {
  const start = node.start === null ? undefined : bindBound(binder, node.start, scope, type);
  const end = node.end === null ? undefined : bindBound(binder, node.end, scope, type);
  if (start === null || end === null) return null;
  if (node.mode !== "length") {
    const closed = node.mode === "inclusive" && end !== undefined;
    return { low: fitLow(start, type), high: fitHigh(end, type, closed), closed };
  }
  if (start === undefined || end === undefined) return null;
  return lengthBounds(binder, node, start, end, scope, type);
}

function lengthBounds(
  binder: Binder,
  node: RangeExpression,
  low: Expr,
  length: Expr,
  scope: Scope,
  type: Expr["type"],
): Bounds | null {
  // The end of a range of whole numbers is a whole number; if start or length is a fraction, it is a
  // fraction.
  const same = type === "time" || (isInteger(type) && isInteger(low.type) && isInteger(length.type))
    ? type
    : castToCommon([low, length])?.type ?? type;
  const start = coerce(low, same) ?? low;
  const count = coerce(length, same) ?? length;
  if (start.type !== count.type) {
    return binder.report("Q206", "Start and length of the range have different types", node, scope);
  }
  const ends = start.op === "constant" && count.op === "constant" && typeof start.value === "bigint" &&
    typeof count.value === "bigint" && start.value + count.value === U64_MAX + 1n;
  // The range ends with the address space; the number 2^64 cannot be represented.
  if (ends && same !== "i64") return { low: start, high: null, closed: false };
  try {
    return {
      low: asIs(start, type),
      high: asIs(arithmetic("+", start.type, start, count, spanInText(node.span, scope)), type),
      closed: false,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return binder.report("Q211", `End of the range is out of range: ${error.message}`, node, scope);
  }
}

function bindBound(binder: Binder, node: Expression, scope: Scope, type: Expr["type"]): Expr | null {
  const bound = binder.expression(node, scope);
  if (bound === null) return null;
  const fits = type === "time"
    ? bound.type === "time" || coerce(bound, "time") !== undefined
    : isNumber(bound.type) && isNumber(type);
  if (fits) return bound;
  const suggestion = type === "time"
    ? "times are written 12:31:05.250, durations 250ms"
    : bound.type === "time"
    ? "expected a number without a unit of time"
    : undefined;
  const message = `Bound of the range is ${typeText(bound.type)}, expected ${typeText(type)}`;
  return binder.report("Q206", message, node, scope, suggestion);
}

/**
 * Fits a lower bound to the type: a bound below the type's minimum is no bound, and a fraction is rounded up.
 */
function fitLow(bound: Expr | undefined, type: Expr["type"]): Expr | null {
  if (bound === undefined) return null;
  if (bound.op === "constant" && isInteger(type)) {
    const value = wholeNumber(bound, Math.ceil);
    if (value !== undefined) {
      if (type === "u64" && value <= 0n) return value < 0n ? null : constant(0n, "u64", bound.span);
      return wholeConstant(value, type, bound.span) ?? bound;
    }
  }
  return asIs(bound, type);
}

function fitHigh(bound: Expr | undefined, type: Expr["type"], closed: boolean): Expr | null {
  if (bound === undefined) return null;
  if (bound.op === "constant" && isInteger(type)) {
    const value = wholeNumber(bound, closed ? Math.floor : Math.ceil);
    if (value !== undefined) {
      return wholeConstant(value, type, bound.span) ?? bound;
    }
  }
  return asIs(bound, type);
}

/** A bound of another number type is not cast: a cast could fail on large addresses, or round. */
function asIs(bound: Expr, type: Expr["type"]): Expr {
  if (isNumber(bound.type) && isNumber(type) && bound.op !== "constant") return bound;
  return castExactly(bound, type) ?? bound;
}

function wholeNumber(
  bound: Expr & { readonly op: "constant" },
  round: (value: number) => number,
): bigint | undefined {
  if (typeof bound.value === "bigint") return bound.value;
  if (typeof bound.value !== "number" || !Number.isFinite(bound.value)) return undefined;
  return BigInt(round(bound.value));
}
