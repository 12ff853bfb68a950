/**
 * Comparisons with constants as ranges of words, for zone maps and scans of packed blocks.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import type { StringPool } from "../../events/string_pool.ts";
import { compareWithInteger, SWAPPED_OPERATORS } from "../plan/integer_comparison.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";

/** A range of words, both ends included, in the order of the column's type. */
export interface WordRange {
  /** Smallest word in the range. */
  readonly low: bigint;
  /** Largest word in the range. */
  readonly high: bigint;
  /** Means everything outside the range, except null. */
  readonly negate: boolean;
}

/**
 * A comparison with constants as a range of words; "none" if nothing can pass; undefined if it is not a
 * range.
 */
export function rangeOf(
  strings: StringPool,
  expr: Expr,
): { operand: Expr; range: WordRange } | "none" | undefined {
  if (expr.op === "between") {
    const { operand, low, high, closed } = expr;
    const limits = wordLimits(operand);
    if (!limits || !isWordConstant(low) || !isWordConstant(high)) return undefined;
    const from = low ? (low.value as bigint) : limits[0];
    const to = high ? (high.value as bigint) - (closed ? 0n : 1n) : limits[1];
    return clampRange(operand, from, to, limits, false);
  }
  if (expr.op !== "compare") return undefined;
  let { left, right, fn } = expr;
  if (left.op === "constant" && right.op !== "constant") {
    [left, right] = [right, left];
    fn = SWAPPED_OPERATORS[fn];
  }
  if (right.op !== "constant") return undefined;
  if (right.value === null) return "none";
  if (left.type === "text") {
    if (fn !== "==" && fn !== "!=") return undefined;
    // Interned even if new: the left side may compute this text.
    const code = BigInt(strings.internText(String(right.value)));
    return { operand: left, range: { low: code, high: code, negate: fn === "!=" } };
  }
  const limits = wordLimits(left);
  if (!limits) return undefined;
  let value = typeof right.value === "boolean" ? (right.value ? 1n : 0n) : right.value;
  const [low, high] = limits;
  if (typeof value === "number") {
    const beside = compareWithInteger(fn, value);
    if (typeof beside === "boolean") return beside ? clampRange(left, low, high, limits, false) : "none";
    ({ fn, value } = beside);
  }
  if (typeof value !== "bigint") return undefined;
  switch (fn) {
    case "==":
      return clampRange(left, value, value, limits, false);
    case "!=":
      return clampRange(left, value, value, limits, true);
    case "<":
      return clampRange(left, low, value - 1n, limits, false);
    case "<=":
      return clampRange(left, low, value, limits, false);
    case ">":
      return clampRange(left, value + 1n, high, limits, false);
    case ">=":
      return clampRange(left, value, high, limits, false);
  }
}

function isWordConstant(expr: Expr | null): expr is (Expr & { op: "constant"; value: Constant }) | null {
  return expr === null || (expr.op === "constant" && typeof expr.value === "bigint");
}

/** Smallest and largest value of a type made of words; undefined for doubles and texts. */
export function wordLimits(expr: Expr): [bigint, bigint] | undefined {
  switch (expr.type) {
    case "u64":
    case "u32":
    case "time":
      return [0n, U64_MAX];
    case "bool":
      return [0n, 1n];
    case "i64":
      return [I64_MIN, I64_MAX];
    default:
      return undefined;
  }
}

/** Clamps a range to the limits of a type. */
export function clampRange(
  operand: Expr,
  low: bigint,
  high: bigint,
  [min, max]: [bigint, bigint],
  negate: boolean,
): { operand: Expr; range: WordRange } | "none" {
  if (low > high || low > max || high < min) {
    if (!negate) return "none";
    // Everything except null passes.
    return { operand, range: { low: min, high: max, negate: false } };
  }
  return { operand, range: { low: low < min ? min : low, high: high > max ? max : high, negate } };
}
