/** What bytes say of a text is what the text says. */
import { assertEquals } from "@std/assert";
import { asciiTest } from "../../src/patterns/ascii_tests.ts";
import { byteFinder } from "../../src/patterns/byte_finder.ts";
import { textTest } from "../../src/patterns/text_tests.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

function textOf(random: Random, letters: readonly string[], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(letters)).join("");
}

const PIECES = ["a", "b", "_", "/", ".", "ab"];
const OF_GLOBS = [...PIECES, "*", "?", "[ab]", "{a,b_}"];
const OF_REGEXES = [
  ...PIECES,
  "a+",
  "b*",
  "_?",
  "(a|b)",
  "[^a]",
  "\\.",
  "\\d",
  "^",
  "$",
  "\\b",
  "(?=a)",
  "a{2}",
];

Deno.test("byteFinder() finds what the engine finds, and knows what it cannot find", () => {
  for (let seed = 0; seed < seeds(2000); seed++) {
    const random = new Random(seed);
    const text = textOf(random, ["a", "b", "aab"], 30), wanted = textOf(random, ["a", "b"], 5) || "a";
    const bytes = new TextEncoder().encode(`x${text}${wanted}`);
    // What comes after the end does not count.
    const end = 1 + text.length;
    assertEquals(
      byteFinder(wanted)!(bytes, 1, end),
      text.indexOf(wanted) < 0 ? -1 : 1 + text.indexOf(wanted),
    );
  }
  for (const wanted of ["", "ä", "a".repeat(65)]) assertEquals(byteFinder(wanted), undefined);
});

Deno.test("bytes decide as texts do, or not at all", () => {
  let decided = 0;
  for (let seed = 0; seed < seeds(3000); seed++) {
    const random = new Random(seed);
    const how = random.pick(["contains", "startswith", "endswith", "glob", "regex"] as const);
    const pattern = textOf(random, how === "glob" ? OF_GLOBS : how === "regex" ? OF_REGEXES : PIECES, 5);
    const flags = how === "regex" ? random.pick(["", "i", "u"]) : "";
    let passes: (text: string) => boolean;
    try {
      passes = textTest(how, pattern, flags);
    } catch {
      continue;
    }
    const test = asciiTest(how, pattern, flags);
    if (!test) continue;
    for (let at = 0; at < 20; at++) {
      const text = textOf(random, [...PIECES, "1", "A"], 8);
      const bytes = new TextEncoder().encode(`a${text}b`);
      const found = test({ bytes, start: 1, end: 1 + text.length });
      if (found === undefined) continue;
      decided++;
      assertEquals(found, passes(text), `seed ${seed}: ${how} ${pattern} /${flags} of ${text}`);
    }
  }
  assertEquals(decided > 1000, true);
});

Deno.test("a pattern is refused by the letters that it needs", () => {
  const test = (how: "glob" | "regex", pattern: string, text: string): boolean | undefined => {
    const bytes = new TextEncoder().encode(text);
    return asciiTest(how, pattern, "")?.({ bytes, start: 0, end: bytes.length });
  };
  assertEquals(test("regex", "step_1[0-9]$", "step_2"), false);
  assertEquals(test("regex", "step_1[0-9]$", "step_19"), undefined);
  assertEquals(test("glob", "src/*/alloc.c", "src/base/free.c"), false);
  assertEquals(test("regex", "[ab]", "c"), undefined);
});
