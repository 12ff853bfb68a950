/** A search in bytes finds the same as the engine in the text. */
import { assertEquals } from "@std/assert";
import { byteFinder } from "../../src/patterns/byte_finder.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

function textOf(random: Random, letters: readonly string[], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(letters)).join("");
}

Deno.test("byteFinder() agrees with the engine, and refuses patterns it does not support", () => {
  for (let seed = 0; seed < seeds(2000); seed++) {
    const random = new Random(seed);
    const text = textOf(random, ["a", "b", "aab"], 30), wanted = textOf(random, ["a", "b"], 5) || "a";
    const bytes = new TextEncoder().encode(`x${text}${wanted}`);
    // Bytes after the end are ignored.
    const end = 1 + text.length;
    assertEquals(
      byteFinder(wanted)!(bytes, 1, end),
      text.indexOf(wanted) < 0 ? -1 : 1 + text.indexOf(wanted),
    );
  }
  for (const wanted of ["", "ä", "a".repeat(65)]) assertEquals(byteFinder(wanted), undefined);
});
