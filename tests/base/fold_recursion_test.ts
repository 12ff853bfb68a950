/** Paths of calls with recursion as one level. */
import { assert, assertEquals } from "@std/assert";
import { foldRecursion } from "../../src/base/fold_recursion.ts";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { byEffort } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const MOST = SHOW_LIMITS.recursionFrames.most;

/** Shown as `a b×2 c`. */
function text(frames: string): string {
  const { path, depths } = foldRecursion(frames.split(" "));
  return path.map((name, at) => depths[at] === 1 ? name : `${name}×${depths[at]}`).join(" ");
}

Deno.test("a function that calls itself is one level with its depth", () => {
  assertEquals(text("main fib fib fib malloc"), "main fib×3 malloc");
  assertEquals(text("fib"), "fib");
  assertEquals(text("main fib print fib"), "main fib print fib");
  assertEquals(foldRecursion([]), { path: [], depths: [], levels: [] });
});

Deno.test("functions that call one another in a cycle appear once each", () => {
  assertEquals(text("main a b a b a b c"), "main a×3 b×3 c");
  // The last round is incomplete: its functions must not end up in one that did not call them.
  assertEquals(text("main a b a b a c"), "main a×2 b×2 a c");
  assertEquals(text("a a b a a b"), "a×4 b×2");
  const round = (size: number): string => Array.from({ length: size }, (_, at) => `f${at}`).join(" ");
  assertEquals(text(`${round(MOST)} ${round(MOST)}`).split(" ").length, MOST);
  assertEquals(text(`${round(MOST + 1)} ${round(MOST + 1)}`), `${round(MOST + 1)} ${round(MOST + 1)}`);
});

Deno.test("unknown frames are not merged into one function", () => {
  assertEquals(foldRecursion(["main", "", "", "f"]).path, ["main", "", "", "f"]);
  assertEquals(foldRecursion([1, 0, 1, 0], (frame) => frame !== 0).path, [1, 0, 1, 0]);
  assertEquals(foldRecursion([1, 2, 1, 2]).path, [1, 2]);
});

Deno.test("every frame has a level, no level repeats the previous one, and prefixes fold to prefixes", () => {
  const random = new Random(45);
  for (let round = 0; round < byEffort(400, 4000); round++) {
    const names = ["a", "b", "c", "d"].slice(0, 1 + random.below(4));
    const frames = Array.from({ length: random.below(40) }, () => random.pick(names));
    const { path, depths, levels } = foldRecursion(frames);
    assertEquals(depths.reduce((sum, depth) => sum + depth, 0), frames.length);
    // Each frame is at a level of its own name, and each level has as many frames as its depth says.
    levels.forEach((level, at) => assertEquals(path[level], frames[at]));
    path.forEach((_, level) => assertEquals(levels.filter((each) => each === level).length, depths[level]));
    for (let size = 1; size <= MOST; size++) {
      for (let at = 0; at + 2 * size <= path.length; at++) {
        assert(path.slice(at, at + size).join() !== path.slice(at + size, at + 2 * size).join(), path.join());
      }
    }
    // The outermost and innermost functions stay the same.
    assertEquals([path[0], path.at(-1)], [frames[0], frames.at(-1)]);
    const begun = foldRecursion(frames.slice(0, -1)).path;
    assert(begun.join().startsWith(path.join()) || path.join().startsWith(begun.join()));
  }
});
