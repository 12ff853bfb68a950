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
Quarry looks the words up in lists, and must understand all of them; no language
model and no other machine is involved. It also reads queries in SQL, Kusto,
PRQL, Splunk and jq, and the questions of "quarry help cookbook". The query goes
to standard error, its answer to standard output. If the words may mean several
things, the first query is run and the others are listed. Exit code 2: the words
were not understood.
`,
  needs: "Cannot answer without a question and a trace: \"quarry ask 'WORDS' FILE\"",
  run: async (host, args) => await (await import("../run_ask.ts")).runAsk(host, args),
};
