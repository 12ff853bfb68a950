/**
 * Comparison of whole numbers with fractions: neither is converted, since rounding would change the value.
 * @module
 */

import { I64_MIN } from "../../base/u64.ts";
import type { CompareExpr } from "./expressions.ts";

/** Returns the whole number equal to a fraction; undefined if there is none. */
export function integerEqualTo(fraction: number): bigint | undefined {
  return Number.isInteger(fraction) ? BigInt(fraction) : undefined;
}

/** Returns the fraction equal to a whole number; undefined if a double cannot represent it. */
export function fractionOf(whole: bigint): number | undefined {
  const fraction = Number(whole);
  return BigInt(fraction) === whole ? fraction : undefined;
}

/**
 * Rewrites a comparison of 64-bit whole numbers with a fraction as a comparison with a whole number; returns
 * a boolean if the result is the same for all of them.
 */
export function compareWithInteger(
  fn: CompareExpr["fn"],
  fraction: number,
): { readonly fn: CompareExpr["fn"]; readonly value: bigint } | boolean {
  if (Number.isNaN(fraction)) return fn === "!=";
  // The fraction is outside the range of all 64-bit numbers, or infinite.
  if (fraction >= 2 ** 64 || fraction < Number(I64_MIN)) {
    if (fn === "==" || fn === "!=") return fn === "!=";
    return (fn === "<" || fn === "<=") === (fraction > 0);
  }
  switch (fn) {
    case "==":
    case "!=": {
      const value = integerEqualTo(fraction);
      return value === undefined ? fn === "!=" : { fn, value };
    }
    case "<":
    case ">=":
      return { fn, value: BigInt(Math.ceil(fraction)) };
    case "<=":
    case ">":
      return { fn, value: BigInt(Math.floor(fraction)) };
  }
}

/** Comparison operators for swapped sides. */
export const SWAPPED_OPERATORS = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
} as const;
