/**
 * Recipes for DHAT files.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";

/** Recipes about program points. */
export const DHAT_RECIPES: readonly Chapter[] = [{
  title: "DHAT: ages, uses and copies",
  intro: "Files of valgrind --tool=dhat and of the Rust crate dhat. Points have sums, not blocks.",
  recipes: recipes({ sample: ["dhat/lists.json"] }, {
    "What was never freed, by the code that allocated it?": [
      "profile | where live > 0",
      "  | by caller, caller_line: blocks = sum(live), bytes = sum(live_bytes)",
      "  | sort bytes desc",
    ],
    "What was live at the peak of the whole program?": [
      "profile | where peak_bytes > 0",
      "  | by caller, caller_line: bytes = sum(peak_bytes) | top 3 by bytes",
    ],
    "What do functions allocate, callees included, as in dh_view's tree?": [
      "profile | where alloc_bytes > 0 | extend size = alloc_bytes | tree",
      "  | select level, func, bytes | take 5",
    ],
    "Which places allocate often, for blocks that are freed almost at once?": [
      "profile | where allocs >= 10 and lifetime / allocs < 500",
      "  | select caller, caller_line, allocs, alloc_bytes, age = lifetime / allocs",
    ],
    "Which memory is never read?": [
      "profile | where alloc_bytes > 0 and read_bytes == 0",
      "  | select caller, caller_line, alloc_bytes, written_bytes",
    ],
    "Which bytes of a block are used, and how often?": [
      "profile | where accesses is not null | top 1 by alloc_bytes",
      "  | select caller, accesses",
    ],
    "Who copies most?": {
      query: [
        "profile | by caller, func: copies = sum(allocs), bytes = sum(alloc_bytes)",
        "  | top 3 by bytes",
      ],
      sample: ["dhat/copies.json"],
    },
    "Along which call paths was memory not freed?": [
      "profile | where live > 0",
      "  | by frames(stack): blocks = sum(live), bytes = sum(live_bytes)",
    ],
    "Which leaks did the previous run not have?": {
      query: [
        "(profile of after | by caller, caller_line: bytes = sum(live_bytes))",
        "  | join left (profile of before",
        "    | by caller, caller_line: old = sum(live_bytes)) on caller, caller_line",
        "  | where bytes > coalesce(old, 0)",
      ],
      sample: ["before=dhat/lists.freed.json", "after=dhat/lists.json"],
    },
  }),
}, {
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: ["dhat/lists.json"] }, {
    "Fail when a DHAT profile ends with more than 64 KiB live": [
      "assert profile | summarize bytes = sum(live_bytes) | where bytes > 64K",
      '  : "at most 64 KiB are left"',
    ],
  }),
}];
