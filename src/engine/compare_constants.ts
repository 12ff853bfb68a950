/**
 * Compares single values, for assertions.
 * @module
 */

import type { CompareExpr } from "../query/plan/expressions.ts";
import type { Constant } from "../query/plan/values.ts";

/** Compares two values; false if either is null. Whole numbers are compared exactly, even with fractions. */
export function compareConstants(fn: CompareExpr["fn"], left: Constant, right: Constant): boolean {
  if (left === null || right === null) return false;
  // JavaScript compares a bigint with a number by value, without rounding.
  const equal = typeof left === "string" || typeof right === "string"
    ? String(left) === String(right)
    : left == right;
  const holds = {
    "==": equal,
    "!=": !equal,
    "<": left < right,
    "<=": left < right || equal,
    ">": left > right,
    ">=": left > right || equal,
  };
  return holds[fn];
}
