/**
 * Queries for common questions. Each one runs as it stands over the sample that it names; a test compares what it
 * gives.
 * @module
 */

import type { Format } from "../../formats/format.ts";
import { memoryChapters } from "../../formats/memory_recipes.ts";
import type { Chapter, Recipe } from "../../formats/recipe.ts";
import { formats } from "../../formats/registry.ts";
import { runChapters } from "../../formats/run_recipes.ts";
import { scriptChapters } from "../../formats/script_recipes.ts";
import { exampleList, WIDTH, wrap } from "./layout.ts";

/** A recipe with the formats of traces that it fits. */
export interface FittingRecipe extends Recipe {
  /** Their names: those that must be open beside others come first. */
  readonly formats: readonly string[];
}

/** A chapter of them. */
interface FittingChapter extends Chapter {
  readonly recipes: readonly FittingRecipe[];
}

/** The cookbook: recipes for all traces with their requirements, and the recipes of each format. */
export const cookbook: readonly FittingChapter[] = gathered();

function gathered(): FittingChapter[] {
  const titles = [
    memoryChapters,
    ...formats.map(({ recipes = [] }) => recipes),
    runChapters,
    scriptChapters,
  ].flat().map(({ title }) => title);
  const general = [...memoryChapters, ...runChapters, ...scriptChapters];
  // A chapter that formats only add to is where it is said in full.
  const order = [...new Set(titles)].sort((left, right) => rankOf(left) - rankOf(right));
  return order.map((title) => {
    const found = general.find((each) => each.title === title);
    const own = formats.flatMap((format) =>
      (format.recipes ?? []).filter((each) => each.title === title).map((chapter) => ({ format, chapter }))
    );
    const intro = found?.intro ?? own.find(({ chapter }) => chapter.intro !== undefined)?.chapter.intro;
    return {
      title,
      ...(intro === undefined ? {} : { intro }),
      recipes: [
        ...(found?.recipes ?? []).map((recipe) => ({ ...recipe, formats: formatsWith(recipe.needs) })),
        ...own.flatMap(({ format, chapter }) =>
          chapter.recipes.map((recipe) => ({ ...recipe, formats: [...recipe.beside ?? [], format.name] }))
        ),
      ],
    };
  });
}

/** Memory, then what formats have, then several traces and scripts. */
function rankOf(title: string): number {
  const among = (chapters: readonly Chapter[]): boolean => chapters.some((each) => each.title === title);
  return among(memoryChapters) ? 0 : among(runChapters) ? 2 : among(scriptChapters) ? 3 : 1;
}

/** Names of the formats whose traces have all of that. */
function formatsWith(needs: Recipe["needs"]): string[] {
  const fits = ({ has, tables, guessed }: Format): boolean =>
    needs.every((each) =>
      each === "allocs" ? tables.includes(each) : each === "known-lives" ? !guessed : has.includes(each)
    );
  return formats.filter(fits).map(({ name }) => name);
}

/** Questions of a chapter that the index names. */
const QUESTIONS_NAMED = 2;

/** The kinds of questions, to open one of them. */
export function cookbookIndex(): string {
  const chapters = cookbook.map(({ title, recipes }, at) => {
    const named = recipes.slice(0, QUESTIONS_NAMED).map(({ question }) => wrap(question, 6)).join("");
    return `${String(at + 1).padStart(3)}  ${title} (${recipes.length})\n${named}`;
  });
  return `Queries for common questions, by kind:\n\n${chapters.join("")}
${
    wrap(
      '"quarry help cookbook 3" opens a kind of question, "quarry help cookbook leak" the questions with a word, ' +
        '"quarry help cookbook all" everything.',
    )
  }`;
}

/** What of the cookbook is meant by a number of a chapter, a word of titles or questions, or `all`; nothing for none. */
export function cookbookAbout(words: string): string {
  if (words === "all") return cookbookPage();
  const chapter = cookbook[Number(words) - 1];
  if (chapter) return chapterText(chapter);
  const wanted = words.toLowerCase();
  const titled = cookbook.filter(({ title }) => title.toLowerCase().includes(wanted)).map(chapterText);
  return titled.length > 0 ? titled.join("\n") : recipesAbout(words);
}

/** All of it. */
export function cookbookPage(): string {
  return cookbook.map(chapterText).join("\n");
}

/** One chapter as text. */
export function chapterText({ title, intro, recipes }: FittingChapter): string {
  const fits = common(recipes.map(({ formats }) => formats.join(" ")));
  const line = `${title} [${fits}]`;
  // Most formats have blocks: all their names do not fit beside the title.
  const [head, below] = line.length <= WIDTH ? [line, ""] : [title, wrap(`[${fits}]`)];
  return `${head}\n${"=".repeat(head.length)}\n${below}${intro === undefined ? "" : `\n${wrap(intro)}`}` +
    recipes.map((recipe) => recipeText(recipe, fits)).join("");
}

/** Recipes about a word that fit traces of a format, as text; without a word all that fit. */
export function recipesFor(about: string, format: string): string {
  const wanted = about.toLowerCase();
  return cookbook.flatMap(({ title, recipes }) => {
    const fits = recipes.filter((each) =>
      each.formats.includes(format) && `${title} ${each.question}`.toLowerCase().includes(wanted)
    );
    return fits.length === 0 ? [] : [`${title}\n${fits.map((each) => recipeText(each)).join("")}`];
  }).join("\n");
}

/** Recipes whose question has a word that begins like this, as text; nothing when there are none. */
export function recipesAbout(word: string): string {
  // Short words begin too many others.
  const asked = new RegExp(`(?<!\\p{L})${RegExp.escape(word)}${word.length < 4 ? "(?!\\p{L})" : ""}`, "iu");
  return cookbook.flatMap(({ recipes }) => recipes).filter(({ question }) => asked.test(question))
    .map((recipe) => recipeText(recipe)).join("");
}

/** A question, what it fits where that is not what its chapter fits, and its query. */
function recipeText({ question, query, formats, note }: FittingRecipe, fits = ""): string {
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
