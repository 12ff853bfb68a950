/**
 * Phrases about memory that users type in place of a query.
 * @module
 */

import type { QuestionPhrase, TraceSubject } from "../events/question_phrases.ts";

/** What memory traces are about. */
export const MEMORY_SUBJECT: TraceSubject = { table: "allocs", key: "func" };

/** Phrases that ask where memory leaks. */
export const LEAK_QUESTIONS: readonly string[] = [
  "what leak",
  "who leak",
  "where leak",
  "leak where",
  "leak by place",
  "leak by site",
  "leak site",
  "what leak most",
  "who leak most",
  "where leak most",
  "leak summary",
  "leak overview",
  "leak report",
  "biggest leaker",
  "leaker",
  "why leak",
  "why is leaking",
  "what is leaking",
  "who is leaking",
  "what leaking",
  "why leaking",
  "where leaking",
  "where is leaking",
  "why leak memory",
  "where leak memory",
  "what leak memory",
  "who leak memory",
  "why memory leak",
  "why is there memory leak",
  "what leaking memory",
  "where memory leak",
];

/** Phrases that ask who uses memory. */
const ALLOCATOR_QUESTIONS: readonly string[] = [
  "which function allocate most",
  "which function allocate",
  "biggest allocator",
  "function that allocate most",
  "which function allocate most memory",
  "which function use most memory",
  "who allocate most memory",
  "what allocate most memory",
  "who use most memory",
  "what use most memory",
  "where memory go",
  "where does memory go",
  "where memory come from",
  "where does memory come from",
  "what using memory",
  "what is using memory",
  "what use memory",
  "who use memory",
  "what eat memory",
  "what take memory",
];

/** Phrases that ask who leaks, grouped by some columns, and who uses memory, grouped by one of them. */
function byPlace(places: string, place: string): readonly QuestionPhrase[] {
  return [
    { words: LEAK_QUESTIONS, queries: [`leaks | by ${places} | top 10 by bytes`] },
    { words: ALLOCATOR_QUESTIONS, queries: [`allocs | by ${place} | top 10 by bytes`] },
  ];
}

