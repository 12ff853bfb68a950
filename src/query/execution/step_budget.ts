/**
 * How much of the memory budget a step may take before it works in partitions or ranges.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";

/** A step may take this fraction of the budget; the rest is for columns that are read, and for results. */
const PART_OF_BUDGET = 2;
/** Minimum number of bytes. It is small because tests partition short tables by setting a small budget. */
const LEAST_BYTES = 1 << 14;
/**
 * Maximum number of partitions, as a power of two. With more, each would be written a few rows at a time, which takes
 * longer.
 */
const MOST_BITS = 8;

/** Bytes that tables and lists of a step may take. */
export function stepBudget({ heap }: Arena): number {
  return Math.max(LEAST_BYTES, heap.budget / PART_OF_BUDGET);
}

/**
 * Number of partitions as a power of two: `wanted` bits, unless that is more than is useful, or the last
 * chunks of all partitions, `bytesEach` for each, would not fit.
 */
export function partitionBits(wanted: number, room: number, bytesEach: number): number {
  const possible = Math.floor(Math.log2(room / bytesEach));
  return Math.max(1, Math.min(MOST_BITS, wanted, possible));
}
