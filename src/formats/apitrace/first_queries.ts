/**
 * What is worth asking first of traces of calls, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const CALL_QUERIES: readonly FirstQuery[] = [
  { query: "calls | by name | top 10 by count", answers: "functions that are called most" },
  { query: "frames | top 5 by calls", answers: "the busiest frames" },
  { query: "events | by type | sort bytes desc", answers: "bytes by class of function" },
];
