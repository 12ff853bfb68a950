/** Owners of memory, and the guards that tests put around their allocations. */
import { assertEquals, assertThrows } from "@std/assert";
import { Arena } from "../../src/memory/arena.ts";
import { GuardError } from "../../src/memory/guards.ts";
import { watchPieces } from "../support/guards/guards.ts";
import { ArenaFullError, Heap } from "../../src/memory/heap.ts";

Deno.test("Arena.close() frees everything of its owner, and nothing of others", () => {
  const session = new Arena();
  const [trace, result] = [session.forOwner("trace"), session.forOwner("result")];
  const mine = trace.alloc(1000);
  for (let bytes = 0; bytes < 5000; bytes += 77) result.alloc(bytes);
  trace.u8.fill(7, mine, mine + 1000);
  result.close();
  assertEquals([session.used, trace.pieceCount, result.pieceCount], [1008, 1, 0]);
  assertEquals(trace.u8.subarray(mine, mine + 1000), new Uint8Array(1000).fill(7));
  trace.close();
  assertEquals(session.used, 0);
});

Deno.test("Arena.free() accepts only pieces of its owner, and only once", () => {
  const session = new Arena();
  const [one, other] = [session.forOwner("one"), session.forOwner("other")];
  const piece = one.alloc(100);
  assertThrows(() => other.free(piece), Error, "Cannot free memory of other");
  one.free(piece);
  assertThrows(() => one.free(piece), Error, "Cannot free memory of one");
  one.free(0);
  one.close();
  // Freeing after the owner has closed is harmless.
  one.free(piece);
  assertThrows(() => one.alloc(1), Error, "it is closed");
  assertThrows(() => session.alloc(0.5), RangeError);
});

Deno.test("Arena.alloc() fails at the end of memory without affecting other allocations", () => {
  const arena = new Arena();
  const piece = arena.allocZeroed(100);
  assertThrows(() => arena.alloc(2 ** 32), ArenaFullError, "Cannot allocate memory");
  assertEquals([arena.used, arena.u8[piece]], [112, 0]);
  arena.free(piece);
  assertEquals(arena.used, 0);
});

const guarded = (): Arena => new Arena("test", new Heap(watchPieces()));

Deno.test("guards detect writes before and after an allocation", () => {
  for (const offset of [-1, -64, 30, 31, 32, 95]) {
    const arena = guarded();
    const piece = arena.alloc(30);
    arena.heap.check();
    arena.u8[piece + offset] = 1;
    assertThrows(() => arena.heap.check(), GuardError, offset < 0 ? "wrote before" : "wrote behind");
    assertThrows(() => arena.free(piece), GuardError);
  }
});

Deno.test("guards detect writes to a freed piece, and a double free", () => {
  const arena = guarded();
  const piece = arena.alloc(30);
  arena.free(piece);
  assertThrows(() => arena.heap.give(piece), GuardError, "freed before");
  arena.heap.check();
  arena.u8[piece + 29] = 1;
  assertThrows(() => arena.heap.check(), GuardError, "it was free");
});

Deno.test("fresh memory holds nothing that looks like a value", () => {
  const arena = guarded();
  const piece = arena.alloc(64);
  assertEquals(arena.u64[piece >>> 3], 0xa5a5_a5a5_a5a5_a5a5n);
  assertEquals(arena.allocZeroed(64) > 0 && arena.u64[arena.allocZeroed(64) >>> 3], 0n);
});
