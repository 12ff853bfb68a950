/**
 * `write-trace`: writes traces that are cut, filtered or merged. The original has no such command, but reads
 * the output.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import type { Problem } from "../../events/trace_sink.ts";
import { SECTION, TAG } from "../../formats/gnatcov/constants.ts";
import { TraceBase } from "../../formats/gnatcov/derive/trace_base.ts";
import type { TraceHead } from "../../formats/gnatcov/head.ts";
import {
  cutTrace,
  mergeTrace,
  type RetainedEntry,
  type Selection,
  writeMerged,
} from "../../formats/gnatcov/rewrite.ts";
import { Arena } from "../../memory/arena.ts";
import { lastOptionValues, readCommandLine, type StandInOption } from "../options.ts";
import { DumpError } from "./dump_error.ts";
import type { CompatHost, WritePiece } from "../stand_in.ts";
import { entryFilter } from "./entry_filter.ts";
import { readSource } from "../read_source.ts";
import { expandLists, openTraceFile, withErrorOutput } from "./run.ts";

/** The parsed options. */
interface WriteOptions {
  readonly files: readonly string[];
  readonly output: string;
  readonly merge: boolean;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly where: string | undefined;
  readonly exec: string | undefined;
}

/** Options of `write-trace`. */
export const WRITE_OPTIONS: readonly StandInOption[] = [
  { letter: "o", name: "output", value: "OUT", summary: "the new trace" },
  { name: "from", value: "N", summary: "the entries from this number on, counted from 1" },
  { name: "to", value: "N", summary: "the entries up to this number" },
  {
    name: "where",
    value: "FILTER",
    summary: "the entries that pass a filter of the query language on the table entries",
  },
  { name: "exec", value: "FILE", summary: "the program, for filters on symbol" },
  {
    name: "merge",
    summary: "all traces as one: disjoint ranges with outcomes or-ed, by the rules of dump-trace-base",
  },
];

/** Runs a command line without the command's name; returns the exit status. */
export async function writeTraces(args: readonly string[], host: CompatHost): Promise<number> {
  const options = parseOptions(args);
  return await withErrorOutput(host, async () => {
    const files = await expandLists(options.files, host);
    if (files.length === 0) throw new UsageError("gnatcov write-trace: name a trace file");
    if (files.length > 1 && !options.merge) {
      throw new UsageError("gnatcov write-trace: give --merge to write several traces as one");
    }
    let whole = false;
    const work = async (write: WritePiece): Promise<void> => {
      whole =
        await (options.merge ? merged(files, options, host, write) : cut(files[0]!, options, host, write));
    };
    if (options.output === "-") await work((piece) => host.writeOut(piece));
    else await host.writeFile(options.output, work);
    return whole ? 0 : 1;
  });
}

function parseOptions(args: readonly string[]): WriteOptions {
  const given = readCommandLine(args, WRITE_OPTIONS, { who: "gnatcov write-trace" });
  const values = lastOptionValues(given.options);
  const output = values.get("output");
  if (output === undefined) throw new UsageError("gnatcov write-trace: name the new trace with -o OUT");
  return {
    files: given.operands,
    output,
    merge: values.has("merge"),
    from: entryNumber("from", values),
    to: entryNumber("to", values),
    where: values.get("where"),
    exec: values.get("exec"),
  };
}

function entryNumber(name: "from" | "to", values: ReadonlyMap<string, string>): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`gnatcov write-trace: --${name} needs the number of an entry, from 1`);
}

/**
 * Writes the selected entries of a file; returns false if the file was damaged, after writing everything that
 * could be read.
 */
async function cut(
  file: string,
  options: WriteOptions,
  host: CompatHost,
  write: WritePiece,
): Promise<boolean> {
  const problems = new Problems(file);
  const pieces: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    for (const piece of pieces.splice(0)) await write(piece);
  };
  const selection = { ...await selectionOf(file, options, host, problems), flush };
  const arena = new Arena();
  const window = new ByteWindow(await openTraceFile(file, host), arena);
  try {
    if (!(await cutTrace(window, arena, selection, (piece) => void pieces.push(piece.slice())))) {
      throw new DumpError(`${file}: no trace entries`);
    }
  } finally {
    window.close();
  }
  await flush();
  await problems.tell(host);
  return problems.none;
}

/** Merges several files into one trace. */
async function merged(
  files: readonly string[],
  options: WriteOptions,
  host: CompatHost,
  write: WritePiece,
): Promise<boolean> {
  const arena = new Arena();
  const base = new TraceBase();
  let first: TraceHead | undefined;
  let whole = true;
  for (const file of files) {
    const problems = new Problems(file);
    const selection = await selectionOf(file, options, host, problems);
    const window = new ByteWindow(await openTraceFile(file, host), arena);
    try {
      const head = await mergeTrace(window, arena, base, selection);
      if (!head) throw new DumpError(`${file}: no trace entries`);
      if (head.section!.kind === SECTION.decisionMap) {
        throw new DumpError(`${file}: execution trace expected, but this is a decision map`);
      }
      const { machine, pcSize } = (first ??= head).section!;
      if (machine !== head.section!.machine || pcSize !== head.section!.pcSize) {
        throw new DumpError(`${file}: target machine doesn't match previous one`);
      }
    } finally {
      window.close();
    }
    await problems.tell(host);
    whole &&= problems.none;
  }
  const pieces: Uint8Array[] = [];
  // The original writes infos in the order of their tags. The kernel is left out: merged addresses are
  // already relative, and with a kernel the original would wait for a load address.
  const infos = first!.infos.filter(({ tag }) => tag !== TAG.kernelFileName).sort((a, b) => a.tag - b.tag);
  writeMerged(base, { ...first!, infos }, (piece) => void pieces.push(piece.slice()));
  for (const piece of pieces) await write(piece);
  return whole;
}

/** The selection that the options make for a file. */
async function selectionOf(
  file: string,
  { from, to, where, exec }: WriteOptions,
  host: CompatHost,
  problems: Problems,
): Promise<Selection> {
  return {
    problems,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(where === undefined ? {} : { keep: await filterOf(file, where, exec, host) }),
  };
}

async function filterOf(
  file: string,
  where: string,
  exec: string | undefined,
  host: CompatHost,
): Promise<(entry: RetainedEntry) => boolean> {
  const program = exec === undefined ? undefined : await readSource(await openTraceFile(exec, host));
  return await entryFilter({ source: await openTraceFile(file, host), path: file, where, exec, program });
}

/** Reports errors in a trace: prints a line for each, and records that data is missing. */
class Problems {
  readonly #file: string;
  readonly #errors: Problem[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get none(): boolean {
    return this.#errors.length === 0;
  }

  problem(problem: Problem): void {
    if (problem.severity === "error") this.#errors.push(problem);
  }

  async tell(host: CompatHost): Promise<void> {
    for (const { message, handling, offset } of this.#errors) {
      await host.writeError(`gnatcov: ${this.#file}: ${message} at byte ${offset}: ${handling}\n`);
    }
  }
}
