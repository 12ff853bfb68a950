/**
 * Questions about API calls in a few words, as people type them in the place of a query.
 * @module
 */

import type { Asked } from "../../events/said.ts";

/** Those that every trace has an answer to. */
export const CALLS_ASKED: readonly Asked[] = [
  {
    words: [
      "most frequent call",
      "most called function",
      "most used function",
      "hottest function",
      "hot function",
    ],
    queries: ["calls | by name | top 10 by count"],
  },
  { words: ["upload", "call that upload"], queries: ["calls | where blob_bytes > 0"] },
  {
    words: ["byte uploaded by function", "upload by function", "upload per function", "data by function"],
    queries: ["calls | by name: bytes = sum(blob_bytes)"],
  },
  {
    words: ["what changed", "what has changed", "change", "difference", "what is different"],
    queries: ["diff (calls of $1), (calls of $2) by name"],
  },
];
