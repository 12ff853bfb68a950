/** Sorting by words. */
import { assertEquals } from "@std/assert";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { sortByKeys } from "../../../src/query/operators/sort/sort_keys.ts";
import { seeds } from "../../support/effort.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";

Deno.test("sortByKeys() sorts stably by all eight bytes, and nulls come last", () => {
  const pools = newPools();
  const { arena } = pools;
  const work = new Workspace(pools);
  for (let seed = 1; seed <= seeds(100); seed++) {
    const random = new Random(seed);
    const rows = 1 + random.below(300);
    const keys = Array.from(
      { length: rows },
      () => random.oneIn(9) ? null : random.oneIn(3) ? 5n : random.u64(),
    );
    const words = arena.alloc(rows * 8), nulls = arena.alloc(rows), order = arena.alloc(rows * 4);
    keys.forEach((key, row) => {
      arena.u64[(words >>> 3) + row] = key ?? 7n;
      arena.u8[nulls + row] = key === null ? 1 : 0;
      arena.u32[(order >>> 2) + row] = row;
    });
    sortByKeys(work, words, nulls, order, rows);
    const expected = keys.map((_, row) => row).sort((left, right) => {
      const [a, b] = [keys[left] ?? null, keys[right] ?? null];
      if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0) || left - right;
      return a < b ? -1 : a > b ? 1 : left - right;
    });
    assertEquals(Array.from(arena.u32.subarray(order >>> 2, (order >>> 2) + rows)), expected, `seed ${seed}`);
  }
});
