/**
 * What coverage traces add to a session: the table `runs`, names of code, and reasons why a table is missing.
 * @module
 */

import type { Extension } from "../../query/operators/extension.ts";
import {
  columnNeedsProgram,
  needsLines,
  ProgramNames,
  tableNeedsProgram,
} from "../programs/program_names.ts";
import { RunCoverage } from "./run_coverage.ts";
import { RUNS_TABLE } from "./runs_table.ts";

/** The extension; it caches what the open traces cover. */
export const COVERAGE: Extension<RunCoverage> = {
  open: (tables) => new RunCoverage((open, name) => tables.table(open, name)),
  tables: [RUNS_TABLE],
  codeNames: (traces) => new ProgramNames(traces),
  missingTable(trace, table) {
    if (tableNeedsProgram(trace, table)) {
      return "it needs the program of the trace, which was not found: --exec FILE";
    }
    return needsLines(trace, table)
      ? "it needs a program with a line table: compile with -g and keep .debug_line"
      : undefined;
  },
  isEmptyColumn: columnNeedsProgram,
};
