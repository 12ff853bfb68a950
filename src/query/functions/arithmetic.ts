/**
 * Exact arithmetic on single values; a result outside the range of its type throws a `RangeError`.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { ArithmeticExpr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";

/** Returns the value if it is in the range of the type; otherwise throws a `RangeError`. */
export function checkRange(value: bigint, type: ColumnType): bigint {
  const [low, high] = type === "i64" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
  if (value >= low && value <= high) return value;
  throw new RangeError(
    value < low && type !== "i64"
      ? `${value} is negative, and ${type === "time" ? "times" : "these numbers"} are unsigned`
      : `${value} does not fit in 64 bits`,
  );
}

/** Computes with two values of one type; null if either is null, or on division by zero. */
export function calculate(fn: ArithmeticExpr["fn"], type: ColumnType, a: Constant, b: Constant): Constant {
  if (a === null || b === null) return null;
  if (typeof a === "number" && typeof b === "number") return calculateDouble(fn, a, b);
  if (typeof a !== "bigint" || typeof b !== "bigint") {
    throw new TypeError(`Cannot calculate with ${typeof a}`);
  }
  if ((fn === "/" || fn === "%") && b === 0n) return null;
  return checkRange(calculateInteger(fn, a, b), type);
}

/** Computes with two whole numbers that have no type yet; null on division by zero. */
export function calculateExactly(fn: "+" | "-" | "*" | "/" | "%", a: bigint, b: bigint): bigint | null {
  if ((fn === "/" || fn === "%") && b === 0n) return null;
  const value = calculateInteger(fn, a, b);
  return checkRange(value, value < 0n ? "i64" : "u64");
}

function calculateInteger(fn: ArithmeticExpr["fn"], a: bigint, b: bigint): bigint {
  switch (fn) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      // For a larger shift, a huge number would be allocated before the result is refused.
      return a === 0n ? 0n : a << (b > 64n ? 64n : b);
    case ">>":
      return a >> (b > 64n ? 64n : b);
  }
}

function calculateDouble(fn: ArithmeticExpr["fn"], a: number, b: number): number | null {
  switch (fn) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? null : a / b;
    case "%":
      return b === 0 ? null : a % b;
    default:
      throw new TypeError(`Operator ${fn} needs whole numbers`);
  }
}
