/**
 * Questions about coverage in a few words, as people type them in place of a query.
 * @module
 */

import type { Asked } from "../../events/said.ts";

/** Those that a trace with its program has an answer to. */
export const COVERAGE_ASKED: readonly Asked[] = [
  {
    words: ["coverage by file", "coverage per file", "file coverage", "coverage of file"],
    queries: ["files"],
  },
  {
    words: ["coverage by function", "coverage per function", "function coverage", "coverage of function"],
    queries: ["functions"],
  },
  { words: ["coverage by line", "coverage per line", "coverage of line"], queries: ["lines"] },
  {
    words: [
      "coverage",
      "total coverage",
      "line coverage",
      "coverage percent",
      "coverage percentage",
      "percent covered",
      "coverage summary",
      "how much is covered",
      "what is covered",
    ],
    queries: [
      "lines | summarize covered = count() if covered, lines = count() | extend percent = covered * 100 / lines",
      "files",
    ],
    alone: true,
  },
  {
    words: [
      "missed branch",
      "uncovered branch",
      "partial branch",
      "one way branch",
      "branch not taken",
      "half covered branch",
    ],
    queries: ['blocks | where outcome == "one"'],
  },
  { words: ["branch"], queries: ['blocks | where outcome != "none"'] },
  {
    words: [
      "dead code",
      "uncovered code",
      "code that never ran",
      "code not executed",
      "unexecuted code",
      "missed code",
    ],
    queries: ["uncovered"],
  },
  {
    words: ["what is not covered", "what is missing", "what is uncovered", "what never ran", "missing"],
    queries: ["lines | where not covered"],
  },
];
