/** Functions give the same result on bytes as on texts. */
import { assert, assertEquals } from "@std/assert";
import { FUNCTIONS } from "../../../src/query/functions/registry.ts";
import { NOTHING_KNOWN } from "../../../src/query/plan/row_function.ts";
import type { Constant } from "../../../src/query/plan/values.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

/** Arguments after the text. */
const OTHERS: Readonly<Record<string, (random: Random) => Constant[]>> = {
  lower: () => [],
  upper: () => [],
  len: () => [],
  base: () => [],
  dir: () => [],
  ext: () => [],
  substr: (random) => {
    const start = BigInt(random.below(12) - 6);
    return random.oneIn(2) ? [start] : [start, random.oneIn(9) ? (1n << 64n) - 1n : BigInt(random.below(6))];
  },
  replace: (
    random,
  ) => [random.pick(["a", "ab", "aa", "/", "", "x"]), random.pick(["", "a", "->", "ä", "$&"])],
};

Deno.test("values parsed from bytes equal those parsed from strings", () => {
  const withRules = FUNCTIONS.filter(({ asciiRule }) => asciiRule);
  assertEquals(withRules.map(({ name }) => name).sort(), Object.keys(OTHERS).sort());
  let compared = 0;
  for (let seed = 0; seed < seeds(3000); seed++) {
    const random = new Random(seed);
    const fn = random.pick(withRules);
    const others = OTHERS[fn.name]!(random);
    const rule = fn.asciiRule!(others);
    if (!rule) {
      assertEquals([fn.name, others[0]], ["replace", ""]);
      continue;
    }
    // One rule is applied to many texts, some of them longer than the previous ones.
    for (let at = 0; at < 8; at++) {
      const length = random.oneIn(9) ? 600 : random.below(9);
      const text = Array.from({ length }, () => random.pick([..."abAZz@[`{/./-_"])).join("");
      const wanted = fn.evaluate([text, ...others], NOTHING_KNOWN);
      const bytes = new TextEncoder().encode(`/${text}.`);
      const given = { bytes, start: 1, end: 1 + text.length };
      const found = rule.gives === "number" ? BigInt(rule.of(given)) : undefined;
      if (rule.gives === "text") rule.change(given);
      const made = new TextDecoder().decode(given.bytes.subarray(given.start, given.end));
      assertEquals(found ?? made, wanted, `${fn.name}(${text}, ${others})`);
      compared++;
    }
  }
  assert(compared > 1000);
});
