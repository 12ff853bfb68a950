/**
 * `quarry record [--] PROGRAM [ARGS...]`.
 * @module
 */

import { tracers } from "../../record/registry.ts";
import type { Tracer } from "../../record/tracer.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Names of the tracers that satisfy a predicate, as a list. */
function namesOf(holds: (tracer: Tracer) => unknown): string {
  return tracers.filter(holds).map(({ name }) => name).join(", ");
}

/** Runs a program with a tracer, and reports the trace that it wrote. */
export const recordCommand: Command = {
  ...SUMMARIES.record,
  startsProgram: true,
  options: [
    {
      name: "with",
      value: "TOOL",
      choices: tracers.map(({ name }) => name),
      summary: "record with this tracer instead of the one for the program",
    },
    {
      name: "output",
      short: "o",
      value: "FILE",
      summary: "the trace; otherwise NAME.PID.EXT in this folder",
    },
    { name: "force", summary: "replace FILE" },
    {
      name: "pid",
      value: "PID",
      summary: `attach to a process that runs (${namesOf(({ attach }) => attach)})`,
    },
    {
      name: "native",
      summary: `also record frames of C and C++ (${namesOf(({ options }) => options?.includes("native"))})`,
    },
    {
      name: "api",
      value: "API",
      choices: tracers.flatMap(({ apis = [] }) => apis),
      summary: `which calls are recorded (${namesOf(({ apis }) => apis)})`,
    },
    {
      name: "watch",
      value: "QUERY",
      many: true,
      summary: "show this while the program runs, whenever the trace has grown",
    },
    { name: "every", value: "TIME", summary: "how often --watch checks the trace, 2s by default" },
    { name: "no-open", summary: "no prompt afterwards" },
    { name: "dry-run", summary: "print the command and the environment it would get, and stop" },
    { name: "list", summary: "print the tracers, and which of them are installed" },
    ...LOAD_OPTIONS.filter(({ name }) => name !== "format"),
  ],
  examples: [
    { line: "record ./app input.txt", summary: "allocations of a native program" },
    { line: "record python3 job.py", summary: "allocations of a script" },
    { line: `record --with ${namesOf(({ apis }) => apis)} -o run.trace ./game`, summary: "calls of OpenGL" },
    {
      line: "record --watch 'live @ end | by func | top 5 by bytes' ./app",
      summary: "what is live, while it runs",
    },
    { line: "record --list", summary: "what this machine can record" },
  ],
  writes: [[
    "-o FILE, or NAME.PID.EXT",
    "the trace that the tracer writes; an existing file is replaced only with --force",
  ]],
  notes: `
The program keeps its input, its output and its exit code; Quarry's own output
goes to standard error. If a signal ends the program, the exit code is 128 plus
its number: 130 for Ctrl-C, 143 for SIGTERM. 127 and 126 mean that the program
does not exist or cannot be started; 3 means that the tracer is not installed,
or that the run left no trace. "quarry help recording" says which tracer to use.
`,
  run: async (host, args, program) => await (await import("../run_record.ts")).runRecord(host, args, program),
};
