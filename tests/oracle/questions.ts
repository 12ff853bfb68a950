/**
 * Queries that users are shown: every recipe of the cookbook, every example of the help.
 * @module
 */

import { allEntries } from "../../src/cli/help/entries.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { FIRST_EXAMPLES } from "../../src/cli/help/language_page.ts";

/** Entries of the help whose examples are not scripts. */
const NO_SCRIPTS = /^(?:export|format|problem|command|mode|stand-in|key|option|environment)/;

/** The queries of the cookbook. */
const RECIPES: readonly string[] = cookbook.flatMap(({ recipes }) => recipes.map(({ query }) => query));

/** The examples of the help, including those with errors. */
const EXAMPLES: readonly string[] = [
  ...FIRST_EXAMPLES,
  ...(await allEntries()).filter(({ kind }) => !NO_SCRIPTS.test(kind)).flatMap(({ examples }) =>
    examples ?? []
  ),
];

/** Definitions with the names of columns or tables, which would change the meaning of later queries. */
const HIDING = /^let (?:events|size|n|a|limit) =/m;

/** All of them, once each; queries with the cube of a table's rows begin with fewer rows. */
export const QUESTIONS: readonly string[] = [...new Set([...RECIPES, ...EXAMPLES])]
  .filter((script) => !HIDING.test(script))
  .map((script) =>
    /(?:join \(events\).*){2}/.test(script) ? script.replaceAll("events", "events | take 30") : script
  );