const OF_ALL_TRACES: readonly QuestionPhrase[] = [
  {
    words: ["free", "free event", "free call", "call to free", "deallocation"],
    queries: ["events | where kind == free"],
  },
  {
    words: ["realloc", "reallocation", "realloc event", "realloc call", "call to realloc"],
    queries: ["events | where kind == realloc"],
  },
  {
    words: [
      "malloc",
      "malloc call",
      "malloc event",
      "call to malloc",
      "alloc event",
      "allocation event",
      "alloc call",
    ],
    queries: ["events | where kind == alloc"],
  },
  {
    words: [
      "invalid free",
      "free without alloc",
      "free without allocation",
      "unmatched free",
      "wild free",
      "bad free",
    ],
    queries: ["events | where kind == free and alloc is null"],
  },
  {
    words: [
      "which line allocate most",
      "which line allocate most memory",
      "which place allocate most",
      "which place allocate most memory",
    ],
    queries: ["allocs | by func, file, line | top 10 by bytes"],
  },
  {
    words: [
      "which function allocate most often",
      "who allocate most often",
      "most allocation",
      "most frequent allocation",
      "which line allocate most often",
      "which place allocate most often",
    ],
    queries: ["allocs | by func, file, line | top 10 by count"],
  },
  {
    words: [
      "most common size",
      "most common allocation size",
      "most frequent size",
      "which size is most common",
    ],
    queries: ["allocs | by size | top 10 by count"],
  },
  {
    words: [
      "allocation size",
      "size of allocation",
      "size distribution",
      "distribution of size",
      "size histogram",
      "histogram of block size",
      "histogram of allocation size",
      "distribution of block size",
      "block size distribution",
    ],
    queries: ["allocs | hist size"],
    alone: true,
  },
  {
    words: [
      "summary",
      "stats",
      "statistic",
      "overview",
      "allocation summary",
      "memory summary",
      "allocation stats",
      "memory stats",
    ],
    queries: [
      "allocs | summarize allocs = count(), bytes = sum(size), temporary = count() if life == 1, " +
      "leaked = count() if leaked, leaked_bytes = sum(size) if leaked",
    ],
  },
  {
    words: [
      "what hold peak",
      "who hold peak",
      "what is peak made of",
      "what hold memory at peak",
      "who hold memory at peak",
      "where is memory at peak",
    ],
    queries: ["live @ peak | by func, file, line | top 10 by bytes"],
  },
  {
    words: [
      "when does memory grow fastest",
      "when does memory grow most",
      "when memory grow fastest",
      "when did memory grow fastest",
      "when did memory grow most",
      "where does memory grow fastest",
      "fastest growth",
      "fastest memory growth",
    ],
    queries: [
      "timeline every 1% most = max(live_bytes) | window order from: before = lag(most) | " +
      "extend grown = delta(most, before) | top 5 by grown",
    ],
  },
  {
    words: [
      "leak by stack",
      "leak by call stack",
      "leak by backtrace",
      "leak by call path",
      "leak with stack",
      "leak with backtrace",
      "leak with call stack",
    ],
    queries: ["leaks | by frames(stack) | top 10 by bytes"],
  },
  {
    words: ["allocation below $name", "allocation under $name", "memory below $name", "memory under $name"],
    queries: ['allocs | through "$name" | by func, file, line | top 10 by bytes'],
  },
  {
    words: ["leak below $name", "leak under $name"],
    queries: ['leaks | through "$name" | by func, file, line | top 10 by bytes'],
  },
  {
    words: ["peak rss", "maximum rss", "max rss", "peak resident memory", "rss peak", "most resident memory"],
    queries: ["resident | summarize max(bytes)"],
  },
  { words: ["rss", "rss over time", "resident memory over time"], queries: ["resident"] },
  {
    words: ["function by allocation", "top function by allocation", "function with most allocation"],
    queries: ["allocs | by func: count()"],
  },
  {
    words: [
      "lifetime histogram",
      "lifetime distribution",
      "histogram of lifetime",
      "distribution of lifetime",
    ],
    queries: ["allocs | hist life"],
  },
  {
    words: ["allocator", "who allocate", "what allocate", "who allocate most", "allocating function"],
    queries: ["allocs | by func"],
  },
  {
    words: [
      "memory over time",
      "heap over time",
      "heap size",
      "heap size over time",
      "memory size over time",
      "live byte over time",
      "live memory over time",
      "memory usage over time",
      "heap usage over time",
      "memory usage",
      "heap usage",
      "heap growth",
      "memory growth",
      "memory timeline",
      "heap timeline",
      "usage over time",
      "timeline of memory",
      "graph of memory",
      "chart of memory",
      "plot of memory",
      "plot memory",
      "memory plot",
      "memory graph",
      "memory chart",
      "memory curve",
      "why memory growing",
      "why is memory growing",
      "why does memory grow",
      "why memory grow",
      "is memory growing",
      "does memory grow",
      "memory growing",
      "when does memory grow",
      "how does memory grow",
    ],
    queries: ["timeline every 1% live_bytes = max(live_bytes)"],
  },
  {
    words: ["block over time", "live block over time", "allocation over time"],
    queries: ["timeline every 1% live_blocks = max(live_blocks)"],
  },
  {
    words: [
      "peak size",
      "peak byte",
      "maximum memory",
      "max memory",
      "max live memory",
      "maximum live memory",
      "max live byte",
      "most live memory",
      "maximum heap",
      "peak memory usage",
      "peak live byte",
    ],
    queries: ["summarize max(live_bytes)"],
  },
  {
    words: ["when was the peak", "peak event", "peak time", "time of peak", "when is the peak"],
    queries: ["events | top 1 by live_bytes"],
  },
  {
    words: [
      "hot allocation site",
      "allocation site",
      "allocation hot spot",
      "allocation hotspot",
      "hot spot",
      "hotspot",
      "hottest allocation site",
      "where allocate",
      "where most allocation",
    ],
    queries: ["allocs | by func, file, line | top 10 by count"],
  },
  {
    words: [
      "allocation rate",
      "rate of allocation",
      "allocation per second",
      "allocation per time",
      "allocation speed",
    ],
    queries: ["timeline every 1% allocs = count() if kind == alloc"],
  },
  {
    words: ["flame graph", "flamegraph", "call tree", "allocation tree", "flame graph of allocation"],
    queries: ["allocs | tree"],
  },
  {
    words: [
      "flame graph of leak",
      "flamegraph of leak",
      "leak flame graph",
      "leak flamegraph",
      "leak tree",
      "tree of leak",
    ],
    queries: ["leaks | tree"],
  },
  {
    words: [
      "flame graph of peak",
      "flamegraph of peak",
      "peak flame graph",
      "peak flamegraph",
      "peak tree",
      "tree of peak",
      "tree at peak",
    ],
    queries: ["live @ peak | tree"],
  },
  {
    words: [
      "what is wrong",
      "what's wrong with file",
      "what is wrong with file",
      "problem",
      "what is damaged",
    ],
    queries: ["problems"],
  },
  { words: ["total allocated", "total allocated byte"], queries: ["allocs | summarize sum(size)"] },
  {
    words: [
      "what changed",
      "what has changed",
      "change",
      "difference",
      "what is different",
      "what grew",
      "regression",
    ],
    queries: ["diff (allocs of $1), (allocs of $2) by func"],
  },
  {
    words: ["new leak", "what leak now", "leak that are new"],
    queries: ["diff (leaks of $1), (leaks of $2) by func | where count_delta > 0"],
  },
  {
    words: [
      "which function grew",
      "who grew",
      "function that grew",
      "what allocate more",
      "who allocate more",
    ],
    queries: ["diff (allocs of $1), (allocs of $2) by func | where bytes_delta > 0"],
  },
];

