/**
 * Recipes about mpatrol profiles.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SEVERAL_TRACES_CHAPTER } from "../run_recipes.ts";

/** The recipes, by chapter. */
export const profileChapters: readonly Chapter[] = [{
  title: "Profiles",
  recipes: recipes({ sample: ["mpatrol/wordfreq-le64/profile.mptl"] }, {
    "Which places hold the most at the end?":
      "profile | top 5 by live_bytes | select func, addr, allocs, live, live_bytes",
    "Which functions allocate most, and in which sizes?": [
      "profile | by func: n = sum(allocs), s = sum(small_allocs),",
      "    m = sum(medium_allocs), l = sum(large_allocs), xl = sum(xlarge_allocs)",
      "  | sort n desc",
    ],
    "Along which call paths is memory lost?": [
      "profile | where live > 0",
      "  | by frames(stack): blocks = sum(live), bytes = sum(live_bytes)",
    ],
    "Who calls the allocating function, and for how much?": [
      "profile | where func == lookup",
      "  | by caller = func_at(stack, 1): n = sum(allocs), bytes = sum(alloc_bytes)",
    ],
    "What does everything below this function allocate?":
      "profile | through lookup | by func: n = sum(allocs), bytes = sum(alloc_bytes)",
    "Which call paths lead to the places that allocate?": {
      query: "profile | tree | take 8",
      note: "Counts are places, not blocks.",
    },
    "Which sizes are still live?": "bins | where live > 0 | select size, at_least, live, live_bytes",
    "Which sizes are requested most?": "bins | top 5 by allocs | select size, allocs, alloc_bytes",
  }),
}, {
  title: SEVERAL_TRACES_CHAPTER,
  recipes: recipes({
    sample: ["run=mpatrol/wordfreq-le64/trace.mtrc", "prof=mpatrol/wordfreq-le64/profile.mptl"],
  }, {
    "Does a profile agree with the trace of the same run?": {
      query: [
        "(events of run | where kind in {alloc, realloc}",
        "  | by func: n = count(), bytes = sum(size))",
        "  | join (profile of prof",
        "    | by func: prof_n = sum(allocs), prof_bytes = sum(alloc_bytes)) on func",
      ],
      beside: ["mtrc"],
      note:
        "A profile counts a realloc to the same size, and counts an empty block as one byte; a trace does not.",
    },
    "Which stacks of a profile belong to the leaks of a trace?": {
      query: [
        "(leaks of run | by func: lost = count())",
        "  | join (profile of prof | where live > 0",
        "    | select func, live, way = frames(stack)) on func",
      ],
      beside: ["mtrc"],
    },
  }),
}];
