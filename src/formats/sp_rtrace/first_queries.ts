/**
 * What is worth asking first of traces of resources, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const RESOURCE_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by name, type | sort bytes desc",
    answers: "what was never released, by allocator",
    needs: ["allocs.name"],
    leaks: true,
  },
  {
    query: "leaks | top 3 by size | unwind | select level, name, module, addr",
    answers: "where the largest were allocated",
    needs: ["allocs.stack"],
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  {
    query: "allocs | by name | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.name"],
  },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];
