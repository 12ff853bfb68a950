/**
 * GNATcoverage binary execution traces (flat, history, merged) and decision maps.
 * @module
 */

import type { Format } from "../format.ts";
import { type FirstQuery, type FormatPage, sameReasonFor } from "../format_types.ts";
import { hasMagic } from "./header.ts";
import { COVERAGE_TITLES, coverageChapters } from "./recipes.ts";
import { COVERAGE_DOCS, COVERAGE_EVENT_COLUMNS } from "./table_docs.ts";
import { COVERAGE_QUESTIONS } from "./questions.ts";

/** Notes about aspects of coverage traces that are easily misread. */
const CAVEATS: readonly string[] = [
  "count is the number of entries, not of executions. A flat trace has one entry for each new outcome, so it " +
  "cannot say what ran often. A merged trace has no counts.",
  "A history trace has an entry for each execution of a block that ends in a direct branch. Blocks left by a return " +
  "or an indirect jump have only their first entry. Traces that keep history only for the blocks of a decision " +
  "map do not say so.",
  "So edges are exact only after entries with a branch direction (column exact), and first and last are places in " +
  "the trace, not times.",
  "taken and fallthrough are branch directions 0 and 1. Which is which depends on the simulator and the target; an " +
  "unconditional jump counts as taken, a block that the simulator split counts as fallthrough.",
  "The state of a function is about bytes alone: + means that all bytes ran, not that all outcomes were seen.",
  "Addresses are relative to the module's code, or to the load address if the trace has one. Traces can be compared only " +
  "when their addresses mean the same: a position-independent program without a load address moves from run to run.",
];

/** The help page of `quarry help coverage`. */
const coveragePage: FormatPage = {
  name: "coverage",
  summary: "Coverage traces: questions, several runs, and what counts mean",
  before: [{ title: "What counts mean", texts: CAVEATS }],
  chapters: COVERAGE_TITLES,
  after: [{
    title: "Programs and campaigns",
    texts: [
      "Quarry looks for the program where the trace says, also relative to the trace, or use --exec FILE; its size and " +
      "checksum are compared with the trace. quarry repl runs/*.trace opens many traces, @LIST those that a file lists.",
      "quarry as gnatcov write-trace writes a cut, filtered or merged trace for gnatcov to read:",
    ],
    examples: [
      "quarry as gnatcov write-trace -o faults.trace --where 'fault' run.trace",
      "quarry as gnatcov write-trace -o all.trace --merge runs/*.trace",
    ],
  }],
};

/** Suggested queries; only those that a trace can answer are shown. */
const COVERAGE_QUERIES: readonly FirstQuery[] = [
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
  {
    query: "blocks | by outcome",
    answers: "branches by outcome: one way, both or none",
    needs: ["blocks.size"],
  },
  { query: "gaps | top 10 by size", answers: "the largest stretches that never ran", needs: ["gaps.size"] },
];

/** The format as the registry lists it. */
export const gnatcov: Format = {
  name: "gnatcov",
  summary: "GNATcoverage binary traces and decision maps",
  grows: { unit: "records", leavesOut: true, goesOn: true },
  tables: [
    "events",
    "entries",
    "blocks",
    "ranges",
    "gaps",
    "edges",
    "functions",
    "lines",
    "files",
    "uncovered",
    "symbols",
    "sections",
    "runs",
  ],
  has: ["programs"],
  record: "entry",
  tableDocs: COVERAGE_DOCS,
  eventColumns: COVERAGE_EVENT_COLUMNS,
  absent: {
    thread: "coverage traces have no threads",
    func: "functions come from the program: --exec FILE",
    ...sameReasonFor(
      ["file", "line"],
      "source positions come from the program, compiled with -g: --exec FILE",
    ),
    time: "coverage traces have no clock: use seq",
  },
  firstQueries: COVERAGE_QUERIES,
  asked: COVERAGE_QUESTIONS,
  blockless: "a coverage trace says which code ran, and nothing about memory; try: lines | where not covered",
  subject: { table: "lines", key: "func" },
  profile: {
    query: "blocks | by trace, module, symbol, file, line, addr: executions = sum(count)",
    weights: [{ name: "executions", unit: "count" }],
    first: "executions",
  },
  recipes: coverageChapters,
  page: coveragePage,
  readsAgain: [],
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasMagic(head, 0, head.length),
  read: async (...input) => await (await import("./reader.ts")).readGnatcov(...input),
};
