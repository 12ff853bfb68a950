/** Joining pieces of bytes. */
import { assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";

Deno.test("joinBytes() concatenates pieces", () => {
  const pieces = [[1, 2], [], [3], [4, 5, 6]].map((piece) => Uint8Array.from(piece));
  assertEquals([...joinBytes(pieces)], [1, 2, 3, 4, 5, 6]);
  assertEquals(joinBytes([]).length, 0);
});
