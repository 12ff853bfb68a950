/**
 * What is worth asking first of tracing files of mpatrol, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const HEAP_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by file, line | top 10 by bytes",
    answers: "what was never freed, by source line",
    needs: ["allocs.file"],
    leaks: true,
  },
  {
    query: "live @ peak | by func | sort bytes desc",
    answers: "what was live at the peak",
    needs: ["allocs.func"],
  },
  {
    query: "allocs | by func | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.func"],
  },
  {
    query: "leaks | by bucket(size) | sort bytes desc",
    answers: "what was never freed, by size",
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];
