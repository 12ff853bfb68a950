/**
 * Short questions about profiles that users type in place of a query. Questions about a weight that the file
 * lacks are left out.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";

/** Weights of profiles; the one that users most likely mean comes first. */
const WEIGHTS = ["cpu", "inuse_space", "delay", "alloc_space", "samples"];

const PLACES = "func, file, line";
const byFunction = (weight: string): string =>
  `profile | by func: ${weight} = sum(${weight}) | top 10 by ${weight}`;
const byPlace = (weight: string): string =>
  `profile | by ${PLACES}: ${weight} = sum(${weight}) | top 10 by ${weight}`;
const byLabel = (weight: string): string =>
  `labels | join (profile | select trace, sample = index, ${weight}) on trace, sample | ` +
  `by name, value: ${weight} = sum(${weight}) | top 10 by ${weight}`;

/**
 * Builds a query for the cumulative weight of functions, callees included: as in pprof, a function counts
 * once per sample.
 */
export function cumulative(weight: string): string {
  return `profile | unwind | by trace, index, func: ${weight} = max(${weight}) | by func: ${weight} = sum(${weight})`;
}

/**
 * Builds a query for the call tree of a weight. The weight is renamed because `tree` sums the column `size`.
 */
export function weightedTree(weight: string): string {
  return `profile | extend size = ${weight} | tree | select level, func, ${weight} = bytes`;
}

/** Builds a query for the difference between two profiles in a weight, by function. */
const difference = (weight: string): string =>
  `diff (profile of $1 | extend size = ${weight}), (profile of $2 | extend size = ${weight}) by func | ` +
  "select func, before = bytes_before, after = bytes_after, grown = bytes_delta | top 10 by grown";

/** The questions that profiles can answer, with their queries. */
export const PPROF_PHRASES: readonly QuestionPhrase[] = [
  {
    words: [
      "cumulative",
      "cum",
      "- top - cum",
      "top - cum",
      "top cum",
      "top cumulative",
      "top by cum",
      "top by cumulative",
      "sort by cum",
      "cumulative by function",
      "cumulative time",
      "cumulative time by function",
      "cumulative cpu",
      "cumulative cpu by function",
      "inclusive",
      "inclusive time",
      "inclusive time by function",
      "total time by function",
      "hottest function cumulatively",
      "which function is hottest cumulatively",
      "which function take most time cumulatively",
      "cumulative memory by function",
      "which function hold most memory cumulatively",
    ],
    queries: WEIGHTS.map((weight) => `${cumulative(weight)} | top 10 by ${weight}`),
  },
  {
    words: ["which function allocate most cumulatively", "cumulative allocation by function"],
    queries: [`${cumulative("alloc_space")} | top 10 by alloc_space`],
  },
  {
    words: ["list $name", "- list $name", "line of $name"],
    queries: WEIGHTS.map((weight) =>
      `profile | where func == "$name" | by file, line: ${weight} = sum(${weight}) | sort line`
    ),
  },
  {
    words: ["peek $name", "- peek $name", "who call $name", "caller of $name"],
    queries: WEIGHTS.map((weight) => `profile | extend size = ${weight} | callers of "$name"`),
  },
  {
    words: ["time in $name", "time spent in $name", "cpu in $name", "cpu time in $name"],
    queries: ["cpu", "delay"].flatMap((weight) => [
      `profile | through "$name" | summarize ${weight} = sum(${weight})`,
      `profile | where func == "$name" | summarize ${weight} = sum(${weight})`,
    ]),
  },
  {
    words: ["focus $name", "- focus $name", "below $name"],
    queries: WEIGHTS.map((weight) =>
      `profile | through "$name" | by func: ${weight} = sum(${weight}) | top 10 by ${weight}`
    ),
  },
  {
    words: ["- top", "flat", "flat by function", "flat time", "self", "self time", "self time by function"],
    queries: WEIGHTS.map(byFunction),
  },
  {
    words: [
      "cpu by label",
      "time by label",
      "memory by label",
      "by label",
      "by tag",
      "- tag",
      "time by tag",
      "which request take most time",
      "which label take most time",
    ],
    queries: WEIGHTS.map(byLabel),
  },
  {
    words: ["which file take most time", "time by file", "cpu by file", "slowest file", "memory by file"],
    queries: WEIGHTS.map((weight) => `profile | by file: ${weight} = sum(${weight}) | top 10 by ${weight}`),
  },
  {
    words: [
      "memory by package",
      "time by package",
      "cpu by package",
      "by package",
    ],
    queries: WEIGHTS.map((weight) =>
      `profile | by folder = dir(file): ${weight} = sum(${weight}) | top 10 by ${weight}`
    ),
  },
  {
    words: [
      "which function hold most object",
      "object by function",
      "number of object by function",
      "live object by function",
    ],
    queries: ["inuse_objects", "objects"].map(byFunction),
  },
  {
    words: [
      "number of allocation by function",
      "allocation count by function",
      "most allocated object",
      "most allocated object by function",
      "allocated object by function",
      "which function allocate most often",
      "who allocate most often",
      "most allocation",
    ],
    queries: ["alloc_objects"].map(byFunction),
  },
  {
    words: ["total memory in use", "total in use memory"],
    queries: ["profile | summarize sum(inuse_space)"],
  },
  {
    words: ["allocated byte by package", "allocation by package", "allocated memory by package"],
    queries: [
      "profile | by folder = dir(file): alloc_space = sum(alloc_space) | top 10 by alloc_space",
    ],
  },
  {
    words: ["average allocation size", "average size of allocation", "average object size"],
    queries: [
      "profile | summarize blocks = sum(alloc_objects), bytes = sum(alloc_space) | extend average = bytes / blocks",
    ],
  },
  {
    words: ["which line allocate most", "which line allocate most memory", "allocation by line"],
    queries: [byPlace("alloc_space")],
  },
  {
    words: [
      "what changed",
      "what has changed",
      "difference",
      "what is different",
      "what grew",
      "which function grew",
      "what is slower",
      "- base",
      "- diff_base",
      "compare",
      "diff",
    ],
    queries: WEIGHTS.map(difference),
  },
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
      "top function by cpu time",
      "function by cpu",
      "function by time",
      "function by cpu time",
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
      "slowest line",
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
      "who hold most memory",
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
      "memory in use by function",
      "in use memory by function",
      "in use byte by function",
      "memory in use by line",
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
    queries: WEIGHTS.map(weightedTree),
  },
  {
    words: [
      "total",
      "how much is there",
      "what is counted",
      "sum",
      "sample type",
      "type of sample",
      "sample index",
      "what does profile count",
      "what does file count",
      "total cpu time",
      "total time",
      "total memory",
    ],
    queries: ["weights"],
    alone: true,
  },
  {
    words: ["how long did it run", "how long", "duration", "how long did it take"],
    queries: ['tags | where name == "duration_nanos"'],
  },
];
