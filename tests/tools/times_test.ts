/** Distribution of test files to concurrent workers. */
import { assert, assertEquals } from "@std/assert";
import { dealt } from "../../tools/test/times.ts";

Deno.test("dealt() gives every file to one worker, and each worker about the same time", () => {
  const times = { a: 9, b: 1, c: 2, d: 3, e: 3, gone: 50 };
  const files = ["a", "b", "c", "d", "e"];
  const hands = dealt(files, 2, times);
  assertEquals(hands, [["a"], ["b", "c", "d", "e"]]);
  assertEquals(dealt(files, 5, times).flat().sort(), files);
});

Deno.test("dealt() treats unknown files as average, and leaves no worker without files", () => {
  assertEquals(dealt(["a", "b", "c", "d"], 2, {}), [["a", "c"], ["b", "d"]]);
  assertEquals(dealt(["a", "new", "b"], 2, { a: 4, b: 4 }).map((hand) => hand.length).sort(), [1, 2]);
  assert(dealt(["a", "b", "c"], 3, { a: 0, b: 0, c: 0 }).every((hand) => hand.length === 1));
});
