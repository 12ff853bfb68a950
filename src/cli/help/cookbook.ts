/**
 * Queries for the usual questions. Each one runs as it stands over the sample that it names; a test compares what it
 * gives.
 * @module
 */

import { callChapters } from "./cookbook/call_recipes.ts";
import { coverageChapters } from "./cookbook/coverage_recipes.ts";
import { memoryChapters } from "./cookbook/memory_recipes.ts";
import { profileChapters } from "./cookbook/profile_recipes.ts";
import type { Chapter, Recipe } from "./cookbook/recipe.ts";
import { runChapters } from "./cookbook/run_recipes.ts";
import { scriptChapters } from "./cookbook/script_recipes.ts";
import { exampleList, wrap } from "./layout.ts";

/** The cookbook. */
export const cookbook: readonly Chapter[] = [
  ...memoryChapters,
  ...profileChapters,
  ...callChapters,
  ...coverageChapters,
  ...runChapters,
  ...scriptChapters,
];

/** The page. */
export function cookbookPage(): string {
  return cookbook.map(chapterText).join("\n");
}

/** One chapter as text. */
export function chapterText({ title, intro, recipes }: Chapter): string {
  const fits = common(recipes.map(({ formats }) => formats.join(" ")));
  const head = `${title} [${fits}]`;
  return `${head}\n${"=".repeat(head.length)}\n${intro === undefined ? "" : `\n${wrap(intro)}`}` +
    recipes.map((recipe) => recipeText(recipe, fits)).join("");
}

/** Recipes whose question has a word that begins like this, as text; nothing when there are none. */
export function recipesAbout(word: string): string {
  // Short words begin too many others.
  const asked = new RegExp(`(?<!\\p{L})${RegExp.escape(word)}${word.length < 4 ? "(?!\\p{L})" : ""}`, "iu");
  return cookbook.flatMap(({ recipes }) => recipes).filter(({ question }) => asked.test(question))
    .map((recipe) => recipeText(recipe)).join("");
}

/** A question, what it fits where that is not what its chapter fits, and its query. */
function recipeText({ question, query, formats, note }: Recipe, fits = ""): string {
  const only = formats.join(" ") === fits ? "" : ` [${formats.join(" ")}]`;
  return `\n${wrap(question + only)}${exampleList([query])}${remark(note)}`;
}

/** A note as comments, so that it may be pasted along with its query. */
function remark(note: string | undefined): string {
  return note === undefined ? "" : wrap(note, 5).replaceAll(/^ {5}/gm, "  -- ");
}

/** What most of the texts are. */
function common(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, each) => each[1] > best[1] ? each : best)[0];
}
