/**
 * `quarry pipe [NAME=]FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { MEMORY_OPTION, THREADS_OPTION } from "../load_options.ts";

/** Answers queries of another program over standard input and output. */
export const pipeCommand: Command = {
  ...SUMMARIES.pipe,
  options: [
    MEMORY_OPTION,
    THREADS_OPTION,
    { name: "no-cache", summary: "neither use nor save indexes of traces" },
    { name: "index", value: "DIR", summary: "keep indexes of traces in DIR" },
  ],
  examples: [{ line: "pipe", summary: "started by the Python package quarry-trace" }],
  notes: `
A request is a line of JSON with its own number:
  {"id":1,"open":"run.mtrc","name":"run"}
  {"id":2,"query":"leaks | by func","params":{"least":1}}
  {"id":3,"close":"run"}  {"id":4,"tables":true}  {"id":5,"headline":true}

Replies are lines of JSON, one request after the other. While a trace loads,
lines have "progress"; rows come as lines with "bytes", each followed by that
many bytes of an Arrow stream. The last line of a reply has "ok": true and the
result, or false and an "error" with its class, its code, and its text with
carets.
`,
  run: async (host) => await (await import("../run_pipe.ts")).runPipe(host),
};
