/**
 * Tables and columns of coverage files, with their descriptions.
 * @module
 */

import { columnDoc as column, layoutOf, NULLABLE, type TableDoc } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** Words that users type for code that did not run. */
const MISSED = [
  "uncovered",
  "not covered",
  "missed",
  "missing",
  "never executed",
  "not executed",
  "unexecuted",
  "not hit",
  "never hit",
  "unreached",
  "not reached",
  "never reached",
  "never run",
  "not run",
  "never ran",
  "did not run",
  "untested",
  "not tested",
  "without coverage",
  "with no coverage",
];
const HIT = ["covered", "executed", "reached", "hit", "tested"];

function says(words: readonly string[], query: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, query]));
}

const COVERAGE = { as: "percent", value: "round(covered * 100.0 / lines, 1)", lessIsWorse: true } as const;

const FILE = column("file", "text", "source file, as the coverage file has it");

/** The tables with their descriptions. */
export const LCOV_DOCS: readonly TableDoc[] = [{
  name: "lines",
  words: {
    also: ["line", "source line", "code line", "line of code"],
    loosely: ["code", "coverage"],
    says: {
      ...says(MISSED, "not covered"),
      ...says(HIT, "covered"),
      ...says(
        ["partly covered", "partially covered", "half covered", "partial"],
        "covered and taken < branches",
      ),
    },
    named: ["file", "line"],
    columns: {
      count: {
        also: ["hit", "execution", "hit count", "execution count"],
        most: ["hottest", "most executed", "most hit"],
      },
    },
  },
  doc: "one row per source line that has code, with the counts of all tests added up",
  columns: [
    FILE,
    column("line", "u32", "line, from 1"),
    column("func", "text", "function that contains the line, if the file says where functions end"),
    column("covered", "bool", "true if the line ran", 1701),
    column("count", "u64", "how often the line ran; 1 if the file only says that it ran", 1106),
    column("branches", "u64", "outcomes of branches on the line; null if the file has no branches", 3006),
    column("taken", "u64", "outcomes of branches on the line that were seen", 3003),
    column("checksum", "text", "checksum of the text of the line", 5801),
  ],
}, {
  name: "functions",
  words: {
    also: ["function"],
    says: {
      ...says([...MISSED, "never called", "not called", "uncalled", "dead", "unused"], "count == 0"),
      ...says([...HIT, "called", "entered"], "count > 0"),
    },
    named: ["func"],
    columns: {
      func: { also: ["name"] },
      count: { also: ["hit", "call", "execution"], most: ["hottest", "most called"] },
    },
  },
  doc: "one row per function of a source file, by name and line: by file, line brings aliases together",
  columns: [
    column("func", "text", "function"),
    FILE,
    column("line", "u32", "line on which the function begins"),
    column("end_line", "u32", "last line of the function, if the file gives it"),
    column("count", "u64", "how often the function was entered; 1 if the file only says that it was", 1106),
    column("group", "u32", "number that the names of one function share, from lcov 2.2 on", 5102),
  ],
}, {
  name: "branches",
  words: {
    also: ["branch", "branch outcome"],
    says: {
      ...says([...MISSED, "not taken", "never taken"], "not taken"),
      ...says([...HIT, "taken"], "taken"),
    },
    named: ["file", "line"],
  },
  doc: "one row per outcome of a branch; instances of templates have outcomes of their own",
  columns: [
    FILE,
    column("line", "u32", "line of the branch"),
    column("block", "u32", "number of the block that the branch ends"),
    column("branch", "text", "number of the outcome, or its text"),
    column("taken", "bool", "true if the outcome was seen", 3003),
    column("count", "u64", "how often the outcome was seen; null if the branch was never evaluated", 1106),
    column("kind", "text", "exception or fallthrough, if the file distinguishes them"),
    column("reachable", "bool", "false if the outcome is marked as impossible", 5301),
  ],
}, {
  name: "conditions",
  words: { also: ["condition", "MC/DC", "decision"], named: ["file", "line"] },
  doc: "MC/DC: one row per condition and sense, true and false",
  columns: [
    FILE,
    column("line", "u32", "line of the condition"),
    column("group", "u32", "number of conditions in the expression", 5102),
    column("index", "u32", "number of the condition in the expression"),
    column("sense", "text", "t or f: the value of the condition that this row is about"),
    column("count", "u64", "how often the condition alone decided with this value", 1106),
    column("expression", "text", "the condition"),
    column("reachable", "bool", "false if this value of the condition is marked as impossible", 5301),
  ],
}, {
  name: "files",
  words: {
    also: ["file", "source file"],
    says: {
      ...says(
        ["uncovered", "not covered", "untested", "without coverage", "with no coverage"],
        "covered == 0",
      ),
      ...says(["fully covered", "completely covered"], "covered == lines"),
      covered: "covered > 0",
    },
    figures: {
      "coverage": COVERAGE,
      "line coverage": COVERAGE,
      "percent covered": COVERAGE,
      "coverage percent": COVERAGE,
    },
    named: ["file"],
    columns: {
      uncovered: {
        also: ["uncovered line", "missed line", "missing line"],
        most: ["least covered", "worst covered", "worst"],
      },
      covered: { also: ["covered line"], most: ["best covered", "most covered"] },
      lines: { amount: true, also: ["line", "number of line", "line count"] },
    },
  },
  doc: "one row per source file",
  columns: [
    FILE,
    column("lines", "u64", "lines that have code", 5336),
    column("covered", "u64", "lines that ran", 1701),
    column("uncovered", "u64", "lines that did not run", 1702),
    column("functions", "u64", "functions; every name of a function counts", 5337),
    column("branches", "u64", "outcomes of branches", 3006),
    column("version", "text", "version of the file, as the tool that wrote it numbers them", 5801),
  ],
}, {
  name: "tests",
  words: {
    also: ["test", "context"],
    named: ["test"],
    columns: { files: { amount: true }, lines: { amount: true } },
  },
  doc: "one row per test with a name: tests of lcov, contexts of coverage.py",
  columns: [
    column("test", "text", "name of the test; empty for code that ran in no context"),
    column("files", "u64", "source files that the test has lines of"),
    column("lines", "u64", "lines that the test reached", 5336),
  ],
}, {
  name: "test_lines",
  doc: "one row per test and line that the test reached",
  columns: [
    column("test", "text", "name of the test"),
    FILE,
    column("line", "u32", "line, from 1"),
    column("count", "u64", "how often the line ran in the test; 1 if the file only says that it ran", 1106),
  ],
}];

/** Layout of the table `lines`. */
export const LINES_TABLE: TableLayout = layoutOf(LCOV_DOCS, "lines", {
  branches: NULLABLE,
  taken: NULLABLE,
});
/** Layout of the table `functions`. */
export const FUNCTIONS_TABLE: TableLayout = layoutOf(LCOV_DOCS, "functions", {
  line: { nullable: true, zeroIsNull: true },
  end_line: { nullable: true, zeroIsNull: true },
  group: NULLABLE,
});
/** Layout of the table `branches`. */
export const BRANCHES_TABLE: TableLayout = layoutOf(LCOV_DOCS, "branches", { count: NULLABLE });
/** Layout of the table `conditions`. */
export const CONDITIONS_TABLE: TableLayout = layoutOf(LCOV_DOCS, "conditions");
/** Layout of the table `files`. */
export const FILES_TABLE: TableLayout = layoutOf(LCOV_DOCS, "files");
/** Layout of the table `tests`. */
export const TESTS_TABLE: TableLayout = layoutOf(LCOV_DOCS, "tests");
/** Layout of the table `test_lines`. */
export const TEST_LINES_TABLE: TableLayout = layoutOf(LCOV_DOCS, "test_lines");
