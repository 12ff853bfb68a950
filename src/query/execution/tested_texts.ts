/**
 * Caches the texts of a column that satisfy a match expression, across runs, since the next query is often
 * about the same rows.
 * @module
 */

import type { TextPattern } from "./match_test.ts";

/** Codes cached per column, for the last few match expressions: four megabytes. */
const KEPT_CODES = 1 << 20;

/** By the codes of a column, then by a match expression, in order of last use. A column that grows has another list of codes. */
const kept = new WeakMap<ArrayLike<number>, Map<string, Uint32Array>>();

/** Tells match expressions apart. */
export function keyOfMatch({ ofNames, how, flags, pattern }: TextPattern): string {
  return `${ofNames ? "name " : ""}${how} ${flags} ${pattern}`;
}

/** The codes whose texts match, if they are cached. */
export function cachedPassing(codes: ArrayLike<number>, match: TextPattern): Uint32Array | undefined {
  const ofColumn = kept.get(codes), key = keyOfMatch(match);
  const found = ofColumn?.get(key);
  if (found === undefined) return undefined;
  ofColumn!.delete(key);
  ofColumn!.set(key, found);
  return found;
}

/** Caches the codes whose texts match, and drops the least recently used ones if there are too many. */
export function cachePassing(codes: ArrayLike<number>, match: TextPattern, passing: Uint32Array): void {
  let ofColumn = kept.get(codes);
  if (ofColumn === undefined) kept.set(codes, ofColumn = new Map());
  // A view of a longer list would retain the whole list in memory.
  ofColumn.set(keyOfMatch(match), passing.slice());
  let sum = 0;
  for (const each of ofColumn.values()) sum += each.length + 1;
  for (const [key, each] of ofColumn) {
    if (sum <= KEPT_CODES) break;
    ofColumn.delete(key);
    sum -= each.length + 1;
  }
}
