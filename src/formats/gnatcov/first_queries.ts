/**
 * What is worth asking first of coverage traces, best first.
 * @module
 */

import type { FirstQuery } from "../words.ts";

/** Those that a trace has answers to are proposed. */
export const COVERAGE_QUERIES: readonly FirstQuery[] = [
  {
    query: "lines | by file, func: missed = count() if not covered | top 10 by missed",
    answers: "functions with most lines that never ran",
    needs: ["lines.line"],
  },
  {
    query: "lines | by file: missed = count() if not covered, lines = count()",
    answers: "lines that never ran, by file",
    needs: ["lines.line"],
  },
  {
    query: "ranges | summarize covered = sum(size)",
    answers: "bytes of code that ran",
    needs: ["ranges.size"],
  },
  { query: "blocks | by outcome", answers: "branches that went one way or both", needs: ["blocks.size"] },
  { query: "gaps | top 10 by size", answers: "the largest stretches that never ran", needs: ["gaps.size"] },
];
