/**
 * `quarry check FILE.qry...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";

/** Parses and type-checks scripts without running them. */
export const checkCommand: Command = {
  ...SUMMARIES.check,
  options: [
    {
      name: "trace",
      short: "t",
      value: "[NAME=]FILE",
      many: true,
      summary: "check names and values against this trace",
    },
    SUPPRESSIONS_OPTION,
    ...LOAD_OPTIONS.filter(({ name }) => name === "format"),
  ],
  examples: [
    { line: "check leaks.qry", summary: "show every error" },
    { line: "check leaks.qry --trace trace.mtrc", summary: "also find names that the trace lacks" },
  ],
  needs: 'Cannot check without a file: "quarry check FILE.qry..."',
  run: async (host, args) => await (await import("../run_check.ts")).runCheck(host, args),
};
