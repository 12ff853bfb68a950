/**
 * Phrases about coverage that users type in place of a query.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";

/** Phrases that apply to a trace whose program is available. */
export const COVERAGE_QUESTIONS: readonly QuestionPhrase[] = [
  {
    words: [
      "file with lowest coverage",
      "lowest coverage",
      "lowest covered file",
      "least covered file",
      "least coverage",
      "worst file",
      "worst covered file",
    ],
    queries: ["files | extend percent = round(covered * 100.0 / lines, 1) | top 10 by percent asc"],
  },
  {
    words: ["coverage by folder", "coverage by directory", "coverage per folder", "coverage per directory"],
    queries: [
      "lines | by folder = dir(file): covered = count() if covered, lines = count() | " +
      "extend percent = round(covered * 100.0 / lines, 1) | sort percent",
    ],
  },
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
