/**
 * Questions that people are shown: every recipe of the cookbook, every example of the help.
 * @module
 */

import { allEntries } from "../../src/cli/help/entries.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { FIRST_EXAMPLES } from "../../src/cli/help/language_page.ts";

/** Entries of the help whose examples are not scripts. */
const NO_SCRIPTS = /^(?:export|format|problem|command|mode|stand-in|key|option|environment)/;

/** The queries of the cookbook. */
const RECIPES: readonly string[] = cookbook.flatMap(({ recipes }) => recipes.map(({ query }) => query));

/** The examples of the help, mistakes among them. */
const EXAMPLES: readonly string[] = [
  ...FIRST_EXAMPLES,
  ...(await allEntries()).filter(({ kind }) => !NO_SCRIPTS.test(kind)).flatMap(({ examples }) =>
    examples ?? []
  ),
];

/** Definitions of a name that columns or tables have: whatever is asked later would mean something else. */
const HIDING = /^let (?:events|size|n|a|limit) =/m;

/** All of them, once each; what would give as many rows as a table has to the power of three begins with fewer. */
export const QUESTIONS: readonly string[] = [...new Set([...RECIPES, ...EXAMPLES])]
  .filter((script) => !HIDING.test(script))
  .map((script) =>
    /(?:join \(events\).*){2}/.test(script) ? script.replaceAll("events", "events | take 30") : script
  );
