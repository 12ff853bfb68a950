/**
 * Questions about mpatrol traces of several sizes, with one thread and with all, compared in one run with DuckDB and
 * ClickHouse on the same rows and with C loops over plain arrays.
 * @module
 */

import { generateMtrc, type GenerateOptions } from "./generate_mtrc.ts";
import { cDecoder } from "./load_bench.ts";
import type { Asked, Task } from "./peers/asked.ts";
import { ALLOC_COLUMNS, EVENT_COLUMNS, filled, QUESTIONS } from "./questions.ts";
import type { BenchRow } from "./report.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
const PEERS = new URL("peers/", import.meta.url);

/** The results of one size with one number of threads. */
export interface SizeRun {
  readonly events: number;
  readonly threads: number;
  readonly fileBytes: number;
  /** Milliseconds of the C program that decodes the trace. */
  readonly decoder?: number;
  /** The results of each program, by its name. */
  readonly asked: Readonly<Record<string, Asked>>;
  /** Times of the C loops, by their names. */
  readonly scans: Readonly<Record<string, number>>;
  /** Times of the C loops compiled for vectors of 128 bits, as in WebAssembly. */
  readonly narrowScans?: Readonly<Record<string, number>>;
}

/** The programs that answer, by name. */
const PROGRAMS: Readonly<Record<string, string>> = {
  Quarry: "ask_quarry.ts",
  DuckDB: "ask_duckdb.ts",
  ClickHouse: "ask_clickhouse.ts",
};
/** Memory that a peer may take for a question, so that other work on the machine still fits. */
const PEER_MEMORY = 10e9;
/** Seconds that a peer has to fill its tables, and before it is stopped if it does not keep to its limit. */
const PEER_SECONDS = 600;

/** Milliseconds after which a question is not repeated; the longer each takes, the less the times differ. */
const ENOUGH = { large: 2000, small: 5000 };
const LARGE_EVENTS = 3e7;

/** Kept for the next run: the package has half a gigabyte. */
const PACKAGES = new URL(".cache/bench/", ROOT).pathname;
const CLICKHOUSE = "chdb@3.4.0";

/** Runs a program of Deno to its end, for at most this many seconds; returns whether it succeeded. */
async function runDeno(args: readonly string[], seconds?: number): Promise<boolean> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", ...args],
  });
  const child = command.spawn();
  const timer = seconds === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  const { success } = await child.status;
  clearTimeout(timer);
  return success;
}

function configured(file: string, tree = ROOT): string[] {
  return [
    ...["--config", new URL("tests/deno.json", tree).pathname],
    ...["--lock", new URL("tests/deno.lock", tree).pathname],
    new URL(file, PEERS).pathname,
  ];
}