/** Phrases that apply to every memory trace. */
export const MEMORY_QUESTIONS: readonly QuestionPhrase[] = [
  ...byPlace("func, file, line", "func"),
  ...OF_ALL_TRACES,
];

/**
 * Phrases for traces with backtraces. The function that calls the allocator is often part of a library, so
 * the question who leaks or uses memory is answered with places in the program itself. A user who asks for
 * lines gets the lines of these calls.
 */
export const MEMORY_QUESTIONS_BY_PLACE: readonly QuestionPhrase[] = [
  ...byPlace("place, place_file, place_line", "place"),
  ...OF_ALL_TRACES,
];

/** A phrase for formats that report a free without a block as a problem. */
export const FREED_TWICE: QuestionPhrase = {
  words: ["double free", "freed twice", "already freed", "block freed twice", "free twice"],
  queries: ['problems | where code == "already-freed"'],
};

/** A phrase about blocks that are freed by the next record, which the tools call temporary. */
export const TEMPORARY: QuestionPhrase = {
  words: [
    "temporary",
    "temporary allocation",
    "temporary block",
    "temporary memory",
    "most temporary allocation",
    "who make temporary allocation",
  ],
  queries: ["allocs | where life == 1 | by func, file, line | top 10 by count"],
  alone: true,
};

/** Temporary blocks as rows, for questions that say more about them. */
export const TEMPORARY_ROWS: QuestionPhrase = {
  words: TEMPORARY.words,
  queries: ["allocs | where life == 1"],
};

/**
 * A phrase about frees of blocks that are not live, for traces that keep such frees as events; freeing a
 * block twice is such a case.
 */
export const FREED_WHEN_NOT_LIVE: QuestionPhrase = {
  words: FREED_TWICE.words,
  queries: ["events | where kind == free and alloc is null"],
};

/** A phrase about rates per second, for traces whose records have times. */
export const PER_SECOND: QuestionPhrase = {
  words: ["allocation per second", "allocation by second", "allocation each second", "byte per second"],
  queries: ["timeline every 1s allocs = count() if kind == alloc, bytes = sum(size) if kind == alloc"],
};
