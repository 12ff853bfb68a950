/** Aligning two sequences. */
import { assert, assertEquals } from "@std/assert";
import { type Alignment, alignSequences } from "../../../src/query/operators/difference/align_sequences.ts";
import { byEffort, effort, entriesOf, seeds } from "../../support/effort.ts";
import { assertSameList } from "../../support/same_list.ts";
import { Random } from "../../formats/apitrace/random_stream.ts";

function kept(values: Uint32Array, marks: Uint8Array): number[] {
  return [...values].filter((_, at) => marks[at] === 0);
}

function marked({ removed, added }: Alignment): number {
  return removed.reduce((sum, mark) => sum + mark, 0) + added.reduce((sum, mark) => sum + mark, 0);
}

/** Length of the longest common subsequence, by dynamic programming. */
function commonLength(a: Uint32Array, b: Uint32Array): number {
  let row = new Uint32Array(b.length + 1);
  for (const value of a) {
    const next = new Uint32Array(b.length + 1);
    for (let at = 0; at < b.length; at++) {
      next[at + 1] = value === b[at] ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!);
    }
    row = next;
  }
  return row[b.length]!;
}

Deno.test("alignSequences() finds the fewest steps between short sequences", () => {
  for (let seed = 0; seed < seeds(100); seed++) {
    const random = new Random(seed);
    const count = 1 + random.below(8);
    const make = (): Uint32Array => Uint32Array.from({ length: random.below(60) }, () => random.below(count));
    const [a, b] = [make(), make()];
    const alignment = alignSequences(a, b, count);
    assertEquals(kept(a, alignment.removed), kept(b, alignment.added), `seed ${seed}`);
    assertEquals(marked(alignment), a.length + b.length - 2 * commonLength(a, b), `seed ${seed}`);
  }
});

Deno.test("alignSequences() chooses among shortest lists: equal values first, then removed, then added ones", () => {
  for (let seed = 0; seed < seeds(200); seed++) {
    const random = new Random(seed);
    const make = (): Uint32Array => Uint32Array.from({ length: random.below(14) }, () => random.below(3));
    // Both ends have different values that also occur on the other side: no value is unique, and the ends
    // have nothing in common.
    const [a, b] = [[0, ...make(), 1], [1, ...make(), 0]].map((list) => Uint32Array.from(list)) as [
      Uint32Array,
      Uint32Array,
    ];
    const [removed, added] = [new Uint8Array(a.length), new Uint8Array(b.length)];
    let [x, y] = [0, 0];
    while (x < a.length || y < b.length) {
      const rest = (from: number, to: number): number => commonLength(a.subarray(from), b.subarray(to));
      if (x < a.length && y < b.length && a[x] === b[y]) x++, y++;
      else if (x < a.length && rest(x + 1, y) === rest(x, y)) removed[x++] = 1;
      else added[y++] = 1;
    }
    if (!a.includes(2) || !b.includes(2)) continue;
    assertEquals(alignSequences(a, b, 3), { removed, added }, `seed ${seed}`);
  }
});

Deno.test("alignSequences() finds few edits in long sequences, whether values repeat or not", () => {
  for (const count of entriesOf([3, 500, 1_000_000], 0.3)) {
    const random = new Random(count);
    const before = Uint32Array.from({ length: byEffort(200_000, 60_000) }, () => random.below(count));
    const after: number[] = [];
    let edits = 0;
    before.forEach((value, at) => {
      if (at % 997 === 500) {
        edits++;
        if (random.once(2)) after.push(random.below(count), value);
        return;
      }
      after.push(value);
    });
    const changed = Uint32Array.from(after);
    const alignment = alignSequences(before, changed, count);
    assertSameList(kept(before, alignment.removed), kept(changed, alignment.added));
    assert(
      marked(alignment) <= 2 * edits,
      `${marked(alignment)} steps for ${edits} edits of ${count} values`,
    );
  }
});

Deno.test("alignSequences() stays valid and bounded if nothing matches", () => {
  const random = new Random(5);
  // Only the longer lists reach the limit of the search, after four seconds.
  const length = effort > 1 ? 150_000 : byEffort(3000, 1000);
  const [a, b] = [0, 1].map(() => Uint32Array.from({ length }, () => random.below(40)));
  const alignment = alignSequences(a!, b!, 40);
  assertSameList(kept(a!, alignment.removed), kept(b!, alignment.added));
  const [left, right] = [Uint32Array.from([0, 1, 2]), Uint32Array.from([3, 4])];
  assertEquals(marked(alignSequences(left, right, 5)), 5);
  assertEquals(marked(alignSequences(left, left, 5)), 0);
  assertEquals(marked(alignSequences(new Uint32Array(0), right, 5)), 2);
});
