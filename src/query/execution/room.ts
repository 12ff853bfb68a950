/**
 * How much of the budget of memory a step may take before it works in parts: shares, or ranges.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";

/** The other half is for columns that are read, and for what is made. */
const PART_OF_BUDGET = 2;
/** Small budgets are for tests, where short tables have to be worked at in parts, too. */
const LEAST_BYTES = 1 << 14;
/** More shares are written in pieces of few rows, which takes longer. */
const MOST_BITS = 8;

/** Bytes that tables and lists of a step may take. */
export function roomFor({ heap }: Arena): number {
  return Math.max(LEAST_BYTES, heap.budget / PART_OF_BUDGET);
}

/** Shares, as a power of two: so many that `wanted` holds, and that the ends of all, which take `bytesEach`, have room. */
export function bitsOfShares(wanted: number, room: number, bytesEach: number): number {
  const possible = Math.floor(Math.log2(room / bytesEach));
  return Math.max(1, Math.min(MOST_BITS, wanted, possible));
}
