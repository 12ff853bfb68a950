/**
 * Recipes that only memray captures can answer.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** Recipes about the memory of Python programs. */
export const MEMRAY_RECIPES: readonly Chapter[] = [{
  title: "Memory of Python programs",
  intro: "Captures of memray: memray run -o FILE PROGRAM.py, whatever its version.",
  recipes: recipes({ sample: ["memray/v13-cache.bin"] }, {
    "Which threads of a Python program allocate how much?": [
      "events | where kind == alloc",
      "  | by thread: n = count(), bytes = sum(size) | sort bytes desc",
    ],
    "What are threads called?": "thread_names",
    "Who made Python's allocator map another arena?":
      'allocs | where name == "mmap" | by func, line | top 5 by bytes',
    "What was live at the peak of an aggregated recording, by place?": {
      query: [
        "places | by func, file, line: blocks = sum(peak_blocks),",
        "    bytes = sum(peak_bytes)",
        "  | top 5 by bytes",
      ],
      sample: ["memray/v13-cache-agg.bin"],
    },
  }),
}];
