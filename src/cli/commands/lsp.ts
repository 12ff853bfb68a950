/**
 * `quarry lsp`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Serves the Language Server Protocol to editors over standard input and output. */
export const lspCommand: Command = {
  ...SUMMARIES.lsp,
  options: [
    {
      name: "trace",
      short: "t",
      value: "[NAME=]FILE",
      many: true,
      summary: "complete and check against this trace",
    },
    { name: "stdio", summary: "use standard input and output, the only way; some editors pass this" },
    {
      name: "clientProcessId",
      value: "PID",
      summary: "exit when this process ends; some editors pass this",
    },
    ...LOAD_OPTIONS.filter(({ name }) => name !== "strict"),
  ],
  examples: [
    { line: "lsp --trace trace.mtrc", summary: "for scripts about one trace" },
    { line: "lsp", summary: "the workspace names its trace in quarry.trace" },
  ],
  run: async (host, args, program) => await (await import("../run_lsp.ts")).runLsp(host, args, program),
};
