import { assert } from "@std/assert";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import type { Catalog } from "../../../src/query/analysis/catalog.ts";
import { printStatement } from "../print_statement.ts";
import { CONTRACT_EXAMPLES, EXAMPLES, mutate, pick, randomScript, seeded } from "../syntax/samples.ts";
import { atFullEffort, byEffort, seeds } from "../../support/effort.ts";
import { assertProportional } from "../../support/growth.ts";
import { CATALOGS } from "./binding.ts";

const SEEDS = seeds(400);

/** Words that exist, so that mutated scripts are not refused for unknown names. */
const WORDS = [
  "size",
  "kind",
  "alloc",
  "func",
  "time",
  "addr",
  "end",
  "1K..4K",
  "{1, 2}",
  "null",
  "leaks",
  "large",
  '"x"',
  "/y/",
  "50%",
  "3s",
  "sum(size)",
  "count()",
  "context has LOADED",
  "arg('target')",
  "-1",
  "0xffffffffffffffff",
  "(leaks | count)",
];

function check(
  text: string,
  seed: number | string,
  catalogs: Readonly<Record<string, Catalog>> = CATALOGS,
): void {
  for (const [format, catalog] of Object.entries(catalogs)) {
    const parsed = parseScript(text);
    try {
      const { statements, diagnostics } = bindScript(parsed, catalog);
      for (const statement of statements) printStatement(statement);
      for (const { span, message, fix } of diagnostics) {
        assert(
          span.start >= 0 && span.start <= span.end && span.end <= text.length,
          `${message} ${span.start}..${span.end}`,
        );
        assert(fix === undefined || fix.span.end <= text.length);
        assert(/^[\p{Lu}"]/u.test(message) || /^[a-z_0-9]+\(\)|^-?\d/.test(message), message);
        assert(!message.endsWith("."), message);
      }
    } catch (error) {
      throw new Error(`seed ${seed}, ${format}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
}

Deno.test("bindScript() never throws on examples with swapped words", () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = seeded(seed);
    const parts = pick(random, EXAMPLES).split(/(\b[\w.]+\b)/);
    const at = 1 + 2 * Math.floor(random() * ((parts.length - 1) / 2));
    if (parts[at] !== undefined) parts[at] = pick(random, WORDS);
    check(parts.join(""), seed);
  }
});

Deno.test("bindScript() never throws on mutated examples", () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = seeded(seed);
    check(mutate(pick(random, EXAMPLES), random), seed);
  }
});

Deno.test("bindScript() never throws on random scripts", () => {
  for (let seed = 0; seed < seeds(100); seed++) check(randomScript(seeded(seed)), seed);
});

Deno.test(atFullEffort("bindScript() refuses definitions that expand or nest too far"), () => {
  const doubling = Array.from({ length: 40 }, (_, at) => `let a${at} = a${at + 1} + a${at + 1}`).join("\n");
  const one = { mtrc: CATALOGS.mtrc! };
  check(`${doubling}\n\nsize > a0`, "doubling", one);
  const chain = Array.from({ length: byEffort(3000, 600) }, (_, at) => `let a${at} = a${at + 1}`).join("\n");
  check(`${chain}\n\nsize > a0`, "chain", one);
  const sums = Array.from(
    { length: byEffort(30, 2) },
    (_, at) => `let a${at} = a${at + 1}${" + 1".repeat(900)}`,
  ).join(
    "\n\n",
  );
  check(`${sums}\n\nsize > a0`, "sums", one);
  const wide = Array.from({ length: byEffort(5000, 1200) }, (_, at) => `size == ${at}`).join(" or ");
  check(wide, "wide", one);
});

Deno.test("bindScript() binds every example of the contract on its trace", () => {
  for (const text of CONTRACT_EXAMPLES) {
    const fits = Object.entries(CATALOGS).filter(([, catalog]) => {
      const { statements, diagnostics } = bindScript(parseScript(text), catalog);
      return statements.length === 1 && diagnostics.every(({ severity }) => severity !== "error");
    });
    assert(fits.length > 0, text);
  }
});

Deno.test(atFullEffort("bindScript() takes time in proportion to the script"), () => {
  const scripts = new Map(
    [50, 800].map((count) => [count, parseScript(`${CONTRACT_EXAMPLES[0]}\n\n`.repeat(count))]),
  );
  assertProportional((count) => bindScript(scripts.get(count)!, CATALOGS.mtrc!), 50, "bindScript()");
});
