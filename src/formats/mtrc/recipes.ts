/**
 * Questions that only tracing files of mpatrol answer.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS } from "../script_recipes.ts";

/** Frees that belong to no block are records of their own; whole files are compiled with positions. */
export const mtrcChapters: readonly Chapter[] = [{
  title: SCRIPTS,
  recipes: recipes({ sample: ["mpatrol/wordfreq-le64/trace.mtrc"] }, [
    {
      question: "Fail when the program frees what it never allocated",
      query: [
        "assert events | where kind == free and alloc is null",
        '  | count == 0 : "every free has a block"',
      ],
    },
    {
      question: "Name a set of rows and query it twice",
      query: [
        'let mine = leaks | where file ~ "*.c"',
        "mine | summarize blocks = count(), bytes = sum(size)",
        "mine | by func",
      ],
    },
  ]),
}];
