/** Distinct values of groups, counted in partitions if memory cannot hold all of them. */
import { assertEquals } from "@std/assert";
import { withDataSettings } from "../../../src/memory/data_settings.ts";
import { DistinctPairs } from "../../../src/query/aggregates/distinct_pairs.ts";
import { GroupCell } from "../../../src/query/execution/kernels/group_layout.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";

const BATCH = 500;

/** The counts of each owner, and those of sets. */
function countsOf(random: Random, budget: number, owners: number): [found: bigint[], wanted: bigint[]] {
  const work = new Workspace(withDataSettings({ budget }, () => newPools()));
  const { arena } = work;
  const [words, own] = [work.take(BATCH * 8), work.take(BATCH * 4)];
  const cells = work.takeZeroed(owners * GroupCell.Bytes);
  const seen = Array.from({ length: owners }, () => new Set<bigint>());
  const pairs = new DistinctPairs(work);
  for (let batch = 0; batch < 12; batch++) {
    for (let at = 0; at < BATCH; at++) {
      const value = BigInt(random.below(4000)), owner = random.below(owners);
      arena.u64[(words >>> 3) + at] = value;
      arena.u32[(own >>> 2) + at] = owner;
      seen[owner]!.add(value);
    }
    pairs.add(words, own, BATCH, cells, owners);
  }
  pairs.finish(cells);
  const found = seen.map((_, owner) => arena.u64[(cells + owner * GroupCell.Bytes) >>> 3]!);
  work.release();
  return [found, seen.map(({ size }) => BigInt(size))];
}

Deno.test("DistinctPairs counts every value of each owner once, at once and in partitions", () => {
  for (const budget of [Infinity, 1]) {
    for (const owners of [1, 2, 7]) {
      const [found, wanted] = countsOf(new Random(owners), budget, owners);
      assertEquals(found, wanted, `${owners} owners, a budget of ${budget}`);
    }
  }
});
