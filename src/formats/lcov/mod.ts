/**
 * Coverage of source lines: lcov's `.info`, and files of other tools that say the same.
 * @module
 */

import type { Asked } from "../../events/said.ts";
import type { Format } from "../format.ts";
import { type FirstQuery, forEach } from "../words.ts";
import { FORMAT_NAME, syntaxOf } from "./header.ts";
import { LCOV_RECIPES } from "./recipes.ts";
import { LCOV_DOCS } from "./table_docs.ts";

/** Those that a trace has answers to are suggested. */
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

const ASKED: readonly Asked[] = [
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
    ...forEach(["addr", "size"], "a coverage file knows lines and no addresses: use file, line"),
    ...forEach(["thread", "time"], "a coverage file has sums of whole runs: use count"),
    stack: "a coverage file has no backtraces: use func, file, line",
  },
  firstQueries: QUERIES,
  asked: ASKED,
  blockless: "a coverage file says which lines ran, and nothing of memory; try: lines | where not covered",
  subject: { table: "lines", key: "file" },
  recipes: LCOV_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 1,
  sniff: (head) => syntaxOf(head) !== undefined,
  read: async (...input) => await (await import("./reader.ts")).readLcov(...input),
};
