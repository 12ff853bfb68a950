/**
 * `quarry server`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { MEMORY_OPTION, THREADS_OPTION } from "../load_options.ts";

/** Starts, stops and shows the resident server of this version. */
export const serverCommand: Command = {
  ...SUMMARIES.server,
  options: [
    { name: "idle", value: "TIME", summary: "end after this time without a query: 30m by default" },
    MEMORY_OPTION,
    THREADS_OPTION,
  ],
  examples: [
    { line: "server start", summary: "from now on quarry query uses it" },
    { line: "server start --idle 2h --memory 2G", summary: "run longer when idle, use less memory" },
    { line: "server status", summary: "what it stores, and how many queries it has answered" },
    { line: "server stop", summary: "end it" },
  ],
  notes: `
Only its owner can use it: its address and its key are in a file that only the
owner can read. Answers are the same as without the server. quarry query runs
the query itself while the server is busy or if it has another version, and for
everything that the server does not support: scripts on standard input, --each,
--engine, --follow, --sysroot and output files, among others.
`,
  needs: 'Name an action: "quarry server start", "stop" or "status"',
  async run(host, args, program) {
    const [what, ...more] = args.operands;
    const { SERVER_ACTIONS } = await import("../resident/run_server.ts");
    const work = more.length === 0 ? SERVER_ACTIONS[what!] : undefined;
    if (!work) {
      throw new UsageError(`Unexpected "${more[0] ?? what}": use "quarry server start", "stop" or "status"`);
    }
    return await work(host, args, program);
  },
};
