/**
 * Counts and sums of groups, column by column: of many groups an object each would take longer than their rows.
 * @module
 */

import type { Constant } from "../plan/values.ts";
import { keyText } from "./key_text.ts";

/** Groups of one or more parts, in order of first appearance. */
export class GroupSums {
  /** By key, its value in each group. */
  readonly keys: readonly Constant[][];
  /** Number of rows. */
  readonly rows: bigint[] = [];
  /** By summed column, the number of values. */
  readonly counts: readonly bigint[][];
  /** By summed column, the sum of the values. */
  readonly totals: readonly bigint[][];
  /** Groups by the text of their keys; undefined where each is asked for once. */
  readonly #names: Map<string, number> | undefined;

  constructor(keys: number, sums: number, parts: number) {
    this.keys = Array.from({ length: keys }, () => []);
    this.counts = Array.from({ length: sums }, () => []);
    this.totals = Array.from({ length: sums }, () => []);
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
    keys.forEach((key, at) => this.keys[at]!.push(key));
    this.rows.push(0n);
    for (const each of [...this.counts, ...this.totals]) each.push(0n);
    return group;
  }
}
