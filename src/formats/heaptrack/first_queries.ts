/**
 * What is worth asking first of data of heaptrack, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const HEAPTRACK_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by func, file, line | top 10 by bytes",
    answers: "what was never freed, by source line",
    needs: ["allocs.func"],
    leaks: true,
  },
  {
    query: "live @ peak | tree | take 20",
    answers: "what was live at the peak, as a tree of callers",
    needs: ["allocs.stack"],
  },
  {
    query: "allocs | by func | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.func"],
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];
