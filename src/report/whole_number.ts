/**
 * Values of a result as whole numbers.
 * @module
 */

import type { ResultValue } from "../base/result_table.ts";

/** A value as a whole number; 0 for everything but numbers. */
export function wholeNumber(value: ResultValue): bigint {
  return typeof value === "bigint" ? value : typeof value === "number" ? BigInt(value) : 0n;
}
