/**
 * Questions about profiles of pprof.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** What such a profile tells. */
export const PPROF_RECIPES: readonly Chapter[] = [{
  title: "Profiles of pprof",
  recipes: recipes({ sample: ["pprof/heap.pb.gz"] }, {
    "What does the file count, and how much of it is there?": "weights",
    "Who holds the heap?": "profile | by func: bytes = sum(inuse_space) | top 5 by bytes",
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
    "Which requests take the time?": [
      "labels | join (profile | select sample = index, cpu) on sample",
      "  | by name, value: ns = sum(cpu) | sort ns desc, name, value | take 5",
    ],
  }),
}];
