/**
 * `quarry ask WORDS [NAME=]FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";
import { OUTPUT_OPTIONS } from "../output.ts";

/** Answers a question in plain words. */
export const askCommand: Command = {
  ...SUMMARIES.ask,
  options: [...OUTPUT_OPTIONS, SUPPRESSIONS_OPTION, ...LOAD_OPTIONS],
  examples: [
    { line: "ask 'largest leaks by function' trace.mtrc", summary: "the query, and its answer" },
    { line: "ask 'uncovered functions' run.trace", summary: "of a coverage trace" },
    { line: "ask 'compare leaks by func' before=run1.mtrc after=run2.mtrc", summary: "of two traces" },
  ],
  notes: `
Words are looked up in lists, and all of them must be understood; no language
model and no other machine is involved. Queries of SQL, Kusto, PRQL, Splunk and
jq are read too, and questions of "quarry help cookbook". The query goes to
standard error, its answer to standard output. Where words may mean several
things, the first query is answered and the others are named. Exit code 2:
nothing was understood.
`,
  needs: "Cannot answer without a question and a trace: \"quarry ask 'WORDS' FILE\"",
  run: async (host, args) => await (await import("../run_ask.ts")).runAsk(host, args),
};
