/**
 * Recipes about pprof profiles.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** The recipes, by chapter. */
export const PPROF_RECIPES: readonly Chapter[] = [{
  title: "Profiles of pprof",
  recipes: recipes({ sample: ["pprof/heap.pb.gz"] }, {
    "What does the file measure, and what are the totals?": "weights",
    "Who holds the heap?": "profile | by func: bytes = sum(inuse_space) | top 5 by bytes",
    "Who holds the heap, callees included, as in pprof's cum column?": [
      "profile | unwind | by trace, index, func: bytes = max(inuse_space)",
      "  | by func: bytes = sum(bytes) | top 5 by bytes",
    ],
    "Who holds the heap, as a tree, as in pprof -tree and its graph?": {
      query: [
        "profile | where inuse_space > 0 | extend size = inuse_space | tree",
        "  | select level, func, bytes | take 6",
      ],
      note: "tree counts samples, and adds up the column size.",
    },
    "What does everything below a function allocate?": [
      'profile | through "main.handle"',
      "  | by func: bytes = sum(alloc_space) | top 5 by bytes",
    ],
    "Along which paths is the heap held?": [
      "profile | where inuse_space > 0 | top 5 by inuse_space",
      "  | select inuse_space, way = frames(stack)",
    ],
    "Which size classes are there?":
      'labels | where name == "bytes" | by number: n = count() | sort number | take 5',
  }),
}, {
  title: "CPU profiles of pprof",
  recipes: recipes({ sample: ["pprof/cpu.pb.gz"] }, {
    "Where does the time go, as pprof's flat column?": "profile | by func: ns = sum(cpu) | top 5 by ns",
    "Which functions take the time, callees included, as in pprof -top -cum?": [
      "profile | unwind | by trace, index, func: ns = max(cpu)",
      "  | by func: ns = sum(ns) | top 5 by ns",
    ],
    "Which lines of a function take the time, as in pprof -list?":
      'profile | where func == "main.burn" | by file, line: ns = sum(cpu) | sort line',
    "What takes more time than before, as in pprof -base?": {
      query: [
        "diff (profile of before | extend size = cpu),",
        "  (profile of after | extend size = cpu) by func",
        "  | select func, was = bytes_before, is = bytes_after, more = bytes_delta",
      ],
      sample: ["before=pprof/cpu.pb.gz", "after=pprof/cpu.pb.gz"],
      note: "diff adds up the column size; a negative number means less time.",
    },
    "Which requests take the time?": [
      "labels | join (profile | select sample = index, cpu) on sample",
      "  | by name, value: ns = sum(cpu) | sort ns desc, name, value | take 5",
    ],
  }),
}];
