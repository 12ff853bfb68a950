/**
 * Counts and sums of groups, column by column: of many groups an object each would take longer than their rows.
 * @module
 */

import type { Constant } from "../../plan/values.ts";
import { keyText } from "./key_text.ts";

/** A count or a sum: a number as long as that is exact, which takes a fraction of the time. */
export type Amount = number | bigint;

/** The sum of two amounts. */
export function plus(a: Amount, b: Amount): Amount {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return BigInt(a) + BigInt(b);
}

/** Groups of one or more parts, in order of first appearance. */
export class GroupSums {
  /** By key, its value in each group. */
  readonly keys: readonly Constant[][];
  /** Number of rows: fewer than 2^32 of each trace. */
  readonly rows: number[] = [];
  /** By summed column, the number of values. */
  readonly counts: readonly number[][];
  /** By summed column, the sum of the values. */
  readonly totals: readonly Amount[][];
  /** By fold, the value that was kept. */
  readonly folded: readonly (bigint | null)[][];
  /** Groups by the text of their keys; undefined where each is asked for once. */
  readonly #names: Map<string, number> | undefined;

  constructor(keys: number, sums: number, parts: number, folds = 0) {
    this.keys = Array.from({ length: keys }, () => []);
    this.counts = Array.from({ length: sums }, () => []);
    this.totals = Array.from({ length: sums }, () => []);
    this.folded = Array.from({ length: folds }, () => []);
    // Groups of one part are told apart by whoever fills it.
    this.#names = parts > 1 ? new Map<string, number>() : undefined;
  }

  /** The group with these keys, which is made where there is none. */
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
