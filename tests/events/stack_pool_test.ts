/** Backtraces of several owners compared with a map of the stacks that each owner holds. */
import { assert, assertEquals } from "@std/assert";
import { type Frame, NO_STACK, StackPool } from "../../src/events/stack_pool.ts";
import { StackStore } from "../../src/events/stack_store.ts";
import { Random } from "../support/random.ts";
import { atFullEffort } from "../support/effort.ts";

const NUMBERS = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** A frame with few possible values of each field, so that frames share values. */
function someFrame(random: Random): Frame {
  return {
    addrLow: random.pick(NUMBERS),
    addrHigh: random.pick(NUMBERS),
    hasAddr: random.oneIn(2),
    func: random.below(3),
    module: random.below(3),
    file: random.below(3),
    line: random.pick(NUMBERS),
    offsetLow: random.pick(NUMBERS),
    offsetHigh: random.pick(NUMBERS),
    hasOffset: random.oneIn(2),
    variant: random.below(4),
  };
}

/** One of some hundred lists of frames; few are long. */
function someStack(random: Random): Frame[] {
  const world = new Random(1 + random.below(300));
  return Array.from({ length: 1 + world.below(world.oneIn(30) ? 300 : 5) }, () => someFrame(world));
}

function intern(pool: StackPool, frames: readonly Frame[]): number {
  // Readers hand over a piece of a longer list.
  const ids = Uint32Array.of(7, ...frames.map((frame) => pool.frame(frame)), 7);
  return pool.stack(ids, 1, frames.length);
}

function describe(pool: StackPool, id: number): Frame[] {
  return Array.from({ length: pool.depth(id) }, (_, level) => pool.describeFrame(pool.frameAt(id, level)));
}

Deno.test(
  atFullEffort("StackPool gives equal stacks one id, and keeps each as long as an owner holds it"),
  () => {
    for (let seed = 1; seed <= 4; seed++) {
      const random = new Random(seed);
      const session = new StackPool();
      const owners: { pool: StackPool; held: Map<string, number>; frames: Set<string> }[] = [];
      const open = (): void =>
        void owners.push({ pool: session.forOwner(), held: new Map(), frames: new Set() });
      const inUse = (): number =>
        new Set(owners.flatMap(({ held }) => [...held.keys()])).size +
        new Set(owners.flatMap(({ frames }) => [...frames])).size;
      open();
      for (let step = 0; step < 1000; step++) {
        if (random.oneIn(30)) open();
        if (owners.length > 1 && random.oneIn(35)) {
          const [gone] = owners.splice(random.below(owners.length), 1);
          gone!.pool.close();
          assertEquals(gone!.pool.held, []);
        }
        const { pool, held, frames } = random.pick(owners);
        const stack = someStack(random);
        const key = JSON.stringify(stack);
        const known = owners.map((owner) => owner.held.get(key)).find((id) => id !== undefined);
        const id = intern(pool, stack);
        if (known !== undefined) assertEquals(id, known, `seed ${seed}, step ${step}`);
        held.set(key, id);
        for (const frame of stack) frames.add(JSON.stringify(frame));
        assertEquals(session.inUse, inUse(), `seed ${seed}, step ${step}`);
      }
      for (const { pool, held } of owners) {
        assertEquals(pool.held, [...held.values()]);
        for (const [key, id] of held) assertEquals(JSON.stringify(describe(pool, id)), key);
      }
      for (const { pool } of owners) pool.close();
      assertEquals(session.inUse, 0);
    }
  },
);

Deno.test("StackPool takes memory only for stacks in use, however many owners there were", () => {
  const session = new StackPool();
  const random = new Random(1);
  const kept = someStack(random);
  const stays = intern(session, kept);
  const round = (number: number): void => {
    const pool = session.forOwner();
    const frames = Uint32Array.from({ length: 50 }, (_, at) => pool.frame({ ...kept[0]!, line: 1000 + at }));
    for (let at = 0; at < 1000; at++) {
      frames[at % 50] = pool.frame({ ...kept[0]!, line: 100_000 * number + at });
      pool.stack(frames, 0, 50);
    }
    pool.close();
  };
  round(1);
  const { size, inUse, byteLength } = session;
  for (let number = 2; number < 20; number++) round(number);
  assertEquals([session.size, session.inUse], [size, inUse]);
  // A round has 200 kB of lists, and the pool may be at most one doubling larger.
  assert(session.byteLength <= 2 * byteLength, `${byteLength} and then ${session.byteLength} bytes`);
  assertEquals(describe(session, stays), kept);
});

