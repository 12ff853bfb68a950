/**
 * `deno task bench`: everything that has a target, in one run with the peers that are installed.
 *
 *     deno task bench [--events N] [--calls N] [--sizes 1,10,100] [--threads 1,2] [--peers DuckDB,ClickHouse]
 *         [--seconds N] [--seed S] [--json FILE [--add]] [GROUP...]
 *
 * GROUP is mtrc, query (traces of `--sizes` millions of events, else of N, with 1 thread and with one per core),
 * assist, originals (files of a quarter as many events compared with the programs that read them; other files in each
 * run without `--seed`; `--match WORD` measures only formats whose group contains it), sp-rtrace (300 MB for 10 M
 * events), apitrace (a fifth as many calls, or --calls) or gnatcov (four times as many entries), and oracles, which
 * runs the random tests with twenty times the seeds; without GROUP all of them. Compare ratios, not seconds: other work
 * slows all alike. A peer has `--seconds` for a question (120), and 10 GB of memory. `document.ts` turns the file of
 * `--json`, which is rewritten after each result, into the tables of the documents; with `--add` the file keeps its
 * results of other groups, and of other sizes and numbers of threads. `soak` is a group that runs only if it is named,
 * and alone: `deno task bench soak [--minutes N] [--rate N] [--seed S]`. So are `size`, for large traces within budgets
 * of memory (see `size_bench.ts`), `wide`, for questions that nobody tuned for (see `wide_bench.ts`), `start`, for
 * whole processes (see `start_bench.ts`), and `against`, which compares the sources with earlier ones (see
 * `against_bench.ts`).
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { benchApitrace } from "./apitrace_bench.ts";
import { assistRows } from "./assist_bench.ts";
import { benchChanges } from "./changes_bench.ts";
import type { BenchResult } from "./document.ts";
import { benchGnatcov } from "./gnatcov_bench.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { benchLoad, cDecoder } from "./load_bench.ts";
import { benchSize, rowsOf, type SizeRun } from "./query_bench.ts";
import { type BenchRow, renderRows } from "./report.ts";
import { runOracles } from "./oracles.ts";
import { benchOriginals } from "./originals_bench.ts";
import { benchSpRtrace } from "./sp_rtrace_bench.ts";
import { soak } from "./soak.ts";
import { writePieces } from "./write_pieces.ts";

const args = parseArgs(Deno.args, {
  string: [
    "budgets",
    "duckdb",
    "program",
    "events",
    "folder",
    "resident",
    "calls",
    "clock",
    "count",
    "json",
    "match",
    "minutes",
    "peers",
    "rate",
    "rounds",
    "seconds",
    "seed",
    "shapes",
    "sizes",
    "threads",
    "tree",
  ],
  boolean: ["add", "update"],
});
const events = Number(args.events ?? 10_000_000);
const calls = Number(args.calls ?? Math.ceil(events / 5));
const wanted = (group: string): boolean => args._.length === 0 || args._.includes(group);
if (args._.includes("soak")) {
  const { minutes = "60", rate = "8", seed = "1" } = args;
  await soak({ minutes: Number(minutes), rate: Number(rate), seed: Number(seed) }, (line) => say(line));
  Deno.exit(0);
}
if (args._.includes("size")) {
  const { runSizes } = await import("./run_sizes.ts");
  await runSizes(args, machine(), note);
  Deno.exit(0);
}
if (args._.includes("start")) {
  const { benchStart } = await import("./start_bench.ts");
  const { startTable, startLimits } = await import("./start_document.ts");
  const result = await benchStart(machine(), note);
  if (args.json) Deno.writeTextFileSync(args.json, JSON.stringify(result, null, 2) + "\n");
  const missed = startLimits(result).filter(({ ratio, most }) => ratio > most);
  say(startTable(result));
  for (const { work, ratio, most } of missed) say(`${work}: ${ratio.toFixed(2)}, at most ${most}`);
  Deno.exit(missed.length > 0 ? 1 : 0);
}
if (args._.includes("wide")) {
  const { runWide } = await import("./wide_bench.ts");
  await runWide(args, machine(), say, note);
  Deno.exit(0);
}
if (args._.includes("against")) {
  const { runAgainst } = await import("./against_bench.ts");
  await runAgainst(args, machine(), note);
  Deno.exit(0);
}
const folder = Deno.makeTempDirSync({ prefix: "quarry-bench-" });
const rows: BenchRow[] = [];
const runs: SizeRun[] = [];
// Long measurements may be made in a separate run.
const before: BenchResult | undefined = args.add && args.json
  ? JSON.parse(Deno.readTextFileSync(args.json))
  : undefined;
try {
  if (wanted("oracles")) {
    note("trying many more seeds");
    note(await runOracles());
  }
  if (wanted("gnatcov")) {
    note(`writing and loading ${4 * events} entries`);
    add(...await benchGnatcov(folder, 4 * events));
  }
  if (wanted("sp-rtrace")) {
    const megabytes = Math.ceil(events * 3e-5);
    note(`writing and loading a report of ${megabytes} MB`);
    add(...await benchSpRtrace(folder, megabytes));
  }
  if (wanted("originals")) {
    // Different files each time, so that nothing is tuned for a single one.
    const seed = Number(args.seed ?? 1 + Date.now() % 100_000);
    note(`writing and loading ${events / 4} events of formats whose programs are here, --seed ${seed}`);
    add(...await benchOriginals(folder, { events: events / 4, seed, match: args.match ?? "" }));
  }
  if (wanted("apitrace")) {
    note(`writing and loading ${calls} calls`);
    add(...await benchApitrace(folder, calls));
  }
  if (wanted("query")) {
    const sizes: number[] = args.sizes === undefined
      ? [events]
      : args.sizes.split(",").map((each: string) => Number(each) * 1e6);
    const threads = args.threads?.split(",").map(Number) ?? [...new Set([1, navigator.hardwareConcurrency])];
    const peers = args.peers?.split(",");
    const seconds = Number(args.seconds ?? 120);
    for (const size of sizes) await benchSize(folder, size, { threads, peers, seconds, note, keep });
  }
  if (["mtrc", "assist"].some(wanted)) {
    const path = `${folder}/trace.mtrc`;
    note(`writing ${events} events`);
    writePieces(path, generateMtrc({ events }));
    note("loading");
    const decoder = await cDecoder(folder, path);
    const { row, session } = await benchLoad("mtrc", path, 3, decoder === undefined ? {} : { C: decoder });
    if (wanted("mtrc")) add(row, await benchChanges());
    if (wanted("assist")) {
      note("typing every example");
      add(...assistRows(session));
    }
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
say(renderRows([...rows, ...runs.flatMap(rowsOf)]));

function add(...more: readonly BenchRow[]): void {
  rows.push(...more);
  save();
}

/** Replaces the previous results of a run. */
function keep(run: SizeRun): void {
  const at = runs.findIndex((each) => each.events === run.events && each.threads === run.threads);
  runs.splice(at < 0 ? runs.length : at, 1, run);
  save();
}

/** Writes the results so far, so that an interrupted run loses nothing. */
function save(): void {
  if (!args.json) return;
  const isNew = ({ events, threads }: SizeRun): boolean =>
    !runs.some((run) => run.events === events && run.threads === threads);
  const result: BenchResult = {
    machine: machine(),
    rows: [
      ...before?.rows.filter(({ group, work }) =>
        !rows.some((row) => row.group === group && row.work === work)
      ) ?? [],
      ...rows,
    ],
    runs: [...before?.runs.filter(isNew) ?? [], ...runs],
  };
  Deno.writeTextFileSync(args.json, JSON.stringify(result, null, 2) + "\n");
}

function machine(): BenchResult["machine"] {
  const { hardwareConcurrency: cores } = navigator;
  let processor: string = Deno.build.arch;
  try {
    processor = /^model name\s*: (.*)$/m.exec(Deno.readTextFileSync("/proc/cpuinfo"))?.[1] ?? processor;
  } catch {
    // Only Linux reports it.
  }
  return { processor, cores, deno: Deno.version.deno };
}

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

function note(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));
}
