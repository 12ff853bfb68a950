/**
 * Questions about memory in a few words, as people type them in place of a query.
 * @module
 */

import type { Asked, Subject } from "../events/said.ts";

/** What traces of memory are about. */
export const MEMORY_SUBJECT: Subject = { table: "allocs", key: "func" };

/** Ways to ask where memory leaks. */
export const WHAT_LEAKS: readonly string[] = [
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

/** Those that every trace of memory has an answer to. */
export const MEMORY_ASKED: readonly Asked[] = [
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
    words: WHAT_LEAKS,
    queries: ["leaks | by func, file, line | top 10 by bytes"],
  },
  {
    words: [
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
    ],
    queries: ["allocs | by func | top 10 by bytes"],
  },
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

/** What formats say of frees that have no block. */
export const FREED_TWICE: Asked = {
  words: ["double free", "freed twice", "already freed", "block freed twice", "free twice"],
  queries: ['problems | where code == "already-freed"'],
};
