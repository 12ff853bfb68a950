/**
 * Coverage of source lines: lcov's `.info`, and files of other tools with similar content.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";
import type { Format } from "../format.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, syntaxOf } from "./header.ts";
import { LCOV_RECIPES } from "./recipes.ts";
import { LCOV_DOCS } from "./table_docs.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const QUERIES: readonly FirstQuery[] = [
  {
    query: "lines | by file: missed = count() if not covered, lines = count() | top 10 by missed",
    answers: "lines that never ran, by file",
  },
  {
    query: "lines | where count is not null | top 10 by count",
    answers: "the lines that ran most often",
    needs: ["lines.count"],
  },
  { query: "lines | summarize lines = count(), hit = count() if covered", answers: "how much ran" },
  {
    query: "lines | where covered and taken < branches | select file, line, taken, branches",
    answers: "lines that ran without all outcomes of their branches",
    needs: ["branches.line"],
  },
  {
    query: "tests | top 10 by lines",
    answers: "tests that reach most lines",
    needs: ["tests.lines"],
  },
];

const PERCENT = "extend percent = round(covered * 100.0 / lines, 1)";

const ASKED: readonly QuestionPhrase[] = [
  {
    words: [
      "file with lowest coverage",
      "lowest coverage",
      "lowest covered file",
      "least covered file",
      "least coverage",
      "worst file",
      "worst covered file",
      "worst coverage",
      "file by coverage",
      "which file has lowest coverage",
    ],
    queries: [`files | ${PERCENT} | top 10 by percent asc`],
  },
  {
    words: ["list", "coverage table", "report"],
    queries: [`files | ${PERCENT} | select file, lines, covered, uncovered, percent`],
  },
  {
    words: ["untested file", "uncovered file", "file that never ran", "file without coverage"],
    queries: ["files | where covered == 0"],
  },
  {
    words: [
      "coverage by directory",
      "coverage by folder",
      "coverage per directory",
      "coverage per folder",
      "directory coverage",
    ],
    queries: [
      "lines | by folder = dir(file): covered = count() if covered, lines = count() | " +
      `${PERCENT} | sort percent`,
    ],
  },
  {
    words: ["branch coverage", "branch coverage percent", "branch rate", "coverage of branch"],
    queries: [
      "branches | summarize taken = count() if taken, branches = count() | " +
      "extend percent = round(taken * 100.0 / branches, 1)",
    ],
  },
  {
    words: ["branch coverage by file", "branch coverage per file"],
    queries: [
      "branches | by file: taken = count() if taken, branches = count() | " +
      "extend percent = round(taken * 100.0 / branches, 1) | sort percent",
    ],
  },
  {
    words: ["condition coverage", "mcdc", "mcdc coverage", "mc / dc", "mc / dc coverage"],
    queries: [
      "conditions | summarize covered = count() if count > 0, conditions = count() | " +
      "extend percent = round(covered * 100.0 / conditions, 1)",
    ],
  },
  {
    words: [
      "function never called",
      "function that was never called",
      "which function was never called",
      "function not called",
      "uncalled function",
      "dead code",
    ],
    queries: ["functions | where count == 0"],
  },
  {
    words: ["line that ran most", "line that run most", "hottest line"],
    queries: ["lines | where count is not null | top 10 by count"],
  },
  {
    words: [
      "which line lost coverage",
      "lost coverage",
      "what lost coverage",
      "line that lost coverage",
      "what changed",
      "difference",
    ],
    queries: [
      "(lines of $1 | where covered) | join anti (lines of $2 | where covered) on file, line | " +
      "select file, line, func",
    ],
  },
  {
    words: ["which line gained coverage", "gained coverage", "newly covered line"],
    queries: [
      "(lines of $2 | where covered) | join anti (lines of $1 | where covered) on file, line | " +
      "select file, line, func",
    ],
  },
  {
    words: ["coverage by file", "coverage per file", "file coverage", "coverage of file"],
    queries: ["files"],
  },
  {
    words: ["coverage by function", "coverage per function", "coverage of function"],
    queries: ["functions"],
  },
  {
    words: ["function coverage", "function coverage percent", "function rate"],
    queries: [
      "functions | by file, line: n = max(count) | " +
      "summarize covered = count() if n > 0, functions = count() | extend percent = round(covered * 100.0 / functions, 1)",
      "functions",
    ],
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
      "summary",
      "total",
      "coverage rate",
    ],
    queries: [
      "lines | summarize covered = count() if covered, lines = count() | extend percent = round(covered * 100.0 / lines, 1)",
      "files",
    ],
    alone: true,
  },
  {
    words: ["missed branch", "uncovered branch", "partial branch", "branch not taken"],
    queries: ["branches | where not taken"],
  },
  {
    words: ["what is not covered", "what is missing", "what is uncovered", "what never ran", "missing"],
    queries: ["lines | where not covered"],
  },
];

/** The format as the registry lists it. */
export const lcov: Format = {
  name: FORMAT_NAME,
  summary: "coverage files: lcov .info, JSON of gcov, coverage.py and llvm-cov, Cobertura",
  tables: ["lines", "functions", "branches", "conditions", "files", "tests", "test_lines"],
  has: [],
  record: "line",
  tableDocs: LCOV_DOCS,
  absent: {
    ...sameReasonFor(["addr", "size"], "a coverage file knows lines and no addresses: use file, line"),
    ...sameReasonFor(["thread", "time"], "a coverage file has sums of whole runs: use count"),
    stack: "a coverage file has no backtraces: use func, file, line",
  },
  firstQueries: QUERIES,
  asked: ASKED,
  blockless: "a coverage file says which lines ran, and nothing about memory; try: lines | where not covered",
  subject: { table: "lines", key: "file" },
  recipes: LCOV_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 2,
  sniff: (head) => syntaxOf(head) !== undefined,
  read: async (...input) => await (await import("./reader.ts")).readLcov(...input),
};
