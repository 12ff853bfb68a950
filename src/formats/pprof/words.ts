/**
 * Questions about profiles in a few words, as people type them in the place of a query. Those that name a weight which the
 * file does not have are left out.
 * @module
 */

import type { Asked } from "../../events/said.ts";

/** What a profile may count, what people mean most first. */
const WEIGHTS = ["cpu", "inuse_space", "delay", "alloc_space", "samples"];

const PLACES = "func, file, line";
const byFunction = (weight: string): string =>
  `profile | by func: ${weight} = sum(${weight}) | top 10 by ${weight}`;
const byPlace = (weight: string): string =>
  `profile | by ${PLACES}: ${weight} = sum(${weight}) | top 10 by ${weight}`;

/** Those that profiles have an answer to. */
export const PPROF_ASKED: readonly Asked[] = [
  {
    words: [
      "where is time spent",
      "where time spent",
      "where does time go",
      "where time go",
      "what take time",
      "what take most time",
      "what is slow",
      "why slow",
      "why is slow",
      "which function take most time",
      "which function take most cpu",
      "which function is slow",
      "slowest function",
      "slow function",
      "cpu by function",
      "cpu per function",
      "time by function",
      "time per function",
      "cpu time by function",
      "top function by cpu",
      "top function by time",
      "top 10 function by cpu",
      "cpu usage",
    ],
    queries: ["cpu", "delay", "samples"].map(byFunction),
  },
  {
    words: [
      "hottest function",
      "hot function",
      "top function",
      "top 10 function",
      "biggest function",
      "heaviest function",
    ],
    queries: WEIGHTS.map(byFunction),
  },
  {
    words: [
      "hot spot",
      "hotspot",
      "bottleneck",
      "hottest line",
      "hot line",
      "hottest place",
      "which line take most time",
      "time by line",
      "cpu by line",
    ],
    queries: WEIGHTS.map(byPlace),
  },
  {
    words: [
      "leak",
      "what leak",
      "who leak",
      "why leak",
      "what is live",
      "who hold heap",
      "who hold memory",
      "what hold memory",
      "what is using memory",
      "who use memory",
      "what use most memory",
      "where memory go",
      "where does memory go",
      "memory by function",
      "memory by line",
      "heap by function",
      "live memory",
      "memory in use",
    ],
    queries: [byPlace("inuse_space")],
  },
  {
    words: [
      "who allocate",
      "who allocate most",
      "what allocate",
      "what allocate most",
      "which function allocate most",
      "which function allocate most memory",
      "allocator",
      "allocation by function",
      "biggest allocator",
    ],
    queries: [byFunction("alloc_space")],
  },
  {
    words: ["flame graph", "flamegraph", "call tree", "call graph", "callgraph", "tree of caller"],
    queries: ["profile | tree"],
  },
  { words: ["total", "how much is there", "what is counted", "sum"], queries: ["weights"] },
];
