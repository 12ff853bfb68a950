/** `didYouMean()` against its rules written out with a complete table of edits. */
import { assert, assertEquals } from "@std/assert";
import { didYouMean } from "../../src/base/did_you_mean.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

/** Letters that are added, left out, replaced or swapped with their neighbour. */
function slips(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  for (let column = 0; column <= b.length; column++) table[0]![column] = column;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const ways = [
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + same,
      ];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) ways.push(table[row - 2]![column - 2]! + 1);
      table[row]![column] = Math.min(...ways);
    }
  }
  return table[a.length]![b.length]!;
}

function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const begun = candidates.filter((each) => each.toLowerCase().startsWith(wanted));
  if (wanted.length === 2 && begun.length === 1) return begun[0];
  const most = wanted.length <= 3 ? 1 : wanted.length <= 6 ? 2 : 3;
  const costs = candidates.map((each) => {
    const found = each.toLowerCase();
    let cost = slips(wanted, found);
    if (wanted.length >= 3 && found.startsWith(wanted)) cost = Math.min(cost, 1);
    if (cost > most) return Infinity;
    if (cost > 0 && found[0] === wanted[0]) cost -= 0.5;
    return cost < wanted.length ? cost : Infinity;
  });
  const least = Math.min(...costs);
  return least === Infinity ? undefined : candidates[costs.indexOf(least)];
}

Deno.test("didYouMean() agrees with a complete table of edit distances", () => {
  const random = new Random(1);
  let near = 0;
  const letters = (length: number, from: string): string =>
    Array.from({ length }, () => from[random.below(from.length)]).join("");
  for (let round = 0; round < seeds(1200); round++) {
    const alphabet = random.pick(["ab", "abC", "abcdefgh"]);
    const candidates = Array.from({ length: random.below(9) }, () => letters(random.below(12), alphabet));
    const word = letters(random.below(11), alphabet);
    const expected = nearest(word, candidates);
    if (expected !== undefined) near++;
    assertEquals(didYouMean(word, candidates), expected, `"${word}" among ${JSON.stringify(candidates)}`);
  }
  assert(near > seeds(200) && near < seeds(1100), `${near}`);
});
