/**
 * The commands of `gnatcov` that print traces.
 * @module
 */

import { FILE_LIMITS } from "../../base/limits/file_limits.ts";
import { UsageError } from "../../base/errors.ts";
import type { ByteSource } from "../../bytes/byte_source.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import { TraceBase } from "../../formats/gnatcov/derive/trace_base.ts";
import { Arena } from "../../memory/arena.ts";
import { readCommandLine, type StandInOption } from "../options.ts";
import { readSource } from "../read_source.ts";
import type { CompatHost } from "../stand_in.ts";
import { dumpTraceBase } from "./dump_base.ts";
import { DumpError } from "./dump_error.ts";
import { dumpSourceTrace } from "./dump_src_trace.ts";
import { dumpTrace } from "./dump_trace.ts";
import { extractTraces, numberedTraceName } from "./extract_base64.ts";
import type { TraceJob } from "./jobs.ts";
import { Output } from "./output.ts";

const SPLIT = "split-extracted-traces";

/**
 * Options of all commands except `write-trace`; options of the original that have no effect here are
 * accepted.
 */
export const DUMP_OPTIONS: readonly StandInOption[] = [
  {
    name: SPLIT,
    summary: "of extract-base64-trace: all traces of the log, as OUT, then OUT with -1, -2 ...",
  },
  { name: "target", value: "TARGET", summary: "ignored: traces of both word sizes are read" },
  { name: "RTS", value: "RTS", summary: "ignored" },
  { letter: "v", name: "verbose", summary: "ignored" },
  { letter: "q", name: "quiet", summary: "ignored" },
  { name: "all-messages" },
];

/** Prints one file; returns false if the run must end with exit status 1. */
type Dump = (job: TraceJob) => Promise<boolean>;

const FIRST_WINDOW = 1 << 20;
/** Maximum nesting of lists, which may name other lists. */
const DEEPEST_LIST: number = FILE_LIMITS.traceLists.most;

/** Runs a command line without the program's name; returns the exit status. */
export async function runGnatcov(args: readonly string[], host: CompatHost): Promise<number> {
  const [command, ...rest] = args;
  const { options, operands: files } = readCommandLine(rest, DUMP_OPTIONS, { who: "gnatcov" });
  const split = options.some(([{ name }]) => name === SPLIT);
  if (command === "extract-base64-trace") {
    return await withErrorOutput(host, () => extract(files, split, host));
  }
  const dump = dumpOf(command);
  return await withErrorOutput(host, async (out) => {
    const names = await expandLists(files, host);
    if (names.length === 0) throw new UsageError(`gnatcov ${command}: name a trace file`);
    const campaign = { machine: 0 };
    const arena = new Arena();
    let clean = true;
    for (const file of names) {
      const window = new ByteWindow(await openTraceFile(file, host), arena, FIRST_WINDOW);
      try {
        const complain = async (line: string): Promise<void> => {
          await out.flush();
          await host.writeError(`gnatcov: ${line}\n`);
        };
        clean = (await dump({ window, arena, file, out, campaign, complain })) && clean;
      } finally {
        window.close();
      }
    }
    return clean ? 0 : 1;
  });
}

function dumpOf(command: string | undefined): Dump {
  const base = new TraceBase();
  switch (command) {
    case "dump-trace":
      return (job) => dumpTrace(job, false);
    case "dump-trace-raw":
      return (job) => dumpTrace(job, true);
    case "dump-trace-base":
      return (job) => dumpTraceBase(job, base);
    case "dump-src-trace":
      return async ({ window, out }) => {
        await dumpSourceTrace(window, out);
        return true;
      };
    default: {
      const known = "dump-trace, dump-trace-raw, dump-trace-base, dump-src-trace, extract-base64-trace";
      const what = command === undefined ? "a command is missing" : `unknown command ${command}`;
      throw new UsageError(`gnatcov: ${what}: expected one of ${known}`);
    }
  }
}

/** Runs a command that prints; its errors go to standard error. */
export async function withErrorOutput(
  host: CompatHost,
  run: (out: Output) => Promise<number>,
): Promise<number> {
  const out = new Output((bytes) => host.writeOut(bytes));
  try {
    const status = await run(out);
    await out.flush();
    return status;
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    await out.flush();
    for (const line of error.lines) {
      await host.writeError(line.startsWith("raised ") ? `${line}\n` : `gnatcov: ${line}\n`);
    }
    return 1;
  }
}

/** Replaces `@LIST` by the names in the list. */
export async function expandLists(
  files: readonly string[],
  host: Pick<CompatHost, "openBytes">,
  depth = 0,
): Promise<string[]> {
  const names: string[] = [];
  for (const file of files) {
    if (!file.startsWith("@")) {
      names.push(file);
      continue;
    }
    const list = file.slice(1);
    if (depth === DEEPEST_LIST) {
      throw new DumpError(`cannot open input list ${list}: too many lists inside each other`);
    }
    const lines = new TextDecoder().decode(await readSource(await openTraceFile(list, host))).split(/\r?\n/);
    names.push(...(await expandLists(lines.filter((line) => line !== ""), host, depth + 1)));
  }
  return names;
}

async function extract(files: readonly string[], split: boolean, host: CompatHost): Promise<number> {
  const [log, output] = files;
  if (log === undefined || output === undefined || files.length !== 2) {
    throw new DumpError("Exactly two arguments expected");
  }
  const traces = extractTraces(await readSource(await openTraceFile(log, host)));
  // Without the option, each trace overwrites the previous one.
  const kept = split ? traces : traces.slice(-1);
  for (const [nth, bytes] of kept.entries()) {
    await host.writeFile(split ? numberedTraceName(output, nth) : output, (write) => write(bytes));
  }
  return 0;
}

/** Opens a file, or throws the original's error. */
export async function openTraceFile(path: string, host: Pick<CompatHost, "openBytes">): Promise<ByteSource> {
  try {
    return await host.openBytes!(path);
  } catch {
    throw new DumpError(`${path}: cannot open file`);
  }
}