Deno.test("StackPool gives an empty list the id that means no stack, and a closed stack no depth", () => {
  const pool = new StackPool();
  assertEquals([pool.stack(Uint32Array.of(1), 0, 0), pool.depth(NO_STACK)], [NO_STACK, 0]);
  const id = intern(pool, someStack(new Random(2)));
  assert(pool.depth(id) > 0);
  pool.close();
  assertEquals(pool.depth(id), 0);
});

Deno.test("lists over several pieces stay intact after others were removed", () => {
  const store = new StackStore();
  const list = new Uint32Array(1 << 21);
  const listOf = (stack: number, depth: number): Uint32Array => {
    for (let at = 0; at < depth; at++) list[at] = stack * 31 + at;
    return list;
  };
  const depths = [...new Array(40).fill(90_001), 1 << 21, 7, 1 << 20, 300_000];
  const kept = [new StackPool(store), new StackPool(store)];
  const ids = depths.map((depth, stack) => kept[stack % 2]!.stack(listOf(stack, depth), 0, depth));
  const check = (pool: number): void => {
    for (const [stack, depth] of depths.entries()) {
      if (stack % 2 !== pool) continue;
      assertEquals(store.depth(ids[stack]!), depth);
      for (let level = 0; level < depth; level += 89) {
        if (store.frameAt(ids[stack]!, level) !== stack * 31 + level) throw new Error(`${stack}, ${level}`);
      }
      assertEquals(kept[pool]!.stack(listOf(stack, depth), 0, depth), ids[stack]);
    }
  };
  check(0);
  check(1);
  const before = store.byteLength;
  kept[0]!.close();
  check(1);
  assert(store.byteLength < before);
  kept[1]!.close();
  assertEquals(store.inUse, 0);
});

/** A list of frames that differs from others in one position, in its length, or in the width of its ids. */
function someList(random: Random): number[] {
  const depth = random.oneIn(20) ? 0 : random.oneIn(50) ? random.below(9000) : random.below(12);
  const list = Array.from({ length: depth }, (_, at) => 1 + at % 3);
  if (depth > 0 && random.oneIn(2)) {
    list[random.below(depth)] = random.pick([1, 0xffff, 0x1_0000, 0xffff_ffff]);
  }
  if (depth > 0 && random.oneIn(4)) list[depth - 1] = random.below(1 << 18);
  return list;
}

Deno.test("stack ids equal those of a plain map, in order of first occurrence", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const random = new Random(seed);
    const store = new StackStore();
    const owners = [new StackPool(store), new StackPool(store)];
    const known = new Map<string, number>();
    for (let round = 0; round < 12; round++) {
      const pool = owners[round % 2]!;
      const count = random.pick([0, 1, 7, 4096, 4097, 9000]);
      const lists = Array.from({ length: count }, () => someList(random));
      const ids = new Uint32Array(count);
      pool.stackAll(Uint32Array.from(lists.flat()), Uint32Array.from(lists, ({ length }) => length), ids);
      const held = new Set(pool.held);
      for (const [at, list] of lists.entries()) {
        const key = list.join();
        if (list.length > 0 && !known.has(key)) known.set(key, known.size + 1);
        const id = list.length === 0 ? NO_STACK : known.get(key)!;
        if (ids[at] !== id) assertEquals(ids[at], id, `seed ${seed}, round ${round}, list ${at}`);
        if (list.length > 0) assert(held.has(id));
        if (!random.oneIn(20)) continue;
        const copy = new Uint32Array(list.length + 1);
        assertEquals([pool.copyBareFrames(id, copy, 0), [...copy.subarray(0, list.length)]], [
          list.length,
          list,
        ]);
        assertEquals(pool.stack(Uint32Array.from(list), 0, list.length), id);
      }
    }
    for (const pool of owners) pool.close();
    assertEquals(store.inUse, 0);
  }
});
