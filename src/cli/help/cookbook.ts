/**
 * Queries for common questions. Each runs unchanged on the sample that it names; a test compares the results.
 * @module
 */

import type { Format } from "../../formats/format.ts";
import { memoryChapters } from "../../formats/memory_recipes.ts";
import type { Chapter, Recipe } from "../../formats/recipe.ts";
import { formats } from "../../formats/registry.ts";
import { runChapters } from "../../formats/run_recipes.ts";
import { scriptChapters } from "../../formats/script_recipes.ts";
import { exampleList, WIDTH, wrap } from "./layout.ts";

/** A recipe, with the formats that it applies to. */
export interface RecipeWithFormats extends Recipe {
  /** Names of the formats; formats whose traces must be opened with others come first. */
  readonly formats: readonly string[];
}

/** A chapter of recipes with their formats. */
interface ChapterWithFormats extends Chapter {
  readonly recipes: readonly RecipeWithFormats[];
}

/** The cookbook: recipes for all traces with their requirements, and the recipes of each format. */
export const cookbook: readonly ChapterWithFormats[] = gatherChapters();

function gatherChapters(): ChapterWithFormats[] {
  const titles = [
    memoryChapters,
    ...formats.map(({ recipes = [] }) => recipes),
    runChapters,
    scriptChapters,
  ].flat().map(({ title }) => title);
  const general = [...memoryChapters, ...runChapters, ...scriptChapters];
  // A chapter's title and introduction come from the definition of the chapter; formats may only add recipes.
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
        ...(found?.recipes ?? []).map((recipe) => ({
          ...recipe,
          formats: formatsMeetingNeeds(recipe.needs),
        })),
        ...own.flatMap(({ format, chapter }) =>
          chapter.recipes.map((recipe) => ({ ...recipe, formats: [...recipe.beside ?? [], format.name] }))
        ),
      ],
    };
  });
}

/** Rank of a chapter: memory first, then chapters of formats, then several traces, then scripts. */
function rankOf(title: string): number {
  const among = (chapters: readonly Chapter[]): boolean => chapters.some((each) => each.title === title);
  return among(memoryChapters) ? 0 : among(runChapters) ? 2 : among(scriptChapters) ? 3 : 1;
}

/** Returns the names of the formats whose traces meet all these requirements. */
function formatsMeetingNeeds(needs: Recipe["needs"]): string[] {
  const fits = ({ has, tables, guessed }: Format): boolean =>
    needs.every((each) =>
      each === "allocs" ? tables.includes(each) : each === "known-lives" ? !guessed : has.includes(each)
    );
  return formats.filter(fits).map(({ name }) => name);
}

/** Number of questions that the index names per chapter. */
const QUESTIONS_NAMED = 2;

/** The index of the cookbook: its chapters with some of their questions. */
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

/**
 * Returns the part of the cookbook for a chapter number, for a word in titles or questions, or for `all`;
 * empty if nothing matches.
 */
export function cookbookSection(words: string): string {
  if (words === "all") return cookbookPage();
  const chapter = cookbook[Number(words) - 1];
  if (chapter) return chapterText(chapter);
  const wanted = words.toLowerCase();
  const titled = cookbook.filter(({ title }) => title.toLowerCase().includes(wanted)).map(chapterText);
  return titled.length > 0 ? titled.join("\n") : recipesAbout(words);
}

/** The whole cookbook. */
export function cookbookPage(): string {
  return cookbook.map(chapterText).join("\n");
}

/** A chapter as text. */
export function chapterText({ title, intro, recipes }: ChapterWithFormats): string {
  const fits = common(recipes.map(({ formats }) => formats.join(" ")));
  const line = `${title} [${fits}]`;
  // Most formats have blocks, so all their names do not fit next to the title.
  const [head, below] = line.length <= WIDTH ? [line, ""] : [title, wrap(`[${fits}]`)];
  return `${head}\n${"=".repeat(head.length)}\n${below}${intro === undefined ? "" : `\n${wrap(intro)}`}` +
    recipes.map((recipe) => recipeText(recipe, fits)).join("");
}

/**
 * Returns, as text, the recipes about a word that apply to traces of a format; without a word, all that
 * apply.
 */
export function recipesFor(about: string, format: string): string {
  const wanted = about.toLowerCase();
  return cookbook.flatMap(({ title, recipes }) => {
    const fits = recipes.filter((each) =>
      each.formats.includes(format) && `${title} ${each.question}`.toLowerCase().includes(wanted)
    );
    return fits.length === 0 ? [] : [`${title}\n${fits.map((each) => recipeText(each)).join("")}`];
  }).join("\n");
}

/** Returns, as text, the recipes whose question has a word that begins like this; empty if there are none. */
export function recipesAbout(word: string): string {
  // Short words must match completely, because too many other words begin with them.
  const asked = new RegExp(`(?<!\\p{L})${RegExp.escape(word)}${word.length < 4 ? "(?!\\p{L})" : ""}`, "iu");
  return cookbook.flatMap(({ recipes }) => recipes).filter(({ question }) => asked.test(question))
    .map((recipe) => recipeText(recipe)).join("");
}

/** Formats a recipe: the question, its formats if they differ from the chapter's, and the query. */
function recipeText({ question, query, formats, note }: RecipeWithFormats, fits = ""): string {
  const only = formats.join(" ") === fits ? "" : ` [${formats.join(" ")}]`;
  return `\n${wrap(question + only)}${exampleList([query])}${formatAsComments(note)}`;
}

/** Formats a note as comments, so that it can be pasted with the query. */
function formatAsComments(note: string | undefined): string {
  return note === undefined ? "" : wrap(note, 5).replaceAll(/^ {5}/gm, "  -- ");
}

/** The most frequent text. */
function common(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, each) => each[1] > best[1] ? each : best)[0];
}
