import { assertEquals } from "@std/assert";
import { packCallNumbers } from "../../../src/formats/apitrace/few_calls.ts";

Deno.test("packCallNumbers() makes one range of consecutive numbers", () => {
  assertEquals([...packCallNumbers([0, 1, 2, 7, 9, 10])], [[0, 2, 1, 0], [7, 7, 1, 0], [9, 10, 1, 0]].flat());
  assertEquals([...packCallNumbers([])], []);
});
