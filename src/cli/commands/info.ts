/**
 * `quarry info FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";

/** Summarises trace files. */
export const infoCommand: Command = {
  ...SUMMARIES.info,
  options: [
    { name: "json", summary: "one JSON object for all files" },
    { name: "json-numbers", summary: "write 64-bit numbers as numbers even when that rounds them" },
    SUPPRESSIONS_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "info trace.mtrc", summary: "a summary" },
    { line: "info --json run1.mtrc run2.mtrc", summary: "the same for programs" },
    { line: "info - < trace.mtrc.gz", summary: "from standard input, decompressed" },
  ],
  needs: 'Cannot summarize without a trace: "quarry info FILE..."',
  run: async (host, args) => await (await import("../info/run.ts")).runInfo(host, args),
};
