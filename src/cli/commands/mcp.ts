/**
 * `quarry mcp`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { MEMORY_OPTION, THREADS_OPTION } from "../load_options.ts";

/** Serves the Model Context Protocol to assistants over standard input and output. */
export const mcpCommand: Command = {
  ...SUMMARIES.mcp,
  options: [
    { name: "allow", value: "DIR", many: true, summary: "traces below DIR may be opened" },
    MEMORY_OPTION,
    THREADS_OPTION,
  ],
  examples: [
    { line: "mcp trace.mtrc", summary: "opens a trace; others beside it may be opened too" },
    { line: "mcp --allow traces", summary: "the assistant opens what it needs in a folder" },
  ],
  notes: `An assistant starts this command and sends it requests; docs/assistants.md has
the settings for common assistants. The command may open files in the folders of
the given files and of --allow, and reads nothing else: links out of them are
refused. It writes nothing, saves no index, and does not use the network, so
deno run --allow-read=DIR is enough. "quarry help limits" has the limits on
time, rows and texts.
`,
  run: async (host, args, program) => await (await import("../run_mcp.ts")).runMcp(host, args, program),
};
