/**
 * The costs of datasets: size compared with the traces, exports compared with DuckDB's COPY of the same rows, and
 * queries on all available engines, over many traces and over a large one.
 *
 *     deno run -A --no-check --config tests/deno.json --lock tests/deno.lock tests/bench/dataset_bench.ts
 *         [--traces 50] [--events 1000000] [--large 100000000] [--pair 1400000] [--limit SECONDS] [--folder DIR] [--json FILE]
 *
 * Traces in DIR (`many/in/N.mtrc`, `large/in/1.mtrc`) are reused, and kept. Queries that an engine has not answered
 * about a dataset after SECONDS (300) are noted as such. `dataset_document.ts` writes the figures of FILE into the
 * page. ClickHouse takes part if QUARRY_TEST_CHDB names a folder with the package chdb, Spark if QUARRY_TEST_PYSPARK
 * names a python that has pyspark. The sizes above need 12 GB of disk and 8 GB of memory.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { TextLineStream } from "@std/streams/text-line-stream";
import { CHDB_FOLDER } from "../sql/chdb_engine.ts";
import { PYSPARK } from "../sql/spark_engine.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { processesOf, type Spent } from "./process_time.ts";
import { writePieces } from "./write_pieces.ts";

const PART = new URL("peers/dataset_part.ts", import.meta.url).pathname;
const TESTS = new URL("../", import.meta.url).pathname;
/** Rounds of exports and copies in turn; the least processor time counts. */
const ROUNDS = 2;
const CODECS = ["snappy", "zstd"];

/** An export, and copies of the same rows by DuckDB. */
export interface PairRun {
  readonly threads: number;
  readonly rows: number;
  readonly bytes: number;
  readonly export: Spent;
  /** Sizes and times by compression. */
  readonly copies: Readonly<Record<string, Spent & { readonly bytes: number }>>;
}

/** Answers of an engine. */
export interface EngineRun {
  readonly version: string;
  /** Times by query; a missing one was not answered before the limit. */
  readonly times: Readonly<Record<string, Spent>>;
  readonly failed: Readonly<Record<string, string>>;
}

/** A dataset with the costs of writing and querying it. */
export interface DatasetRun {
  readonly traces: number;
  /** Events of each trace. */
  readonly events: number;
  readonly traceBytes: number;
  readonly files: number;
  readonly rowGroups: number;
  readonly rows: number;
  readonly bytes: number;
  readonly threads: number;
  readonly export: Spent;
  /** The queries, as text. */
  readonly queries: readonly string[];
  readonly engines: Readonly<Record<string, EngineRun>>;
}

/** What `--json` writes. */
export interface DatasetResult {
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  /** Load average of the last minute, at the beginning and at the end. */
  readonly load: readonly number[];
  /** Seconds that an engine had for the queries about a dataset. */
  readonly limit: number;
  readonly pairs: readonly PairRun[];
  readonly datasets: readonly DatasetRun[];
}

/** The content of a trace's record. */
interface DatasetRecord {
  readonly tables: Readonly<
    Record<string, { readonly rows: number; readonly rowGroups: number; readonly bytes: number }>
  >;
}

const flags = parseArgs(Deno.args, {
  string: ["folder", "json", "traces", "events", "large", "pair", "limit"],
  default: { traces: "50", events: "1000000", large: "100000000", pair: "1400000", limit: "300" },
});
const [traces, events, large, pair, limit] = [
  flags.traces,
  flags.events,
  flags.large,
  flags.pair,
  flags.limit,
].map(Number) as [number, number, number, number, number];
const cores = navigator.hardwareConcurrency;
// deno-lint-ignore no-console
const note = (text: string): void => console.error(text);

/** Runs a part, and passes on its output. False if it was stopped at the limit or ended by itself. */
async function runPart(
  args: readonly string[],
  hear: (news: Record<string, unknown>) => void,
  seconds = Infinity,
): Promise<boolean> {
  const config = ["--config", `${TESTS}deno.json`, "--lock", `${TESTS}deno.lock`];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", ...config, PART, ...args],
    stdout: "piped",
  }).spawn();
  const end = (): void => {
    // An engine may be a separate process, which would continue.
    for (const each of processesOf(child.pid)) Deno.kill(each, "SIGKILL");
  };
  const timer = Number.isFinite(seconds) ? setTimeout(end, seconds * 1000) : undefined;
  const texts: ReadableStream<string> = child.stdout.pipeThrough(new TextDecoderStream());
  for await (const line of texts.pipeThrough(new TextLineStream()) as ReadableStream<string>) {
    if (line.startsWith("{")) hear(JSON.parse(line));
  }
  const { success } = await child.status;
  clearTimeout(timer);
  return success;
}

/** Writes the traces of a dataset into their own folder; returns their size in bytes. */
function generate(folder: string, count: number, size: number): number {
  Deno.mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let seed = 1; seed <= count; seed++) {
    const path = `${folder}/${seed}.mtrc`;
    try {
      bytes += Deno.statSync(path).size;
      continue;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    // Renamed only when complete, so that an interrupted run leaves no short trace.
    writePieces(`${path}.part`, generateMtrc({ events: size, seed }));
    Deno.renameSync(`${path}.part`, path);
    bytes += Deno.statSync(path).size;
  }
  return bytes;
}

