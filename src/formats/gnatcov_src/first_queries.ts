/**
 * What is worth asking first of source traces, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const UNIT_QUERIES: readonly FirstQuery[] = [
  {
    query: "units | extend left = bits - bits_set | top 10 by left",
    answers: "units with most left to cover",
  },
  {
    query: "units | by kind: covered = sum(bits_set), all = sum(bits)",
    answers: "how much is covered, by kind",
  },
  { query: "units | by unit: covered = sum(bits_set), all = sum(bits)", answers: "the same by unit" },
];
