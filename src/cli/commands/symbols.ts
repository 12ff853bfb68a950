/**
 * `quarry symbols FILE`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { OUTPUT_OPTIONS } from "../output.ts";

/** Shows which modules have symbols. */
export const symbolsCommand: Command = {
  ...SUMMARIES.symbols,
  options: [
    {
      name: "debuginfod",
      value: "URL",
      summary: "download missing debug files from this server",
    },
    ...OUTPUT_OPTIONS,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "symbols run.pb.gz", summary: "each module, and what is missing for its names" },
    { line: "symbols run.raw --debug-dir build/debug", summary: "with your own debug files" },
    {
      line: "symbols run.pb.gz --debuginfod https://debuginfod.debian.net",
      summary: "download what is missing",
    },
    { line: "symbols run.raw -m json", summary: "every place that was searched" },
  ],
  notes: `
A row describes a program or library in the backtraces: its frames, how many of
them have a function name and a source line, what is missing, and the names of
the files that contain it: a debug file by build id, .dwo files, files shared by
dwz. Files are searched where the trace says (below --sysroot, or without it on
this machine), and by build id: in each --debug-dir, in usr/lib/debug and
usr/lib of the root, and in the downloads of a debuginfod client. Only with
--debuginfod does Quarry ask a server, with curl, for the build ids of modules
without symbols. It stores the files like a debuginfod client, so that --sysroot
finds them from then on.
`,
  async run(host, args) {
    if (args.operands.length !== 1) {
      throw new UsageError(
        `Expected one trace, found ${args.operands.length} operands: "quarry symbols FILE"`,
      );
    }
    return await (await import("../run_symbols.ts")).runSymbols(host, args);
  },
};
