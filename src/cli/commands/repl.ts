/**
 * `quarry repl [NAME=]FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { ENGINE_OPTIONS } from "../engine_options.ts";
import { QUERY_OPTIONS } from "../query_options.ts";

/** Runs the interactive prompt until the user leaves. */
export const replCommand: Command = {
  ...SUMMARIES.repl,
  options: [
    ...QUERY_OPTIONS,
    ...ENGINE_OPTIONS,
    { name: "follow", summary: "the traces are still being written: read what is new before each query" },
    { name: "interactive", short: "i", summary: "stay at the prompt after -e and -f" },
  ],
  examples: [
    { line: "repl trace.mtrc", summary: "a prompt; .help there lists its commands" },
    { line: "repl a=run1.mtrc b=run2.mtrc", summary: "two traces under short names" },
    { line: "repl --follow trace.mtrc", summary: "a trace that is still being written" },
    { line: "repl --dataset traces --engine duckdb", summary: "many traces, queried by an engine" },
  ],
  async run(host, args, program) {
    const asks = args.values("eval").length + args.values("file").length > 0;
    if (!asks || args.has("interactive")) {
      return await (await import("../run_repl.ts")).runRepl(host, args, program);
    }
    if (args.value("engine") === undefined) {
      return await (await import("../run_queries.ts")).runQueries(host, args, program);
    }
    return await (await import("../run_engine.ts")).runOnEngine(host, args);
  },
};
