/**
 * Finds the name that a user probably meant.
 *
 * @module
 */

/** Cost of a candidate that begins with the word: the same as that of one typing error. */
const PREFIX_COST = 1;
/**
 * Minimum length for matching by prefix, unless only one candidate begins with the word. Too many names begin
 * with shorter words.
 */
const MIN_PREFIX_LENGTH = 3;
/** Number of characters of a candidate to compare beyond the length of the word; typing errors add fewer. */
const MOST_LOOKED_AT = 8;

/**
 * Finds the candidate most similar to a word, or undefined if none is similar. Case is ignored; two swapped
 * characters count as one error; among equally similar candidates the first one is chosen.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(didYouMean("adr", ["size", "addr", "end"]), "addr");
 * assertEquals(didYouMean("colour", ["size", "addr", "end"]), undefined);
 * ```
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const slips = wanted.length <= 3 ? 1 : wanted.length <= 6 ? 2 : 3;
  if (wanted.length === MIN_PREFIX_LENGTH - 1) {
    const names = [...candidates];
    const begun = names.filter((each) => each.toLowerCase().startsWith(wanted));
    if (begun.length === 1) return begun[0];
    candidates = names;
  }
  let best: string | undefined;
  let bestCost = Infinity;
  for (const candidate of candidates) {
    // A longer candidate can only be similar at its beginning; it may have megabytes.
    const found = candidate.slice(0, wanted.length + MOST_LOOKED_AT).toLowerCase();
    let cost = distance(wanted, found, Math.min(slips, bestCost));
    if (wanted.length >= MIN_PREFIX_LENGTH && found.startsWith(wanted)) cost = Math.min(cost, PREFIX_COST);
    // An equal first letter breaks ties, because typing errors are rare in first letters.
    if (cost > 0 && cost !== Infinity && found[0] === wanted[0]) cost -= 0.5;
    if (cost >= bestCost || cost > slips) continue;
    // With as many errors as letters, nothing is in common: "x" does not resemble "y".
    if (cost >= wanted.length) continue;
    best = candidate;
    bestCost = cost;
  }
  return best;
}

/**
 * Returns the Damerau-Levenshtein distance (with adjacent swaps), or Infinity when it is above the limit.
 * Only cells near the diagonal can stay below the limit, so long texts take linear time.
 */
function distance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  const bound = Math.ceil(limit);
  if (Math.abs(a.length - b.length) > bound) return Infinity;
  const width = 2 * bound + 1;
  // Cell `at` of a row is column `row - bound + at`.
  let beforePrevious = new Array<number>(width).fill(Infinity);
  let previous = Array.from({ length: width }, (_, at) => at < bound ? Infinity : at - bound);
  for (let row = 1; row <= a.length; row++) {
    const current = new Array<number>(width).fill(Infinity);
    let least = Infinity;
    for (let at = 0; at < width; at++) {
      const column = row - bound + at;
      if (column < 0 || column > b.length) continue;
      const same = a[row - 1] === b[column - 1];
      const left = at > 0 ? current[at - 1]! : Infinity;
      const above = at + 1 < width ? previous[at + 1]! : Infinity;
      let cost = Math.min(above + 1, left + 1, previous[at]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforePrevious[at]! + 1);
      }
      current[at] = cost;
      least = Math.min(least, cost);
    }
    if (least > bound) return Infinity;
    beforePrevious = previous;
    previous = current;
  }
  const result = previous[b.length - a.length + bound]!;
  return result <= bound ? result : Infinity;
}
