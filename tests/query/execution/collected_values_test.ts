/** The value at a rank of each group, if memory holds all values, a few groups, or less than one. */
import { assertEquals } from "@std/assert";
import { withDataSettings } from "../../../src/memory/data_settings.ts";
import { CollectedValues } from "../../../src/query/aggregates/collected_values.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";

/** Values that differ in all their bits, in the upper ones, in the lower ones, and not at all. */
const KINDS: readonly ((random: Random) => bigint)[] = [
  (random) => BigInt(random.below(2 ** 32)) << 32n | BigInt(random.below(2 ** 32)),
  (random) => BigInt(random.below(4)) << 62n | 7n,
  (random) => 1n << 40n | BigInt(random.below(70_000)),
  () => 0xffff_ffff_ffff_fffen,
];

const PLACES: readonly ((count: number) => number)[] = [() => 0, (count) => count >> 1, (count) => count - 1];

type Piece = readonly (readonly [group: number, value: bigint])[];

/** The value found at a position of each group. */
function picked(
  pieces: readonly Piece[],
  groups: number,
  budget: number,
  placeOf: (count: number) => number,
): (bigint | null)[] {
  const work = new Workspace(withDataSettings({ budget }, () => newPools()));
  const { arena } = work;
  const collected = new CollectedValues(work);
  for (const rows of pieces) {
    collected.add(rows.length + 3, groups > 1, (values, owners) => {
      rows.forEach(([group, value], at) => {
        arena.u64[(values >>> 3) + at] = value;
        arena.u32[(owners >>> 2) + at] = group;
      });
      return rows.length;
    });
  }
  const found = [...collected.pick(groups, placeOf)];
  work.release();
  return found.map((word) => word === null ? null : BigInt.asUintN(64, word));
}

Deno.test("CollectedValues finds the same values as sorting, with memory for all, some or no groups", () => {
  for (const groups of [1, 2, 9]) {
    for (const [kind, valueOf] of KINDS.entries()) {
      const random = new Random(kind + groups);
      // The first group has most of the values, and group 7 has none.
      const groupOf = (): number => {
        const each = random.below(3) > 0 ? 0 : random.below(groups);
        return each === 7 ? 0 : each;
      };
      const pieces = [900, 1, 2100].map((count): Piece =>
        Array.from({ length: count }, () => [groupOf(), valueOf(random)] as const)
      );
      const sorted = Array.from(
        { length: groups },
        (_, group) =>
          BigUint64Array.from(pieces.flat().filter(([each]) => each === group).map(([, value]) => value))
            .sort(),
      );
      for (const [place, placeOf] of PLACES.entries()) {
        const wanted = sorted.map((values) => values[placeOf(values.length)] ?? null);
        // Without a budget there is still memory for 1,024 values.
        for (const budget of [Infinity, 70_000, 1]) {
          const what = `${groups} groups, values ${kind}, place ${place}, a budget of ${budget}`;
          assertEquals(picked(pieces, groups, budget, placeOf), wanted, what);
        }
      }
    }
  }
});
