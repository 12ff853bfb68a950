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
      summary: "download debug files that are missing from this server",
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
A row is a program or library of the backtraces: its frames, how many of them
have the name of a function and a source line, what is missing, and the names of
the files that have it: a debug file by build id, .dwo files, what dwz shares.
Files are looked for where the trace says (below --sysroot, which is this
machine unless it is given), and by build id: in each --debug-dir, in
usr/lib/debug and usr/lib of the root, and in what a client of debuginfod has
downloaded. Only with --debuginfod a server is asked, by curl, for the build ids
of modules without symbols: what it has is kept as such a client would, and
--sysroot finds it there from then on.
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
