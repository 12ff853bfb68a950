/**
 * The name a person most probably meant.
 *
 * @module
 */

/** What a candidate that begins with the word costs: as much as one slip of the finger. */
const PREFIX_COST = 1;
/** Shorter words are the beginning of too many names to mean one of them, unless only one begins so. */
const MIN_PREFIX_LENGTH = 3;

/**
 * Finds the candidate nearest to a word, or nothing when none is near. Letter case does not count;
 * swapped neighbors count as one slip; of equally near candidates the first wins.
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
    const found = candidate.toLowerCase();
    let cost = distance(wanted, found, Math.min(slips, bestCost));
    if (wanted.length >= MIN_PREFIX_LENGTH && found.startsWith(wanted)) cost = Math.min(cost, PREFIX_COST);
    // A common beginning breaks ties: people get the first letters right.
    if (cost > 0 && cost !== Infinity && found[0] === wanted[0]) cost -= 0.5;
    if (cost >= bestCost || cost > slips) continue;
    // Nothing of a very short word would be left: "x" does not resemble "y".
    if (cost >= wanted.length) continue;
    best = candidate;
    bestCost = cost;
  }
  return best;
}

/** Damerau-Levenshtein distance (adjacent swaps), or Infinity when it is above the limit. */
function distance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  const bound = Math.ceil(limit);
  if (Math.abs(a.length - b.length) > bound) return Infinity;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      }
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > bound) return Infinity;
    beforePrevious = previous;
    previous = current;
  }
  const result = previous[b.length]!;
  return result <= bound ? result : Infinity;
}
