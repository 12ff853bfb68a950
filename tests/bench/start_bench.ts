/**
 * How long the first answer at the shell takes: whole processes, in turn, their processor time and wall time.
 *
 *     deno task bench start [--events 12000000] [--rounds 9] [--duckdb FILE] [--program FILE] [--folder DIR] [--json docs/start.json]
 *
 * The program is compiled with any available base runtime, or given by `--program`. It is compared with: a program of
 * one line, compiled and from sources, `node -e 0`, `sqlite3`, `jq`, and the DuckDB shell (`--duckdb`, otherwise the
 * one on the path; a wrapper in Python would be measured with its Python). `--folder` keeps the large trace, its index
 * and the file of DuckDB for the next run. `start_document.ts` writes the table.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { indexesIn } from "../../src/index/index_folder.ts";
import { compile, compiledBundle, reasonIn } from "../../tools/compile/compile.ts";
import { npmRuntime } from "../../tools/compile/npm_runtime.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { type CommandLine, type ProcessTimes, timesOf } from "./process_pairs.ts";
import { START_QUESTIONS } from "./start_questions.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
/** A trace of 13 KB. */
const SAMPLE = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT).pathname;
const QUERY = "leaks | count";
const USAGE_ERROR = 2;

/** Times of one piece of work, by program. */
export interface StartRow {
  readonly work: string;
  /** The limit that applies. */
  readonly kind: "peer" | "word" | "small" | "indexed" | "prompt";
  /** The compiled program, or a peer. */
  readonly compiled?: ProcessTimes;
  readonly sources?: ProcessTimes;
  readonly duckdb?: ProcessTimes;
}

/** The results of one run. */
export interface StartResult {
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  readonly events: number;
  readonly rounds: number;
  readonly rows: readonly StartRow[];
}

/** Measures; `note` receives the progress. */
export async function benchStart(
  machine: StartResult["machine"],
  note: (text: string) => void,
): Promise<StartResult> {
  const given = parseArgs(Deno.args, { string: ["events", "rounds", "duckdb", "program", "folder"] });
  const rounds = Number(given.rounds ?? 9);
  const events = Number(given.events ?? 12_000_000);
  const folder = given.folder ?? await Deno.makeTempDir({ prefix: "quarry-start-" });
  await Deno.mkdir(folder, { recursive: true });
  try {
    const sources = [Deno.execPath(), "run", "-A", new URL("cli.ts", ROOT).pathname];
    await Deno.writeTextFile(`${folder}/hello.js`, 'console.log("hello");\n');
    const hello = [await compiled(`${folder}/hello`, `${folder}/hello.js`)];
    const program = given.program ?? await compiledProgram(folder, note);
    const env = { XDG_CACHE_HOME: `${folder}/cache`, XDG_STATE_HOME: folder, TERM: "xterm-256color" };
    const rows: StartRow[] = [];
    const measure = (
      work: string,
      kind: StartRow["kind"],
      commands: Record<string, CommandLine>,
      code = 0,
    ): void => {
      note(work);
      rows.push({ work, kind, ...timesOf(commands, rounds, env, code) });
    };
    const both = (...args: string[]): { compiled: CommandLine; sources: CommandLine } => ({
      compiled: [program, ...args],
      sources: [...sources, ...args],
    });
    const duckdb = given.duckdb ?? (has("duckdb") ? "duckdb" : undefined);
    measure("a program of one line", "peer", {
      compiled: hello,
      sources: [Deno.execPath(), "run", "-A", `${folder}/hello.js`],
    });
    for (const peer of PEERS) {
      if (has(peer[0]!)) measure(peer.join(" "), "peer", { compiled: peer });
    }
    measure("--help", "word", both("--help"));
    measure("--version", "word", both("--version"));
    measure("an error in the command line", "word", both("qery"), USAGE_ERROR);
    measure("completion in the shell", "word", both("complete", `quarry query ${SAMPLE} -e 'lea`));
    measure("a query over a trace of 13 KB", "small", both("query", SAMPLE, "-e", QUERY));
    if (has("python3")) {
      const commands = { compiled: typed([program]), sources: typed(sources) };
      measure("a first prompt, left at once", "prompt", commands);
    }
    const trace = `${folder}/${events}.mtrc`;
    await prepare(trace, events, [...sources, "query", trace], duckdb, env, note);
    if (duckdb) measure("duckdb -c 'select 1'", "peer", { compiled: [duckdb, "-c", "select 1"] });
    for (const { work, query, sql } of START_QUESTIONS) {
      measure(work, "indexed", {
        ...both("query", trace, "-e", query),
        ...(duckdb ? { duckdb: [duckdb, "-readonly", `${trace}.duckdb`, "-c", sql] } : {}),
      });
    }
    return { machine, events, rounds, rows };
  } finally {
    if (given.folder === undefined) await Deno.remove(folder, { recursive: true });
  }
}

