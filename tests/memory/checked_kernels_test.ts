/** The checked build of the kernels refuses memory that no piece covers. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Arena } from "../../src/memory/arena.ts";
import { GuardError, guardsWanted } from "../../src/memory/guards.ts";
import { blockKernels } from "../../src/tables/block.ts";
import { kernelsOf } from "../../src/query/execution/kernels.ts";
import { later } from "../support/effort.ts";
import { unless } from "../support/programs.ts";

Deno.test("tests run with guarded memory", () => {
  assert(
    guardsWanted(),
    "This run was not begun by the test task: --preload tests/support/guards/preload.ts is missing",
  );
});

Deno.test(
  unless([later], "at full effort tests run with checked kernels, which access only allocated memory"),
  () => {
    const arena = new Arena();
    const { fillSequence } = blockKernels(arena);
    const piece = arena.alloc(400);
    fillSequence(5, 100, piece);
    assertEquals(arena.u32[(piece >>> 2) + 99], 104);
    assertThrows(() => fillSequence(5, 101, piece), GuardError, "where no memory is allocated");
    assertThrows(() => fillSequence(5, 1, piece - 4), GuardError);
    const { select } = kernelsOf(arena);
    // Vector instructions and fills are checked, too.
    assertThrows(() => select.fillBits(piece, 8), GuardError);
    assertThrows(() => select.orBits(piece, piece), GuardError);
    arena.free(piece);
    assertThrows(() => fillSequence(5, 1, piece), GuardError);
  },
);

Deno.test("kernels refuse arguments that JavaScript would convert silently", () => {
  const arena = new Arena();
  const { fillSequence } = blockKernels(arena) as unknown as Record<
    "fillSequence",
    (...args: unknown[]) => void
  >;
  const piece = arena.alloc(400);
  assertThrows(() => fillSequence(5, 1), GuardError, "fillSequence() takes 3 arguments, not 2");
  assertThrows(() => fillSequence(5, 1, piece, 0), GuardError, "not 4");
  assertThrows(() => fillSequence(5, 0.5, piece), GuardError, "Argument 2 of fillSequence() is 0.5");
  assertThrows(() => fillSequence(2 ** 32, 1, piece), GuardError, "Argument 1");
  assertThrows(() => fillSequence(5, undefined, piece), GuardError, "Argument 2");
  assertThrows(() => fillSequence(5n, 1, piece), TypeError);
  arena.free(piece);
});
