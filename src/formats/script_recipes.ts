/**
 * Recipes for scripts and continuous integration.
 * @module
 */

import { type Chapter, recipes } from "./recipe.ts";

const WORDFREQ = ["mpatrol/wordfreq-le64/trace.mtrc"];
const TWO_RUNS = ["before=mpatrol/wordfreq-le64/trace.mtrc", "after=mpatrol/wordfreq-le32/trace.mtrc"];

/** Title of the chapter on scripts, which formats add to. */
export const SCRIPTS_CHAPTER = "Scripts and continuous integration";

/** Recipes that check a trace unattended, in a script. */
export const scriptChapters: readonly Chapter[] = [{
  title: SCRIPTS_CHAPTER,
  intro:
    "quarry query trace.mtrc -f checks.qry runs a script. The exit code is 1 when an assertion is false; " +
    "--junit FILE writes the results for a build server.",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "Fail when anything large leaks": 'assert leaks | where size > 1M | count == 0 : "no large leak"',
    "Fail when leaks grow": {
      query: [
        "assert diff leaks of before, leaks of after by func, file, line",
        '  | where bytes_delta > 0 | count == 0 : "leaks did not grow"',
      ],
      sample: TWO_RUNS,
    },
    "Fail when the heap grows beyond a limit":
      'assert summarize max(live_bytes) < 1M : "heap below one megabyte"',
    "Is anything wrong with the file?": {
      query: "problems | by severity, code",
      needs: [],
      sample: ["sp-rtrace/c01-jsonidx.resolved.txt"],
    },
    "What does the header say?": { query: "tags | select name, value | take 5", needs: [] },
  }),
}];
