/** Partitions of keys, as used for groups and joins of many rows. */
import { assert, assertEquals } from "@std/assert";
import { newPools } from "../../../src/tables/pools.ts";
import { kernelsOf } from "../../../src/query/execution/kernels.ts";

const KEYS = 1 << 16;
const PARTS = 16;

/** Counts of numbers in each sixteenth of the range. */
function counted(numbers: Iterable<bigint>): number[] {
  const counts: number[] = new Array(PARTS).fill(0);
  for (const number of numbers) counts[Number(number)]!++;
  return counts;
}

Deno.test("keys of one partition are spread over the whole key table", () => {
  const { arena } = newPools();
  const words = arena.alloc(KEYS * 8), hashes = arena.alloc(KEYS * 4);
  for (const step of [1n, 16n, 4096n, 0x9e37n]) {
    for (let at = 0; at < KEYS; at++) arena.u64[(words >>> 3) + at] = BigInt(at) * step;
    kernelsOf(arena).group.mixKeys(words, 0, KEYS, 1, hashes);
    const keys = Array.from({ length: KEYS }, (_, at) => at);
    const shareOf = (at: number): bigint => BigInt(arena.u32[(hashes >>> 2) + at]! >>> 28);
    const shares = counted(keys.map(shareOf));
    assert(Math.max(...shares) < 2 * KEYS / PARTS, `shares of ${shares} keys`);
    // Tables choose a slot by the highest bits of this product, like `slotOf` of the kernel.
    const slots = counted(
      keys.filter((at) => shareOf(at) === 0n)
        .map((at) => BigInt.asUintN(64, BigInt(at) * step * 0x9e37_79b9_7f4a_7c15n) >> 60n),
    );
    assertEquals(slots.filter((count) => count > 0).length, PARTS, `step ${step}: ${slots}`);
    assert(Math.max(...slots) < 2 * shares[0]! / PARTS, `step ${step}: ${slots}`);
  }
  arena.close();
});