function remove(folder: string): void {
  try {
    Deno.removeSync(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Exports into a new dataset. */
async function exportTo(from: string, to: string, threads: number): Promise<Spent> {
  remove(to);
  let found: Spent | undefined;
  await runPart(["export", from, to, `${threads}`], (news) => found = news as unknown as Spent);
  if (!found) throw new Error(`${from} was not exported`);
  return found;
}

function sizesOf(dataset: string): Pick<DatasetRun, "files" | "rowGroups" | "rows" | "bytes"> {
  const tables = [...Deno.readDirSync(dataset)].flatMap(({ name }) => {
    const record: DatasetRecord = JSON.parse(Deno.readTextFileSync(`${dataset}/${name}/_quarry.json`));
    return Object.values(record.tables);
  });
  const sum = (of: (table: (typeof tables)[number]) => number): number =>
    tables.reduce((all, each) => all + of(each), 0);
  return {
    files: tables.length,
    rowGroups: sum(({ rowGroups }) => rowGroups),
    rows: sum(({ rows }) => rows),
    bytes: sum(({ bytes }) => bytes),
  };
}

function lesser<T extends Spent>(one: T | undefined, other: T): T {
  return one && one.cpu <= other.cpu ? one : other;
}

/** Exports compared with copies of the same rows, in turn. There are two traces, since a thread reads one. */
async function measurePairs(folder: string): Promise<PairRun[]> {
  generate(`${folder}/in`, 2, pair);
  const runs: PairRun[] = [];
  for (const threads of [1, cores]) {
    let made: Spent | undefined;
    const copies: Record<string, Spent & { readonly bytes: number }> = {};
    const out = `${folder}/out`;
    for (let round = 0; round < ROUNDS; round++) {
      note(`two traces of ${pair} events, ${threads} threads, round ${round + 1}`);
      made = lesser(made, await exportTo(`${folder}/in`, out, threads));
      await runPart(["copy", out, `${threads}`, ...CODECS], ({ codec, bytes, wall, cpu }) => {
        const copy = { bytes, wall, cpu } as Spent & { bytes: number };
        copies[codec as string] = lesser(copies[codec as string], copy);
      });
    }
    const { rows, bytes } = sizesOf(out);
    runs.push({ threads, rows, bytes, export: made!, copies });
    remove(out);
  }
  return runs;
}

/** The queries about a dataset; the most expensive comes last, since an engine may not reach it. */
function queriesOf(count: number, size: number): string[] {
  const middle = size / 2;
  return [
    ...(count > 1 ? [`events of "1.mtrc" | by func: n = count(), bytes = sum(size) | top 5 by bytes`] : []),
    `events | where seq >= ${middle} and seq < ${middle + 1000} | summarize n = count(), bytes = sum(size)`,
    "leaks | by trace: n = count(), bytes = sum(size) | top 5 by bytes",
    "events | by func: n = count(), bytes = sum(size) | top 5 by bytes",
    "live @ 50% | by func: n = count(), bytes = sum(size) | top 5 by bytes",
  ];
}

/** Takes all measurements of a dataset; `keep` receives the results so far. */
async function measureDataset(
  folder: string,
  { count, size }: { readonly count: number; readonly size: number },
  keep: (run: DatasetRun) => void,
): Promise<void> {
  note(`${count} traces of ${size} events`);
  const traceBytes = generate(`${folder}/in`, count, size);
  const out = `${folder}/out`;
  const threads = Math.min(count, cores);
  const made = await exportTo(`${folder}/in`, out, threads);
  const queries = queriesOf(count, size);
  let run: DatasetRun = {
    ...{ traces: count, events: size, traceBytes },
    ...sizesOf(out),
    ...{ threads, export: made, queries, engines: {} },
  };
  keep(run);
  const engines = [
    "DuckDB",
    ...(CHDB_FOLDER === "" ? [] : ["ClickHouse"]),
    ...(PYSPARK === "" ? [] : ["Spark"]),
  ];
  for (const engine of engines) {
    note(`${engine} is asked`);
    let asked: EngineRun = { version: "", times: {}, failed: {} };
    await runPart(["ask", engine, out, ...queries], ({ version, query, wall, cpu, failed }) => {
      if (version !== undefined) asked = { ...asked, version: version as string };
      else if (failed !== undefined) {
        asked = { ...asked, failed: { ...asked.failed, [query as string]: failed as string } };
      } else asked = { ...asked, times: { ...asked.times, [query as string]: { wall, cpu } as Spent } };
      keep(run = { ...run, engines: { ...run.engines, [engine]: asked } });
    }, limit);
    keep(run = { ...run, engines: { ...run.engines, [engine]: asked } });
  }
  remove(out);
}

const folder = flags.folder ?? Deno.makeTempDirSync({ prefix: "quarry-dataset-" });
const [, processor = "a processor"] = /^model name\s*: (.*)$/m.exec(Deno.readTextFileSync("/proc/cpuinfo")) ??
  [];
let result: DatasetResult = {
  machine: { processor, cores, deno: Deno.version.deno },
  load: [Deno.loadavg()[0]!],
  limit,
  pairs: [],
  datasets: [],
};
const keep = (more: Partial<DatasetResult>): void => {
  result = { ...result, ...more };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  if (flags.json !== undefined) Deno.writeTextFileSync(flags.json, text);
};
if (pair > 0) keep({ pairs: await measurePairs(`${folder}/pair`) });
for (const [name, count, size] of [["many", traces, events], ["large", 1, large]] as const) {
  if (count * size === 0) continue;
  const before = result.datasets;
  await measureDataset(`${folder}/${name}`, { count, size }, (run) => keep({ datasets: [...before, run] }));
}
keep({ load: [...result.load, Deno.loadavg()[0]!] });
if (flags.folder === undefined) remove(folder);
// deno-lint-ignore no-console
if (flags.json === undefined) console.log(JSON.stringify(result, null, 2));
Deno.exit();
