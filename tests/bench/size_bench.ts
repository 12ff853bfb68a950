/**
 * `deno task bench size`: how large traces load and answer within budgets of memory, each query in its own process, and
 * what stays in memory for each million events of some formats.
 *
 *     deno task bench size [--events 5000000,...] [--budgets 2G,1G,256M,64M] [--json FILE] [--folder DIR] [--resident N]
 *
 * A trace takes 22 bytes per event, its index 27, and spilled data up to 60 more: a measurement is not begun with less
 * than 120 bytes per event free on the disk of the folder. Results in FILE are not measured again, so that an
 * interrupted run can continue; with `--folder` traces and indexes are kept for that until the run is complete, and
 * then removed.
 * @module
 */

import { statfsSync } from "node:fs";
import { generateMtrc } from "./generate_mtrc.ts";
import type { CommandFigures } from "./peers/ask_size.ts";
import type { ResidentFigures } from "./peers/ask_resident.ts";
import { askedOf, SIZE_QUESTIONS } from "./size_questions.ts";
import { writePieces } from "./write_pieces.ts";

const PEERS = new URL("peers/", import.meta.url).pathname;
const TESTS = new URL("../", import.meta.url).pathname;
const BYTES_OF_EVENT = 120;

/** A trace of one size within one budget. */
export interface BudgetRun {
  readonly events: number;
  readonly budget: string;
  /** Reading the trace for the first time, without saving its index. */
  readonly load: CommandFigures;
  /** Figures by query. */
  readonly asked: Readonly<Record<string, CommandFigures>>;
}

/** Figures of a trace of one size. */
export interface SizeOfTrace {
  readonly events: number;
  readonly fileBytes: number;
  readonly indexBytes: number;
  /** Reading it and saving its index, within the first budget. */
  readonly index: CommandFigures;
}

/** What a format keeps in memory for each million records. */
export interface FormatResident extends ResidentFigures {
  readonly format: string;
}

/** All results. */
export interface SizeResult {
  /** Figures of the same query over a trace of a thousand events: the costs of the program itself. */
  readonly program?: CommandFigures;
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  readonly traces: readonly SizeOfTrace[];
  readonly runs: readonly BudgetRun[];
  readonly resident: readonly FormatResident[];
}

/** Options of the measurement. */
export interface SizeOptions {
  readonly sizes: readonly number[];
  readonly budgets: readonly string[];
  readonly folder: string;
  /** Records of the larger of the two traces that show what grows with the records; 0 for none. */
  readonly resident: number;
  readonly note: (text: string) => void;
  /** Saves the results so far. */
  readonly save: (result: SizeResult) => void;
}

