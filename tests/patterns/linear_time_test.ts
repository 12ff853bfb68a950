import { assert, assertEquals, assertThrows } from "@std/assert";
import { globPattern, groupFinder, regexPattern, type TextPattern } from "../../src/patterns/text_pattern.ts";
import { WorkLimitError, WorkMeter } from "../../src/patterns/work_meter.ts";
import { Random } from "../support/random.ts";
import { seeds } from "../support/effort.ts";

/** Patterns that keep a backtracking engine busy. */
const HOSTILE: readonly [name: string, pattern: () => TextPattern, matches?: true][] = [
  ["/(a+)+$/", () => regexPattern("(a+)+$", "")],
  ["/(a|a)*$/", () => regexPattern("(a|a)*$", ""), true],
  ["/(a|aa)+$/", () => regexPattern("(a|aa)+$", "")],
  ["*a*a*…*b", () => globPattern("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b")],
  ["**/a**/a…", () => globPattern("**/a**/a**/a**/a**/a**/a**b")],
  ["{a,aa}…", () => globPattern("{a,aa}{a,aa}{a,aa}{a,aa}*{a,aa}*{a,aa}*{a,aa}*b")],
  ["/(a?){30}a{30}$/", () => regexPattern("(a?){30}a{30}b", "")],
  ["/(x+x+)+y/", () => regexPattern("(a+a+)+y", "")],
  ["/(.*)*[^a-z!]$/i", () => regexPattern("(.*)*[^a-z!]$", "i")],
  ["/(a|b)*a(a|b){15}c/", () => regexPattern("(a|b)*a(a|b){15}c", "")],
  ["/\\b(\\w+\\b)*$/m", () => regexPattern("\\b(\\w+\\b)*\\?$", "m")],
  ["/(?<!b)(a(?=a))+$/", () => regexPattern("(?<!b)(a(?=a))+$", "")],
];

function steps(pattern: TextPattern, text: string, matches = false): number {
  const meter = new WorkMeter();
  assertEquals(pattern.test(text, meter), matches);
  return meter.spent;
}

for (const [name, make, matches] of HOSTILE) {
  Deno.test(`a text four times as long takes ${name} four times as many steps`, () => {
    const short = steps(make(), "a".repeat(20_000) + "!", matches);
    const long = steps(make(), "a".repeat(80_000) + "!", matches);
    assert(long < 4.5 * short, `${short} steps, then ${long}`);
    // If states repeat, a character takes a single table lookup.
    assert(long < 2 * 80_000 + 100_000, `${long} steps`);
  });
}

Deno.test("a pattern that keeps producing new states takes steps in proportion to the text, and matches correctly", () => {
  const random = new Random(5);
  const letters = Array.from({ length: 400_000 }, () => random.pick(["a", "b"])).join("");
  const pattern = regexPattern("(a|b)*a(a|b){17}c", "");
  const count = (length: number): number => steps(pattern, letters.slice(0, length));
  count(100_000);
  const short = count(100_000);
  const long = count(400_000);
  assert(long < 4.5 * short, `${short} steps, then ${long}`);
  // Each instruction of the program is visited at most once per character.
  assert(long < 400_000 * 120, `${long} steps`);
  const meter = new WorkMeter();
  for (let at = 0; at < seeds(60); at++) {
    const from = random.below(300_000);
    const text = letters.slice(from, from + 60_000 + at) + "c";
    assertEquals(pattern.test(text, meter), /a[ab]{17}c$/.test(text.slice(-19)), `at ${at}`);
  }
});

Deno.test("a new state costs a step for each of its positions, and a known state a single step", () => {
  const random = new Random(8);
  const text = Array.from({ length: 200 }, () => random.pick(["a", "b"])).join("");
  const pattern = regexPattern("(a|b)*a(a|b){9}c", "");
  const [first, second] = [steps(pattern, text), steps(pattern, text)];
  assert(second <= 2 * text.length && first > 5 * second, `${first} steps, then ${second}`);
});

Deno.test("characters first seen while no states are built are distinguished by later states", () => {
  const random = new Random(6);
  const letters = [..."cdefghijklmnopqrstuvwxyz"];
  const source = `(a|b)*a(a|b){15}(${letters.join("|")})$`;
  const pattern = regexPattern(source, ""), engine = new RegExp(source), meter = new WorkMeter();
  const some = (length: number): string => Array.from({ length }, () => random.pick(["a", "b"])).join("");
  // After the first text, no states are built for a million characters.
  pattern.test(some(100_000), meter);
  for (const letter of letters) pattern.test(some(20) + letter, meter);
  pattern.test("b".repeat(1_050_000), meter);
  for (let at = 0; at < 480; at++) {
    const text = some(18) + letters[at % letters.length];
    assertEquals(pattern.test(text, meter), engine.test(text), text);
  }
});

Deno.test("many alternatives are followed only as far as their prefixes match the text", () => {
  const random = new Random(9);
  const word = (): string =>
    Array.from({ length: 12 }, () => String.fromCharCode(97 + random.below(26))).join("");
  const names = Array.from({ length: 4000 }, word);
  const meter = new WorkMeter();
  const pattern = regexPattern(names.join("|"), "");
  const texts = Array.from({ length: 2000 }, (_, at) => at % 2 === 0 ? word() : `x${names[at]}`);
  const found = texts.filter((text) => pattern.test(text, meter));
  assertEquals(found, texts.filter((text) => names.some((name) => text.includes(name))));
  assert(meter.spent < 400 * 2000 * 13, `${meter.spent} steps`);
});

Deno.test("a meter stops the work at its limit, and the pattern can be used again", () => {
  const text = "a".repeat(100_000) + "!";
  for (const [name, make, matches] of HOSTILE) {
    const pattern = make();
    for (const limit of [1, 100, 5000, 50_000]) {
      const meter = new WorkMeter({ limit });
      assertThrows(() => pattern.test(text, meter), WorkLimitError);
      assert(meter.spent < limit + 10_000, `${name}: ${meter.spent} steps with a limit of ${limit}`);
    }
    assertEquals(pattern.test(text, new WorkMeter()), matches === true, name);
  }
});

Deno.test("a meter calls its check at regular intervals, also in the middle of a text", () => {
  let looks = 0;
  const meter = new WorkMeter({ every: 20_000, check: () => looks++ });
  assertEquals(globPattern("*b").test("a".repeat(1_000_000), meter), false);
  assert(looks >= 40 && looks <= 50, `${looks} looks`);
  const stop = new WorkMeter({
    every: 20_000,
    check: () => {
      throw new RangeError("stopped");
    },
  });
  assertThrows(() => globPattern("*b").test("a".repeat(1_000_000), stop), RangeError, "stopped");
  assert(stop.spent < 30_000);
});

Deno.test("finding a group takes steps in proportion to the text, and a meter can stop it", () => {
  const hostile = ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(a?){30}a{30}b", "(a+?a+)+?y", "((.*)*)[^a-z!]$"];
  for (const source of hostile) {
    const find = (length: number, meter: WorkMeter): unknown =>
      groupFinder(source, "", 1).find("a".repeat(length) + "!", 0, meter);
    const [short, long] = [5000, 20_000].map((length) => {
      const meter = new WorkMeter();
      assertEquals(find(length, meter) === null, source !== "(a|a)*$", source);
      return meter.spent;
    }) as [number, number];
    assert(long < 4.5 * short, `${source}: ${short} steps, then ${long}`);
    assertThrows(() => find(100_000, new WorkMeter({ limit: 50_000 })), WorkLimitError);
  }
});
