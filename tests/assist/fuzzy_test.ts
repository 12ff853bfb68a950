/** Matching typed letters with names. */
import { assert, assertEquals } from "@std/assert";
import { fuzzyMatch } from "../../src/assist/fuzzy.ts";
import { Random } from "../support/random.ts";

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
      // One or two letters must match the start of a word.
      assert(!spelled || typed.length <= 2, `"${typed}" in "${name}"`);
      continue;
    }
    found++;
    assertEquals(fit.matched.map((at) => name[at]!.toLowerCase()).join(""), typed, `"${typed}" in "${name}"`);
    assertEquals(fit.matched, [...new Set(fit.matched)].sort((left, right) => left - right));
  }
  assert(found > 400, `${found}`);
});

Deno.test("fuzzyMatch() prefers the whole name, prefixes, starts of words, substrings, and then letters that are close together", () => {
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