/** Measures everything that `known` lacks. */
export async function benchSizes(known: SizeResult, options: SizeOptions): Promise<SizeResult> {
  let result = known;
  if (!result.program) {
    const small = `${options.folder}/small.mtrc`;
    writePieces(small, generateMtrc({ events: 1000 }));
    const program = await run(options.folder, ["query", small, "--no-cache", "-e", "events | count"]);
    Deno.removeSync(small);
    result = { ...result, program };
  }
  const keep = (more: Partial<SizeResult>): void => options.save(result = { ...result, ...more });
  for (const events of options.sizes) {
    const missing = options.budgets.filter((budget) =>
      !result.runs.some((run) => run.events === events && run.budget === budget)
    );
    if (missing.length === 0) continue;
    const { note, folder } = options;
    const trace = `${folder}/trace-${events}.mtrc`;
    const index = `${folder}/index-${events}`;
    writeTrace(trace, events, options);
    const [first] = options.budgets as [string];
    if (!result.traces.some((each) => each.events === events) || !isFolder(index)) {
      note(`${events} events: saving the index within ${first}`);
      Deno.mkdirSync(index, { recursive: true });
      const figures = await run(folder, ["index", trace, "--index", index, "--memory", first]);
      const indexBytes = [...Deno.readDirSync(index)]
        .reduce((sum, { name }) => sum + Deno.statSync(`${index}/${name}`).size, 0);
      const made: SizeOfTrace = { events, fileBytes: Deno.statSync(trace).size, indexBytes, index: figures };
      keep({ traces: [...result.traces.filter((each) => each.events !== events), made] });
    }
    for (const budget of missing) {
      note(`${events} events: loading within ${budget}`);
      const asks = (query: string, ...how: string[]): Promise<CommandFigures> =>
        run(folder, ["query", trace, "--memory", budget, ...how, "-e", query]);
      const load = await asks("events | count", "--no-cache");
      const asked: Record<string, CommandFigures> = {};
      for (const question of SIZE_QUESTIONS) {
        note(`${events} events, ${budget}: ${question.query}`);
        asked[question.work] = await asks(askedOf(question, events), "--index", index);
      }
      keep({ runs: [...result.runs, { events, budget, load, asked }] });
    }
    Deno.removeSync(trace);
    Deno.removeSync(index, { recursive: true });
  }
  if (options.resident > 0) keep({ resident: await measureResident(options) });
  return result;
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Writes a trace, unless the file exists. */
function writeTrace(path: string, events: number, { folder, note }: SizeOptions): void {
  try {
    Deno.statSync(path);
    return;
  } catch {
    // The trace is complete.
  }
  const { bavail, bsize } = statfsSync(folder);
  const wanted = events * BYTES_OF_EVENT;
  if (bavail * bsize < wanted) {
    throw new Error(
      `Cannot measure ${events} events in "${folder}": ${Math.ceil(wanted / 1e9)} GB must be free`,
    );
  }
  note(`${events} events: writing the trace`);
  writePieces(`${path}.part`, generateMtrc({ events }));
  Deno.renameSync(`${path}.part`, path);
}

/** Runs a command of Quarry in its own process. */
async function run(folder: string, args: readonly string[]): Promise<CommandFigures> {
  const told = `${folder}/told.json`;
  await runDeno([`${PEERS}ask_size.ts`, JSON.stringify(args), told]);
  const figures: CommandFigures = JSON.parse(Deno.readTextFileSync(told));
  Deno.removeSync(told);
  if (figures.code !== 0) throw new Error(`quarry ${args.join(" ")} ended with ${figures.code}`);
  return figures;
}

async function runDeno(args: readonly string[], flags: readonly string[] = []): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "run",
        "-A",
        "--quiet",
        "--no-check",
        "--config",
        `${TESTS}deno.json`,
        "--lock",
        `${TESTS}deno.lock`,
      ],
      ...flags,
      ...args,
    ],
    stdout: "null",
  }).spawn().status;
  if (!success) throw new Error(`${args[0]} failed`);
}

/** Programs that write a trace of this many records, by format. */
const WRITERS: Readonly<Record<string, (path: string, records: number) => readonly string[]>> = {
  mpatrol: (path, records) => ["generate_mtrc.ts", path, String(records)],
  // A call takes about a hundred bytes.
  "sp-rtrace": (path, records) => ["generate_sp_rtrace.ts", path, String(Math.ceil(records / 1e4))],
  apitrace: (path, records) => ["generate_apitrace.ts", path, String(records)],
  gnatcov: (path, records) => ["generate_gnatcov.ts", path, String(records)],
};

/** The memory that grows with the events, measured on traces of two sizes. */
async function measureResident({ folder, resident, note }: SizeOptions): Promise<FormatResident[]> {
  const all: FormatResident[] = [];
  for (const [format, writer] of Object.entries(WRITERS)) {
    note(`${format}: what stays in memory`);
    const sizes: ResidentFigures[] = [];
    for (const records of [resident / 2, resident]) {
      const [path, told] = [`${folder}/resident`, `${folder}/told.json`];
      const [program, ...more] = writer(path, records);
      await runDeno([`${TESTS}bench/${program}`, ...more]);
      const flags = ["--v8-flags=--expose-gc"];
      await runDeno([`${PEERS}ask_resident.ts`, path, String(64 << 20), told], flags);
      sizes.push(JSON.parse(Deno.readTextFileSync(told)));
      Deno.removeSync(path);
      Deno.removeSync(told);
    }
    const [half, whole] = sizes as [ResidentFigures, ResidentFigures];
    const millions = resident / 2 / 1e6;
    const grown = (of: (figures: ResidentFigures) => number): number =>
      Math.max(0, Math.round((of(whole) - of(half)) / millions));
    all.push({
      format,
      texts: grown(({ texts }) => texts),
      stacks: grown(({ stacks }) => stacks),
      objects: grown(({ objects }) => objects),
      others: grown(({ others }) => others),
      whileReading: grown(({ whileReading }) => whileReading),
    });
  }
  return all;
}
