/**
 * GNATcoverage binary execution traces (flat, history, merged) and decision maps.
 * @module
 */

import type { Format } from "../format.ts";
import { forEach } from "../words.ts";
import { COVERAGE_QUERIES } from "./first_queries.ts";
import { hasMagic } from "./header.ts";
import { coveragePage } from "./page.ts";
import { coverageChapters } from "./recipes.ts";
import { COVERAGE_DOCS, COVERAGE_EVENT_COLUMNS } from "./table_docs.ts";

/** The format as the registry lists it. */
export const gnatcov: Format = {
  name: "gnatcov",
  summary: "GNATcoverage binary traces and decision maps",
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
    ...forEach(["file", "line"], "source positions come from the program, compiled with -g: --exec FILE"),
    time: "coverage traces have no clock: use seq",
  },
  firstQueries: COVERAGE_QUERIES,
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
