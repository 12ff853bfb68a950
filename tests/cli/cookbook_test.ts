/**
 * Every recipe of the cookbook over the sample that it names. The answers are in cookbook.golden.txt; after a change
 * `deno task test -- --update` rewrites them; read the difference.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cookbookPage } from "../../src/cli/help/cookbook.ts";
import type { Recipe } from "../../src/formats/recipe.ts";
import { WIDTH } from "../../src/cli/help/layout.ts";
import { formats } from "../../src/formats/registry.ts";
import { ask, operands, RECIPES, TRACE_OF } from "./recipe_answers.ts";
import { atFullEffort, entriesOf } from "../support/effort.ts";

const GOLDEN = new URL("cookbook.golden.txt", import.meta.url);
/** A recipe and its answer as they are in the golden file. */
async function block({ question, query, sample }: Recipe): Promise<string> {
  const { code, out, err } = await ask(sample, query);
  const exit = code === 0 ? "" : `(exit code ${code})\n`;
  return `## ${question}\n${operands(sample, "testdata/").join(" ")}\n${query}\n----\n${out}${err}${exit}`;
}

const isUpdate = Deno.args.includes("--update");
/** Recipes with their places in the golden file. */
const ASKED = isUpdate ? [...RECIPES.entries()] : entriesOf([...RECIPES.entries()], 1);

Deno.test("recipes of the cookbook give the recorded answers", async () => {
  const blocks: string[] = [];
  for (const [, recipe] of ASKED) blocks.push(await block(recipe));
  assert(
    !blocks.some((each) => each.includes("internal error")),
    blocks.find((each) => each.includes("internal error")),
  );
  if (isUpdate) {
    await Deno.writeTextFile(GOLDEN, blocks.join("\n"));
    return;
  }
  const expected = (await Deno.readTextFile(GOLDEN)).split(/\n(?=## )/);
  for (const [turn, [at, { question }]] of ASKED.entries()) {
    assertEquals(blocks[turn]!.trim(), expected[at]?.trim(), question);
  }
  assertEquals(expected.length, RECIPES.length);
});

Deno.test("recipes of the cookbook find rows, and cause no warnings", async () => {
  assert(RECIPES.length >= 45, `${RECIPES.length} recipes`);
  for (const [, { question, query, sample }] of ASKED) {
    const { code, out, err } = await ask(sample, query);
    const isAssertion = query.startsWith("assert");
    assertEquals(err.match(/^(?:error|warning).*$/m)?.[0], undefined, question);
    if (isAssertion) {
      assertStringIncludes(err, code === 0 ? "assertion passed" : "assertion failed", question);
    } else assert(code === 0 && out.split("\n").length > 2, `${question}: no rows`);
  }
});

Deno.test(
  atFullEffort("recipes of the cookbook are understood over every format that they claim to fit"),
  async () => {
    const known = new Set(formats.map(({ name }) => name));
    assertEquals([...known].sort(), Object.keys(TRACE_OF).sort());
    const asked = new Set<string>();
    for (const { question, query, sample, formats } of RECIPES) {
      for (const name of formats) assert(known.has(name), `${question}: ${name}`);
      // The sample is of that format, or the recipe names a trace of each.
      if (formats.length === 1 || /\bof (?:prof|test)\b/.test(query)) continue;
      for (const name of formats) {
        const opened = sample.map((each) => each.replace(/[^=]*$/, TRACE_OF[name]!));
        const { code, err } = await ask(opened, query);
        assert(code < 2, `${question}: over ${name}:\n${err}`);
        asked.add(name);
      }
    }
    assert(asked.size > 4, [...asked].join());
  },
);

Deno.test("cookbookPage() has every question once, and fits on 80 columns", () => {
  const lines = cookbookPage().split("\n");
  for (const line of lines) assert([...line].length <= WIDTH, line);
  const questions = RECIPES.map(({ question }) => question);
  assertEquals(new Set(questions).size, questions.length);
  const text = cookbookPage().replaceAll(/\s+/g, " ");
  for (const { question, query } of RECIPES) {
    assertStringIncludes(text, question);
    assertStringIncludes(text, query.replaceAll(/\s+/g, " "));
  }
});
