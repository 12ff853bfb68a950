/**
 * `quarry server`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { HEADS } from "../heads.ts";
import { MEMORY_OPTION, THREADS_OPTION } from "../load_options.ts";

/** Starts, stops and shows the server of this version. */
export const serverCommand: Command = {
  ...HEADS.server,
  options: [
    { name: "idle", value: "TIME", summary: "end after so long without a question: 30m unless said" },
    MEMORY_OPTION,
    THREADS_OPTION,
  ],
  examples: [
    { line: "server start", summary: "from now on quarry query asks it" },
    { line: "server start --idle 2h --memory 2G", summary: "stay longer, keep less" },
    { line: "server status", summary: "what it keeps, how many questions it has answered" },
    { line: "server stop", summary: "end it" },
  ],
  notes:
    `It hears one person on this machine: who asks has to know what a file with the owner's rights says. Answers
are those of quarry query without it, which answers itself where the server does not take a
question at once: while it is busy, is of another version, or cannot know (a script on standard
input, --each, --engine, --follow, files that are written, programs that name functions).`,
  needs: 'Cannot tell what to do: "quarry server start", "stop" or "status"',
  async run(host, args, program) {
    const [what, ...more] = args.operands;
    const { SERVER_WORK } = await import("../resident/run_server.ts");
    const work = more.length === 0 ? SERVER_WORK[what!] : undefined;
    if (!work) {
      throw new UsageError(`Unexpected "${more[0] ?? what}": use "quarry server start", "stop" or "status"`);
    }
    return await work(host, args, program);
  },
};
