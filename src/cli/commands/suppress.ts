/**
 * `quarry suppress FILE [N | FILTER]`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { OUTPUT_OPTIONS } from "../output.ts";
import { SUPPRESSION_SYNTAXES } from "../suppression_syntaxes.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";

/** Writes suppressions for leaks. */
export const suppressCommand: Command = {
  ...SUMMARIES.suppress,
  options: [
    {
      name: "syntax",
      value: "TOOL",
      choices: Object.keys(SUPPRESSION_SYNTAXES),
      summary: `the tool that reads them: ${Object.keys(SUPPRESSION_SYNTAXES).join(", ")}`,
    },
    SUPPRESSIONS_OPTION,
    ...OUTPUT_OPTIONS,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "suppress run.zst", summary: "the leaks by backtrace, numbered" },
    { line: "suppress run.zst 1 >> known.supp", summary: "leave out the largest one from now on" },
    {
      line: `suppress run.zst 'place ~ "cache*"' --syntax valgrind`,
      summary: "all leaks that pass a filter",
    },
  ],
  notes: `
Suppressions go to standard output. A line for LeakSanitizer names one
function and suppresses every leak with it in its backtrace: Quarry takes the
function that the fewest other leaks have, and reports their number on standard
error. A suppression for valgrind lists the frames of the backtrace, innermost
first; valgrind compares mangled names of C++ functions, and a trace may have
other names.

With --suppressions FILE, leaks listed in FILE are left out.
`,
  async run(host, args) {
    if (args.operands.length < 1 || args.operands.length > 2) {
      throw new UsageError(
        `Expected a trace and a number or filter, found ${args.operands.length} operands: "quarry suppress FILE [N]"`,
      );
    }
    return await (await import("../run_suppress.ts")).runSuppress(host, args);
  },
};
