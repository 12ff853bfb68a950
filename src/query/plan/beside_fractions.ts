/**
 * Whole numbers beside fractions: compared and taken over as they are, since a rounded number is a different one.
 * @module
 */

import { I64_MIN } from "../../base/u64.ts";
import type { CompareExpr } from "./expressions.ts";

/** The whole number that a fraction is; undefined for any other one. */
export function wholeOf(fraction: number): bigint | undefined {
  return Number.isInteger(fraction) ? BigInt(fraction) : undefined;
}

/** The fraction that a whole number is; undefined where it has too many digits. */
export function fractionOf(whole: bigint): number | undefined {
  const fraction = Number(whole);
  return BigInt(fraction) === whole ? fraction : undefined;
}

/**
 * The comparison of whole numbers of 64 bits with a fraction as one with such a number; a truth where it is the same for all
 * of them.
 */
export function compareWithInteger(
  fn: CompareExpr["fn"],
  fraction: number,
): { readonly fn: CompareExpr["fn"]; readonly value: bigint } | boolean {
  if (Number.isNaN(fraction)) return fn === "!=";
  // Beyond all whole numbers, the infinite ones among them.
  if (fraction >= 2 ** 64 || fraction < Number(I64_MIN)) {
    if (fn === "==" || fn === "!=") return fn === "!=";
    return (fn === "<" || fn === "<=") === (fraction > 0);
  }
  switch (fn) {
    case "==":
    case "!=": {
      const value = wholeOf(fraction);
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

/** Comparisons with their sides exchanged. */
export const MIRRORED = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;