/** Installs ClickHouse if it is missing; returns whether it is available. */
async function installClickHouse(): Promise<boolean> {
  Deno.mkdirSync(PACKAGES, { recursive: true });
  try {
    const args = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", PACKAGES, CLICKHOUSE];
    return (await new Deno.Command("npm", { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** The columns of each table that databases get. */
const SELECTED: Readonly<Record<string, readonly string[]>> = {
  events: Object.entries(EVENT_COLUMNS).map(([name, column]) =>
    name === column ? name : `${name} = ${column}`
  ),
  allocs: ALLOC_COLUMNS,
};

/** Writes the trace and the files that the other programs read. */
export async function writeFiles(
  folder: string,
  options: GenerateOptions,
): Promise<void> {
  writePieces(`${folder}/trace.mtrc`, generateMtrc(options));
  await writeTables(folder, SELECTED);
}

/** Writes the files of a trace that other programs read. */
export async function writeTables(
  folder: string,
  selects: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [table, columns] of Object.entries(selects)) {
    await runDeno([
      ...[
        "--config",
        new URL("deno.json", ROOT).pathname,
        new URL("cli.ts", ROOT).pathname,
        "export",
        `${folder}/trace.mtrc`,
      ],
      ...[
        "-e",
        `${table} | select ${columns.join(", ")}`,
        "--to",
        "parquet",
        "-o",
        `${folder}/${table}.parquet`,
      ],
    ]);
  }
}

/** Values of a trace for the placeholders of questions, from a third of it. */
export async function valuesOf(folder: string, events: number): Promise<Record<string, string>> {
  const at = Math.floor(events / 3);
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--no-check", "--config", new URL("deno.json", ROOT).pathname],
      ...[new URL("cli.ts", ROOT).pathname, "query", `${folder}/trace.mtrc`, "-m", "json", "-e"],
      `events | where seq in ${at}..${at + 1000} and file is not null and thread is not null | take 1`,
    ],
  });
  const [row] = JSON.parse(new TextDecoder().decode((await command.output()).stdout));
  return {
    THREAD: String(row.thread),
    LINE: String(row.line),
    FILE: String(row.file),
    MIDDLE: String(Math.floor(events / 2)),
    LOW: String(0x55d0_0010_0000),
  };
}

/** Runs the questions on one of the programs; undefined if that is impossible. Results before a failure count. */
export async function asks(name: string, task: Task): Promise<Asked | undefined> {
  if (name === "ClickHouse" && !await installClickHouse()) return undefined;
  const told = `${task.folder}/told.json`;
  const tree = task.tree === undefined ? ROOT : new URL(task.tree);
  const isDone = await runDeno(
    [...configured(PROGRAMS[name]!, tree), JSON.stringify(task), told],
    name === "Quarry" ? undefined : PEER_SECONDS,
  );
  try {
    const asked: Asked = JSON.parse(Deno.readTextFileSync(told));
    Deno.removeSync(told);
    return asked;
  } catch (error) {
    if (isDone || !(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  } finally {
    // Stopped programs leave their tables behind.
    for (const left of ["clickhouse", "duck.db", "duck.db.tmp", "duck.db.wal"]) {
      await Deno.remove(`${task.folder}/${left}`, { recursive: true }).catch(() => {});
    }
  }
}

/** Times of the C loops by name; empty without a compiler. `more` are its options. */
async function cScans(
  folder: string,
  threads: number,
  more: readonly string[] = [],
): Promise<Record<string, number>> {
  const program = `${folder}/scan`;
  const source = new URL("scan.c", PEERS).pathname;
  try {
    const args = ["-O3", "-march=native", ...more, "-fopenmp", "-o", program, source];
    if (!(await new Deno.Command("gcc", { args }).output()).success) return {};
  } catch {
    return {};
  }
  const { stdout } = await new Deno.Command(program, {
    args: [`${folder}/columns.bin`],
    env: { OMP_NUM_THREADS: String(threads) },
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.split(" "));
  return Object.fromEntries(lines.map(([name, time]) => [name!, Number(time)]));
}

/** Options: which programs answer, and how. */
interface SizeOptions {
  readonly threads: readonly number[];
  /** Peers besides Quarry; undefined for all. */
  readonly peers: readonly string[] | undefined;
  /** Seconds that a peer has for a question. */
  readonly seconds: number;
  readonly note: (text: string) => void;
  /** Called whenever a run has more results. */
  readonly keep: (run: SizeRun) => void;
}

/** Asks about a trace of one size, with each number of threads. */
export async function benchSize(
  folder: string,
  events: number,
  { threads: threadCounts, peers, seconds, note, keep }: SizeOptions,
): Promise<void> {
  const begun = performance.now();
  const say = (text: string): void => note(`${Math.round((performance.now() - begun) / 1000)} s: ${text}`);
  say(`writing ${events} events and their tables`);
  await writeFiles(folder, { events });
  const values = await valuesOf(folder, events);
  const enough = events < LARGE_EVENTS ? ENOUGH.small : ENOUGH.large;
  const limits = { enough, seconds, memory: PEER_MEMORY };
  const task = { folder, threads: 1, questions: [], runs: 0, packages: PACKAGES, ...limits } satisfies Task;
  say("writing columns for C, and decoding");
  await runDeno([...configured("write_columns.ts"), JSON.stringify(task)]);
  const decoder = await cDecoder(folder, `${folder}/trace.mtrc`);
  const fileBytes = Deno.statSync(`${folder}/trace.mtrc`).size;
  for (const threads of threadCounts) {
    const scans = await cScans(folder, threads);
    // On other machines all vectors may have 128 bits, and the compiler may not know these options.
    const narrowScans = Deno.build.arch === "x86_64" ? await cScans(folder, threads, ["-mno-avx"]) : {};
    const ofC = { scans, narrowScans, ...(decoder === undefined ? {} : { decoder }) };
    const asked: Record<string, Asked> = {};
    for (const name of Object.keys(PROGRAMS)) {
      if (name !== "Quarry" && peers?.includes(name) === false) continue;
      say(`asking ${name} with ${threads} of the threads`);
      const questions = QUESTIONS.map(({ work, query, sql, clickhouse }) => {
        const text = name === "Quarry" ? query : name === "ClickHouse" ? clickhouse ?? sql : sql;
        return [work, filled(text, values)] as const;
      });
      const found = await asks(name, { ...task, threads, questions, runs: name === "Quarry" ? 5 : 3 });
      if (found) asked[name] = found;
      keep({ events, threads, fileBytes, asked: { ...asked }, ...ofC });
    }
  }
}

/** The text in place of a missing time. */
export function withoutText({ without, seconds }: Asked, work: string): string {
  const reason = without?.[work];
  if (reason === undefined) return "";
  return reason === "too long" ? `> ${seconds} s` : reason;
}

/** The rows of the table of one run. */
export function rowsOf({ events, threads, asked, scans }: SizeRun): BenchRow[] {
  const { Quarry: own, ...peers } = asked;
  if (!own) return [];
  return QUESTIONS.flatMap(({ work, scan }) => {
    const time = own.times[work];
    if (time === undefined) return [];
    const times = Object.entries(peers).flatMap(([name, { times }]) =>
      times[work] === undefined ? [] : [[name, times[work]] as const]
    );
    const without = Object.fromEntries(
      Object.entries(peers).map(([name, asked]) => [name, withoutText(asked, work)]),
    );
    const inC = scan === undefined ? undefined : scans[scan];
    // If answers differ in the number of rows, the questions were not the same; only `hist` shows empty bins.
    const differ = work.includes("`hist")
      ? []
      : Object.entries(peers).filter(([, { rows }]) =>
        rows[work] !== undefined && rows[work] !== own.rows[work]
      ).map(([name, { rows }]) => `${name} has ${rows[work]} rows, not ${own.rows[work]}`);
    return [{
      group: `${events / 1e6} M, ${threads} thr.`,
      work,
      quarry: time,
      peers: { ...Object.fromEntries(times), ...(inC === undefined ? {} : { C: inC }) },
      without,
      ...(differ.length > 0 ? { notes: differ.join(", ") } : {}),
    }];
  });
}
