/**
 * `quarry check FILE.qry...`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Parses and type-checks scripts without running them. */
export const checkCommand: Command = {
  name: "check",
  usage: "FILE.qry...",
  summary: "Parse and type-check scripts",
  options: [
    {
      name: "trace",
      short: "t",
      value: "[NAME=]FILE",
      many: true,
      summary: "check names and values against this trace",
    },
    ...LOAD_OPTIONS.filter(({ name }) => name === "format"),
  ],
  examples: [
    { line: "check leaks.qry", summary: "show every error" },
    { line: "check leaks.qry --trace trace.mtrc", summary: "also find names that the trace lacks" },
  ],
  async run(host, args) {
    if (args.operands.length === 0) {
      throw new UsageError('Cannot check without a file: "quarry check FILE.qry..."');
    }
    const { runCheck } = await import("../run_check.ts");
    return await runCheck(host, args);
  },
};
