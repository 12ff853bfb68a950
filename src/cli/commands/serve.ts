/**
 * `quarry serve [NAME=]FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";

/** Serves the workbench to a browser on this machine. */
export const serveCommand: Command = {
  ...SUMMARIES.serve,
  options: [
    { name: "open", summary: "start the browser" },
    {
      name: "port",
      value: "N",
      summary: "listen on this port (otherwise 7237 or any free port; 0: any free port)",
    },
    {
      name: "listen",
      value: "ADDRESS",
      choices: ["127.0.0.1", "::1", "0.0.0.0", "::"],
      summary: "0.0.0.0 or :: lets other machines in: whoever has the address reads the traces, unencrypted",
    },
    { name: "follow", summary: "the traces are still being written: the page shows what is new" },
    { name: "sources", value: "DIR", summary: "show source files below DIR" },
    SUPPRESSIONS_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "serve trace.mtrc --open", summary: "the workbench about a trace" },
    { line: "serve before=run1.mtrc after=run2.mtrc", summary: "two traces, also compared" },
    { line: "serve --follow trace.mtrc", summary: "a trace that is still being written" },
  ],
  notes: `
The command prints an address with a token; requests without it are refused.
Everything is served by this program, and no request leaves the machine. Only
the open traces and files below DIR can be read. Ctrl-C stops the server; the
queries you typed stay in the browser.
`,
  needs: 'Cannot serve without a trace: "quarry serve FILE..."',
  run: async (host, args) => await (await import("../run_serve.ts")).runServe(host, args),
};
