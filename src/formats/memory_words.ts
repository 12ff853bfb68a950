/**
 * Questions about memory in a few words, as people type them in the place of a query.
 * @module
 */

import type { Asked, Subject } from "../events/said.ts";

/** What traces of memory are about. */
export const MEMORY_SUBJECT: Subject = { table: "allocs", key: "func" };

/** Those that every trace of memory has an answer to. */
export const MEMORY_ASKED: readonly Asked[] = [
  { words: ["free", "free event", "free call", "deallocation"], queries: ["events | where kind == free"] },
  {
    words: ["realloc", "reallocation", "realloc event", "realloc call"],
    queries: ["events | where kind == realloc"],
  },
  {
    words: ["malloc", "malloc call", "malloc event", "alloc event", "allocation event", "alloc call"],
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
    ],
    queries: ["leaks | by func, file, line | top 10 by bytes"],
  },
  {
    words: [
      "which function allocate most",
      "which function allocate",
      "biggest allocator",
      "function that allocate most",
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
