/** How typed letters fit names, what is remembered, and the words of each stage. */
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { analyse } from "../../src/assist/analysis.ts";
import { fuzzyMatch } from "../../src/assist/fuzzy.ts";
import { findValues } from "../../src/assist/known_values.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { Random } from "../support/random.ts";
import { labelsAt } from "./support.ts";

Deno.test("fuzzyMatch() finds the typed letters in their order, and nothing else", () => {
  const random = new Random(1);
  const letters = (length: number, from: string): string =>
    Array.from({ length }, () => from[random.below(from.length)]).join("");
  let found = 0;
  for (let round = 0; round < 4000; round++) {
    const name = letters(random.below(12), "abC_.");
    const typed = letters(1 + random.below(4), "abc");
    const fit = fuzzyMatch(typed, name);
    const spelled = new RegExp([...typed].join(".*"), "i").test(name);
    if (fit === null) {
      // One or two letters must begin where a word does.
      assert(!spelled || typed.length <= 2, `"${typed}" in "${name}"`);
      continue;
    }
    found++;
    assertEquals(fit.matched.map((at) => name[at]!.toLowerCase()).join(""), typed, `"${typed}" in "${name}"`);
    assertEquals(fit.matched, [...new Set(fit.matched)].sort((left, right) => left - right));
  }
  assert(found > 400, `${found}`);
});

Deno.test("fuzzyMatch() prefers the whole name, beginnings, words, the inside, and then what lies close together", () => {
  const score = (typed: string, name: string): number => fuzzyMatch(typed, name)!.score;
  const order = ["net", "nets", "net_read", "read_net", "readNet_x", "cabinet", "n_e_t", "n_x_e_t"];
  for (const [at, name] of order.slice(1).entries()) {
    assert(score("net", order[at]!) > score("net", name), `${order[at]} before ${name}`);
  }
  for (let between = 2; between < 40; between++) {
    const [near, far] = [between - 1, between].map((count) => `a${"x".repeat(count)}c`);
    assert(score("ac", near!) > score("ac", far!), `${near} before ${far}`);
  }
  assert(score("Net", "Net_x") > score("Net", "net_x"));
});

Deno.test("findValues() looks at two million letters of the most frequent values, and no further", () => {
  const label = "x".repeat(2000);
  const values = Array.from({ length: 1100 }, () => ({ value: label, label, lower: label, count: 1 }));
  assertEquals(findValues(values, "x", 5000).found.length, 1000);
  assertEquals(findValues(values.slice(0, 900), "x", 5000).found.length, 900);
  const { found, more } = findValues(values, "x", 7);
  assertEquals([found.length, more], [7, true]);
});

Deno.test("analyse() remembers a text until there are eight others", () => {
  const catalog = CATALOGS.mtrc!;
  const texts = Array.from({ length: 8 }, (_, at) => `leaks | take ${at + 1}`);
  const first = texts.map((text) => analyse(text, catalog, EMPTY_ENVIRONMENT));
  for (const [at, text] of texts.entries()) {
    assertStrictEquals(analyse(text, catalog, EMPTY_ENVIRONMENT), first[at]);
  }
  for (let at = 0; at < 8; at++) analyse(`leaks | skip ${at}`, catalog, EMPTY_ENVIRONMENT);
  assert(analyse(texts[0]!, catalog, EMPTY_ENVIRONMENT) !== first[0]);
});

Deno.test("each stage offers its words where they may stand, and once", () => {
  const cases: Readonly<Record<string, readonly [string, boolean][]>> = {
    bins: [["events | hist ^", false], ["events | hist size ^", true], [
      "events | hist size bins 3 ^",
      false,
    ]],
    every: [["events | timeline ^", true], ["events | timeline every 5 ^", false]],
    desc: [["events | sort size ^", true], ["events | sort size desc ^", false], ["events | top 3 ^", false]],
    by: [["events | top 3 ^", true], ["events | top 3 by size ^", false]],
  };
  for (const [word, texts] of Object.entries(cases)) {
    for (const [text, offered] of texts) {
      assertEquals(labelsAt(text, 1000).includes(word), offered, `${word} in ${text}`);
    }
  }
});
