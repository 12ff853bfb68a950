/** Allocated pieces and free ranges, compared with a plain list of intervals. */
import { assert, assertEquals } from "@std/assert";
import { ALIGNMENT, FreeSpace } from "../../src/memory/free_space.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const FIRST = 4096;
const LIMIT = 1 << 24;

/** Realistic lengths: mostly small ones, some close to others, few large ones. */
function someLength(random: Random): number {
  const kind = random.below(10);
  return kind < 5 ? random.below(300) : kind < 9 ? 8192 + random.below(64) * 16 : random.below(300_000);
}

Deno.test("FreeSpace cuts pieces that never overlap, and joins free neighbours", () => {
  for (let seed = 1; seed <= seeds(100); seed++) {
    const random = new Random(seed);
    const space = new FreeSpace(FIRST);
    const pieces: { address: number; bytes: number }[] = [];
    for (let step = 0; step < 600; step++) {
      if (pieces.length > 0 && random.below(100) < 48) {
        const [gone] = pieces.splice(random.below(pieces.length), 1);
        assert(space.give(gone!.address), `seed ${seed}, step ${step}`);
        continue;
      }
      const longer = pieces[random.below(pieces.length * 4 + 1)];
      if (longer !== undefined) {
        const wanted = longer.bytes + random.below(2000);
        const could = space.extend(longer.address, wanted, LIMIT);
        if (could) longer.bytes = Math.ceil(wanted / ALIGNMENT) * ALIGNMENT;
        assertEquals(space.sizeAt(longer.address), longer.bytes, `seed ${seed}, step ${step}`);
        continue;
      }
      const bytes = someLength(random);
      const address = space.take(bytes, LIMIT)!;
      assertEquals(address % ALIGNMENT, 0, `seed ${seed}, step ${step}`);
      assertEquals(space.sizeAt(address), Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT));
      pieces.push({ address, bytes: space.sizeAt(address)! });
    }
    const free = [...space.freeStretches()];
    const all = [...pieces, ...free].sort((left, right) => left.address - right.address);
    let end = FIRST;
    for (const { address, bytes } of all) {
      assertEquals(address, end, `seed ${seed}: stretches lie one behind the other`);
      end = address + bytes;
    }
    assertEquals(end, space.end, `seed ${seed}`);
    const isFree = new Set(free.map(({ address }) => address));
    all.forEach(({ address }, at) => {
      const next = all[at + 1];
      const apart = !isFree.has(address) || (next !== undefined && !isFree.has(next.address));
      assert(apart, `seed ${seed}: no two free stretches side by side, and none at the end`);
    });
    assertEquals(space.pieceCount, pieces.length);
    for (const { address } of pieces) assert(space.give(address));
    assertEquals([space.end, space.pieceCount, [...space.freeStretches()]], [FIRST, 0, []], `seed ${seed}`);
  }
});

Deno.test("FreeSpace uses the first gap that is long enough, and refuses pieces that end beyond the limit", () => {
  const space = new FreeSpace(FIRST);
  const [a, b, c] = [100_000, 50_000, 16].map((bytes) => space.take(bytes, LIMIT)!);
  space.give(a!);
  assertEquals(space.take(40_000, LIMIT), a);
  space.give(b!);
  // The rest of the first piece was joined with the second.
  assertEquals(space.take(100_000, LIMIT), a! + 40_000);
  assertEquals(space.take(LIMIT, LIMIT), undefined);
  assertEquals(space.give(c! + 16), false);
  assert(space.give(c!));
});

Deno.test("FreeSpace shrinks to its initial end after frees in any order", () => {
  const random = new Random(7);
  const space = new FreeSpace(FIRST);
  // Pieces that stay, between others that are allocated and freed.
  const kept = Array.from({ length: 50 }, () => space.take(someLength(random), LIMIT)!);
  const round = (): number => {
    const pieces = Array.from({ length: 30 }, () => space.take(someLength(random), LIMIT)!);
    const highest = space.end;
    while (pieces.length > 0) space.give(pieces.splice(random.below(pieces.length), 1)[0]!);
    return highest;
  };
  let most = 0;
  for (let at = 0; at < 200; at++) most = Math.max(most, round());
  const before = space.end;
  for (let at = 0; at < 4000; at++) {
    assert(round() <= most * 1.5, `round ${at}`);
    assertEquals(space.end, before);
  }
  for (const address of kept) space.give(address);
  assertEquals(space.end, FIRST);
});
