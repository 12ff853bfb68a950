/** Limits of searching values. */
import { assertEquals } from "@std/assert";
import { findValues } from "../../src/assist/known_values.ts";

Deno.test("findValues() searches at most two million letters of the most frequent values", () => {
  const label = "x".repeat(2000);
  const values = Array.from({ length: 1100 }, () => ({ value: label, label, lower: label, count: 1 }));
  assertEquals(findValues(values, "x", 5000).found.length, 1000);
  assertEquals(findValues(values.slice(0, 900), "x", 5000).found.length, 900);
  const { found, more } = findValues(values, "x", 7);
  assertEquals([found.length, more], [7, true]);
});
