import { assert, assertEquals } from "@std/assert";
import { formatScript, parseScript, printScript } from "../../../src/language/script.ts";
import { sameTree } from "../../../src/query/syntax/walk.ts";
import { assertProportional } from "../../support/growth.ts";
import { EXAMPLES, mutate, pick, randomScript, seeded } from "./samples.ts";
import { entriesOf, seeds, someOf } from "../../support/effort.ts";

const SEEDS = seeds(200);

/** Parses anything; checks properties of every text. */
function parseAnything(text: string, context: string): void {
  const { script, diagnostics, tokens } = parseScript(text);
  let at = 0;
  for (const token of tokens) {
    assert(token.span.start === at && token.span.end > at, `tokens do not tile: ${context}`);
    assert(text.slice(at, token.span.end) === token.text, `token text differs: ${context}`);
    at = token.span.end;
  }
  assert(at === text.length, `tokens stop early: ${context}`);
  for (const { span } of [...diagnostics, ...script.statements]) {
    const inside = 0 <= span.start && span.start <= span.end && span.end <= text.length;
    assert(inside, `span ${span.start}..${span.end} lies outside: ${context}`);
  }
  const first = diagnostics.findIndex(({ span }, index) =>
    span.start < (diagnostics[index - 1]?.span.start ?? 0)
  );
  assert(first < 0, `diagnostics are out of order: ${context}`);
}

Deno.test("parseScript() never throws on a prefix or suffix of an example", () => {
  for (const [turn, example] of EXAMPLES.entries()) {
    for (const length of someOf(example.length + 1, 0.6, turn)) {
      parseAnything(example.slice(0, length), example.slice(0, length));
      parseAnything(example.slice(length), example.slice(length));
    }
  }
});

Deno.test("parseScript() never throws on mutated examples", () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = seeded(seed);
    for (let round = 0; round < 10; round++) {
      const text = mutate(pick(random, EXAMPLES), random);
      parseAnything(text, `seed ${seed}: ${JSON.stringify(text)}`);
    }
  }
});

Deno.test("printScript() prints text that parses to the same tree", () => {
  const check = (text: string, context: string): void => {
    const { script, diagnostics } = parseScript(text);
    assertEquals(diagnostics, [], context);
    const printed = printScript(script);
    const again = parseScript(printed);
    assertEquals(again.diagnostics, [], `${context}\nprinted: ${printed}`);
    assert(sameTree(script, again.script), `${context}\nprinted: ${printed}`);
  };
  for (const example of EXAMPLES) check(example, example);
  for (let seed = 0; seed < SEEDS; seed++) {
    const text = randomScript(seeded(seed));
    check(text, `seed ${seed}: ${text}`);
  }
});

Deno.test("formatScript() is idempotent and keeps every comment", () => {
  const check = (text: string, context: string): void => {
    const { text: formatted, diagnostics } = formatScript(text);
    assertEquals(diagnostics, [], context);
    assertEquals(formatScript(formatted).text, formatted, context);
    const comments = (of: string): string[] =>
      parseScript(of).tokens.filter(({ kind }) => kind === "comment").map((token) => token.text.trim())
        .sort();
    assertEquals(comments(formatted), comments(text), context);
    assert(sameTree(parseScript(text).script, parseScript(formatted).script), context);
    assert(formatted === "" || /[^\n]\n$/.test(formatted), context);
    assert(!/[ \t]\n|\n\n\n/.test(formatted), `untidy: ${context}\n${formatted}`);
  };
  for (const example of EXAMPLES) check(example, example);
  for (let seed = 0; seed < SEEDS; seed++) {
    const text = randomScript(seeded(seed));
    check(text, `seed ${seed}: ${text}`);
  }
});

Deno.test("parseScript() takes time in proportion to the text", () => {
  const shapes: Record<string, (count: number) => string> = {
    brackets: (count) => "(".repeat(count),
    closed: (count) => "(".repeat(count) + "a" + ")".repeat(count),
    signs: (count) => "- ".repeat(count),
    nots: (count) => "not ".repeat(count),
    ands: (count) => "a:b and ".repeat(count),
    sums: (count) => "a + ".repeat(count),
    comparisons: (count) => "a < ".repeat(count),
    quotes: (count) => `a:'b `.repeat(count),
    colons: (count) => "a:".repeat(count),
    pipes: (count) => "| take 3".repeat(count),
    lines: (count) => "leaks\n".repeat(count),
    strange: (count) => "\u0001 ? ".repeat(count),
    digits: (count) => "9".repeat(count),
    slashes: (count) => "~ /a".repeat(count),
    diffs: (count) => "diff ".repeat(count),
    sets: (count) => "{a, ".repeat(count),
    word: (count) => "a:" + "x(".repeat(count),
  };
  for (const [name, shape] of entriesOf(Object.entries(shapes), 1)) {
    parseAnything(shape(1000), name);
    assertProportional((count) => parseScript(shape(count)), 500, name);
  }
});
