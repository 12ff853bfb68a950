/** The checked build of the kernels refuses memory that no piece covers. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Arena } from "../../src/memory/arena.ts";
import { GuardError, guardsWanted } from "../../src/memory/guards.ts";
import { blockKernels } from "../../src/tables/block.ts";
import { kernelsOf } from "../../src/query/execution/kernels.ts";

Deno.test("tests run with guarded memory and checked kernels, which stay inside of pieces", () => {
  assert(
    guardsWanted(),
    "This run was not begun by the test task: --preload tests/support/guards/preload.ts is missing",
  );
  const arena = new Arena();
  const { countUp } = blockKernels(arena);
  const piece = arena.alloc(400);
  countUp(5, 100, piece);
  assertEquals(arena.u32[(piece >>> 2) + 99], 104);
  assertThrows(() => countUp(5, 101, piece), GuardError, "where no piece lies");
  assertThrows(() => countUp(5, 1, piece - 4), GuardError);
  const { select } = kernelsOf(arena);
  // Vectors and filling look too.
  assertThrows(() => select.fillBits(piece, 8), GuardError);
  assertThrows(() => select.orBits(piece, piece), GuardError);
  arena.free(piece);
  assertThrows(() => countUp(5, 1, piece), GuardError);
});
