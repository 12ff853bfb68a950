/**
 * What is worth asking first of profiles, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const PROFILE_QUERIES: readonly FirstQuery[] = [
  { query: "profile | top 10 by live_bytes", answers: "call sites that hold the most memory" },
  { query: "profile | top 10 by allocs", answers: "call sites that allocate most often" },
  { query: "bins | top 10 by live_bytes", answers: "sizes that are still live" },
];
