/**
 * The page of help on coverage traces: what counts mean, and the recipes of the cookbook.
 * @module
 */

import type { FormatPage } from "../words.ts";
import { COVERAGE_TITLES } from "./recipes.ts";

/** What is easily misread in coverage traces. */
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

/** What `quarry help coverage` shows. */
export const coveragePage: FormatPage = {
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
