/**
 * Recipes that use several traces at once.
 * @module
 */

import { type Chapter, recipes } from "./recipe.ts";

const TWO_RUNS = ["a=mpatrol/wordfreq-le64/trace.mtrc", "b=mpatrol/wordfreq-le32/trace.mtrc"];

/** Title of the chapter on several traces, which formats add to. */
export const SEVERAL_TRACES_CHAPTER = "Several traces";

/** Recipes that compare two traces. */
export const runChapters: readonly Chapter[] = [{
  title: SEVERAL_TRACES_CHAPTER,
  intro: "Open them under names: quarry a=before.mtrc b=after.mtrc",
  recipes: recipes({ needs: ["blocks"], sample: TWO_RUNS }, {
    "What differs between two runs?": "diff allocs of a, allocs of b by func, line | where bytes_delta != 0",
    "Did leaks grow?": "diff leaks of a, leaks of b by func, line",
    "What differs at the peaks of two runs?": "diff (live @ peak of a), (live @ peak of b) by func",
    "How do runs compare as a whole?": {
      query: [
        "allocs",
        "  | by trace: blocks = count(), bytes = sum(size), lost = count() if leaked",
      ],
      needs: ["allocs"],
    },
    "Which places allocate in one run only?": {
      query: [
        "allocs of a | join anti (allocs of b) on func, line | by func, line",
      ],
      sample: ["a=mpatrol/wordfreq-le64/trace.mtrc", "b=mpatrol/grow-be32/trace.mtrc"],
    },
    "Which traces are open, and is anything wrong with them?": {
      query: "traces | select name, format, rows, problems",
      needs: [],
    },
  }),
}];
