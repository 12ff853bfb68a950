/**
 * `quarry lsp`.
 * @module
 */

import type { Command } from "../command.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Serves editors on standard input and output. */
export const lspCommand: Command = {
  name: "lsp",
  usage: "[--trace [NAME=]FILE]...",
  summary: "Language server on standard input and output",
  options: [
    {
      name: "trace",
      short: "t",
      value: "[NAME=]FILE",
      many: true,
      summary: "complete and check against this trace",
    },
    { name: "stdio", summary: "standard input and output, as always; some editors say so" },
    {
      name: "clientProcessId",
      value: "PID",
      summary: "leave when this process is gone; some editors say so",
    },
    ...LOAD_OPTIONS.filter(({ name }) => name !== "strict"),
  ],
  examples: [
    { line: "lsp --trace trace.mtrc", summary: "for scripts about one trace" },
    { line: "lsp", summary: "the workspace names its trace: quarry.trace" },
  ],
  async run(host, args) {
    const { runLsp } = await import("../run_lsp.ts");
    return await runLsp(host, args);
  },
};