const PEERS: readonly CommandLine[] = [
  ["node", "-e", "0"],
  ["sqlite3", ":memory:", "select 1"],
  ["jq", "-n", "1"],
];

/** The prompt on its own terminal; a Python script provides it, and its start is measured separately. */
const typed = (command: CommandLine): CommandLine => [
  "python3",
  new URL("tests/bench/prompt_once.py", ROOT).pathname,
  ...command,
  "repl",
  SAMPLE,
];

function has(program: string): boolean {
  return new Deno.Command("which", { args: [program], stdout: "null", stderr: "null" }).outputSync().success;
}

async function compiled(output: string, entry: string): Promise<string> {
  const { deno, denort } = await runtime();
  const made = await new Deno.Command(deno, {
    args: ["compile", "-q", "--no-check", "--no-config", "-A", "--output", output, entry],
    env: { DENORT_BIN: denort },
    stderr: "piped",
  }).output();
  if (!made.success) throw new Error(new TextDecoder().decode(made.stderr));
  return output;
}

async function compiledProgram(folder: string, note: (text: string) => void): Promise<string> {
  note("compiling");
  await Deno.remove(`${folder}/bundle`, { recursive: true }).catch(() => {});
  const bundled = await compiledBundle(`${folder}/bundle`);
  if (!bundled.ok) throw new Error(reasonIn(bundled.log));
  const output = `${folder}/quarry`;
  const made = await compile({ bundle: `${folder}/bundle`, output, ...await runtime() });
  if (!made.ok) throw new Error(reasonIn(made.log));
  return output;
}

/** The compiler: the given base runtime, or one from npm. */
async function runtime(): Promise<{ deno: string; denort: string }> {
  const denort = Deno.env.get("DENORT_BIN");
  const home = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? "/tmp"}/.cache`;
  return denort ? { deno: Deno.execPath(), denort } : await npmRuntime(`${home}/quarry-base-runtime`);
}

/** Writes a trace, saves its index, and puts its tables into a file of DuckDB. */
async function prepare(
  trace: string,
  events: number,
  ask: CommandLine,
  duckdb: string | undefined,
  env: Record<string, string>,
  note: (text: string) => void,
): Promise<void> {
  if (!exists(trace)) {
    note(`writing ${events} events`);
    writePieces(trace, generateMtrc({ events }));
  }
  note("saving its index");
  // Everything that the queries need is saved with it, including tables that are built on demand.
  await outputOf([...ask, ...START_QUESTIONS.flatMap(({ query }) => ["-e", query])], env);
  if (indexesIn(`${env["XDG_CACHE_HOME"]}/quarry`).length === 0) {
    throw new Error(
      "No index was saved, since the trace is loaded in less time than that is worth: give more --events",
    );
  }
  if (duckdb === undefined || exists(`${trace}.duckdb`)) return;
  note("writing the file of DuckDB");
  for (const table of ["events", "allocs"]) {
    const rows = await outputOf([...ask, "-m", "parquet", "-e", table], env);
    await Deno.writeFile(`${trace}.parquet`, rows);
    await outputOf(
      [duckdb, `${trace}.duckdb`, "-c", `create table ${table} as from '${trace}.parquet'`],
      env,
    );
  }
  await Deno.remove(`${trace}.parquet`);
}

async function outputOf(
  [program = "", ...args]: CommandLine,
  env: Record<string, string>,
): Promise<Uint8Array> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, env }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return stdout;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).size > 0;
  } catch {
    return false;
  }
}
