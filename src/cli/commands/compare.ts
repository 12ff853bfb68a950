/**
 * `quarry compare BASE NEW --fail-if RULE`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { measureNames } from "../compare/measures.ts";
import { FORCE_OPTION, LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";

/** Width of a line of measure names. */
const WIDTH = 45;

/** Compares two runs, for build servers. */
export const compareCommand: Command = {
  ...SUMMARIES.compare,
  options: [
    {
      name: "fail-if",
      value: "RULE",
      many: true,
      summary: "exit code 1 if it matches: 'bytes_delta > 10%', 'leaks > 0'",
    },
    { name: "output", short: "o", value: "OUT", summary: "the summary; - is standard output, as without -o" },
    SUPPRESSIONS_OPTION,
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  writes: [["-o OUT", "a summary, Markdown"]],
  examples: [
    { line: "compare main.mtrc branch.mtrc", summary: "what changed" },
    {
      line: "compare main.mtrc branch.mtrc --fail-if 'leaks_delta > 0'",
      summary: "fails if there are new leaks",
    },
    {
      line: "compare main.mtrc branch.mtrc --fail-if 'function.bytes_delta > 10%'",
      summary: "fails if a function allocates much more",
    },
  ],
  notes: `
A rule is MEASURE > NUMBER, or with >=, < or <=. MEASURE_delta is the change
from BASE to NEW, and 10% is a tenth of the number in BASE; 4K and 1M are sizes.

Measures:
  ${measureNames("allocs").padEnd(WIDTH)}for traces with blocks
  ${"function.count function.bytes".padEnd(WIDTH)}for each function that allocates
  ${measureNames("calls", "frames").padEnd(WIDTH)}for API calls
  ${measureNames("lines").padEnd(WIDTH)}for coverage with its program

The summary goes to standard output or to OUT, for example for a comment on
a pull request. Exit codes: 0 if no rule matches, 1 if one does, 2 for a wrong
rule, 3 if a trace cannot be read.
`,
  async run(host, args) {
    if (args.operands.length !== 2) {
      throw new UsageError(`Expected two traces, found ${args.operands.length}: "quarry compare BASE NEW"`);
    }
    return await (await import("../compare/run.ts")).runCompare(host, args);
  },
};
