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
      summary: "exit code 1 when it holds: 'bytes_delta > 10%', 'leaks > 0'",
    },
    { name: "output", short: "o", value: "OUT", summary: "the summary; - is standard output, as without -o" },
    SUPPRESSIONS_OPTION,
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  writes: [["-o OUT", "a summary, Markdown"]],
  examples: [
    { line: "compare main.mtrc branch.mtrc", summary: "what changed" },
    { line: "compare main.mtrc branch.mtrc --fail-if 'leaks_delta > 0'", summary: "no new leaks" },
    {
      line: "compare main.mtrc branch.mtrc --fail-if 'function.bytes_delta > 10%'",
      summary: "no function that allocates much more",
    },
  ],
  notes: `
Rules are MEASURE > NUMBER, with >=, < and <=, too. MEASURE_delta is the
change; a number with % is a part of what it was before, 4K and 1M are sizes.

Measures:
  ${measureNames("allocs").padEnd(WIDTH)}of traces with blocks
  ${"function.count function.bytes".padEnd(WIDTH)}of each function that allocates
  ${measureNames("calls", "frames").padEnd(WIDTH)}of API calls
  ${measureNames("lines").padEnd(WIDTH)}of coverage with its program

The summary goes to standard output or to OUT, for example into the comment of
a pull request. Exit codes: 0 when no rule holds, 1 when one does, 2 for a wrong
rule, 3 when a trace cannot be read.
`,
  async run(host, args) {
    if (args.operands.length !== 2) {
      throw new UsageError(`Expected two traces, found ${args.operands.length}: "quarry compare BASE NEW"`);
    }
    return await (await import("../compare/run.ts")).runCompare(host, args);
  },
};
