/**
 * The page on coverage traces: what counts mean, and the recipes of the cookbook.
 * @module
 */

import { chapterText } from "./cookbook.ts";
import { coverageChapters } from "./cookbook/coverage_recipes.ts";
import { exampleList, wrap } from "./layout.ts";

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

/** The page. */
export function coveragePage(): string {
  const heading = (title: string): string => `${title}\n${"=".repeat(title.length)}\n\n`;
  return heading("What counts mean") + CAVEATS.map((text) => wrap(text)).join("\n") + "\n" +
    coverageChapters.map(chapterText).join("\n") + "\n" +
    heading("Programs and campaigns") +
    wrap(
      "Quarry looks for the program where the trace says, also relative to the trace, or use --exec FILE; its size and " +
        "checksum are compared with the trace. quarry repl runs/*.trace opens many traces, @LIST those that a file lists.",
    ) +
    "\n" +
    wrap(
      "quarry as gnatcov write-trace writes a cut, filtered or merged trace for gnatcov to read:",
    ) +
    exampleList([
      "quarry as gnatcov write-trace -o faults.trace --where 'fault' run.trace",
      "quarry as gnatcov write-trace -o all.trace --merge runs/*.trace",
    ]);
}
