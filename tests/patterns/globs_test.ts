import { assertEquals } from "@std/assert";
import { globPattern } from "../../src/patterns/text_pattern.ts";
import { WorkMeter } from "../../src/patterns/work_meter.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { globToRegExp } from "./glob_oracle.ts";

const SEEDS = seeds(4000);

/** Pieces of globs, including those that only look special. */
const PIECES = [
  "*",
  "**",
  "**/",
  "?",
  "[ab]",
  "[!a]",
  "[^a-z]",
  "[é-😀]",
  "[",
  "]",
  "[]a]",
  "[^]",
  "[z-a]",
  "[a\\b]",
  "{",
  "}",
  ",",
  "{a,b}",
  "{a,}",
  "{a*,**/b}",
  "a",
  "b",
  "/",
  "\\",
  "\\*",
  "\\😀",
  "é",
  "😀",
  "\ud83d",
  "!",
  "^",
  "-",
  ".",
  "$",
];
const LETTERS = ["a", "b", "/", "*", "é", "😀", "\ude00", "[", "]", "{", "}", ",", "\\", "z", ".", "\n"];

Deno.test("globPattern() matches like equivalent regular expressions of the engine", () => {
  const meter = new WorkMeter();
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = new Random(seed);
    const glob = Array.from({ length: 1 + random.below(6) }, () => random.pick(PIECES)).join("");
    const expected = globToRegExp(glob);
    const pattern = globPattern(glob);
    for (let time = 0; time < 12; time++) {
      const text = random.oneIn(3)
        ? glob.replaceAll(/[*?]/g, () => random.pick(LETTERS))
        : Array.from({ length: random.below(7) }, () => random.pick(LETTERS)).join("");
      const context = `${JSON.stringify(glob)} on ${JSON.stringify(text)}, seed ${seed}`;
      assertEquals(pattern.test(text, meter), expected.test(text), context);
    }
  }
});

Deno.test("globPattern() supports braces nested to any depth", () => {
  const deep = 50_000;
  const glob = "{a,b".repeat(deep) + "}".repeat(deep);
  const pattern = globPattern(glob);
  const meter = new WorkMeter();
  assertEquals(pattern.test("a", meter), true);
  assertEquals(pattern.test("bba", meter), true);
  assertEquals(pattern.test("aa", meter), false);
});
