/**
 * Counts and sums of groups, column by column, since creating an object per group would take longer than
 * reading the rows.
 * @module
 */

import type { Constant } from "../../plan/values.ts";
import { keyText } from "./key_text.ts";

/** A count or a sum; a number as long as that is exact, which is many times faster than a bigint. */
export type ExactSum = number | bigint;

/** The exact sum of two amounts. */
export function addExactly(a: ExactSum, b: ExactSum): ExactSum {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return BigInt(a) + BigInt(b);
}

/** Groups of one or more parts, in order of first appearance. */
export class GroupSums {
  /** Value of each group, by key. */
  readonly keys: readonly Constant[][];
  /** Number of rows of each group: fewer than 2^32 per trace. */
  readonly rows: number[] = [];
  /** Number of values of each group, by summed column. */
  readonly counts: readonly number[][];
  /** Sum of each group, by summed column. */
  readonly totals: readonly ExactSum[][];
  /** Minimum or maximum of each group, by fold. */
  readonly folded: readonly (bigint | null)[][];
  /** Groups by the text of their keys; undefined if each group is requested only once. */
  readonly #names: Map<string, number> | undefined;

  constructor(keys: number, sums: number, parts: number, folds = 0) {
    this.keys = Array.from({ length: keys }, () => []);
    this.counts = Array.from({ length: sums }, () => []);
    this.totals = Array.from({ length: sums }, () => []);
    this.folded = Array.from({ length: folds }, () => []);
    // Within one part, the caller already separates groups.
    this.#names = parts > 1 ? new Map<string, number>() : undefined;
  }

  /** The group with these keys, added if new. */
  groupOf(keys: readonly Constant[]): number {
    const name = this.#names && keyText(keys);
    const known = name === undefined ? undefined : this.#names!.get(name);
    if (known !== undefined) return known;
    const group = this.rows.length;
    if (name !== undefined) this.#names!.set(name, group);
    for (let at = 0; at < keys.length; at++) this.keys[at]!.push(keys[at]!);
    this.rows.push(0);
    for (const each of this.counts) each.push(0);
    for (const each of this.totals) each.push(0);
    for (const each of this.folded) each.push(null);
    return group;
  }
}
