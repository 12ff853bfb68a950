/**
 * Puts the figures of a run of the bench into the documents: tables between markers, and the picture of the series.
 *
 *     deno task bench --sizes 1,10,100 --json docs/speed.json
 *     deno run -A --config tests/deno.json tests/bench/document.ts
 *
 * Reads docs/speed.json; writes docs/speed.md, its pages in docs/dev, docs/pictures/speed_series.svg and
 * docs/comparison.md.
 * @module
 */

import { QUESTIONS } from "./questions.ts";
import { type SizeRun, withoutText } from "./query_bench.ts";
import type { BenchRow } from "./report.ts";
import { seriesPlot } from "./series_plot.ts";

const ROOT = new URL("../../", import.meta.url);
/** The size of the traces on the first page. */
const FRONT_EVENTS = 10_000_000;

/** What `--json` writes. */
export interface BenchResult {
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  readonly rows: readonly BenchRow[];
  readonly runs: readonly SizeRun[];
}

/** Lines of the first page: the title, and the work, from questions or other groups of the bench. */
const FRONT: readonly (readonly [title: string, work: string])[] = [
  ["filter by kind, thread and size", "filter on kind, thread and size; count and sum"],
  ["group by file, top 10 by bytes", "group by file, top 10 by bytes"],
  ["leaks by site", "leaks by file and line, top 10 by bytes"],
  ["live blocks and bytes at an event", "live blocks and bytes at the middle event"],
  ["`as apitrace dump`", "as apitrace dump"],
  ["a completion while you type, p99", "completion, p99 of a keystroke"],
];

/** Milliseconds with two significant digits. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 9950) return `${Math.round(milliseconds / 1000)} s`;
  if (milliseconds >= 995) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds >= 9.95 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`;
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cell(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "" : timeText(milliseconds);
}

/** Times of all questions of one run; Quarry's are bold where nothing is faster. */
function questionTable({ asked, scans, narrowScans }: SizeRun): string {
  const names = Object.keys(asked);
  const rows = QUESTIONS.map(({ work, scan }) => {
    const times = names.map((name) => asked[name]!.times[work]);
    const least = Math.min(...times.filter((time) => time !== undefined));
    const cells = times.map((time, at) => {
      if (time === undefined) return withoutText(asked[names[at]!]!, work);
      return names[at] === "Quarry" && time === least ? `**${cell(time)}**` : cell(time);
    });
    const ofC = [scans, ...narrowScans ? [narrowScans] : []].map((all) => cell(all[scan ?? ""]));
    return [work.replaceAll("|", "\\|"), ...cells, ...ofC];
  });
  return table(["Question", ...names, "C", ...narrowScans ? ["C, vectors of 128 bits"] : []], rows);
}

/** The other measurements: loading, typing, the stand-ins for other tools. */
function otherTable(rows: readonly BenchRow[]): string {
  return table(
    ["What", "Work", "Quarry", "Peers", "More"],
    rows.map(({ group, work, quarry, peers, notes = "" }) => [
      group,
      work.replaceAll("|", "\\|"),
      cell(quarry),
      Object.entries(peers).map(([name, time]) => `${name} ${cell(time)}`).join(", "),
      notes,
    ]),
  );
}

/** The machine and the programs of a run. */
function about({ machine, runs }: BenchResult): string {
  const [first] = runs;
  const versions = Object.entries(first?.asked ?? {}).filter(([name]) => name !== "Quarry").map((
    [name, { version }],
  ) => `${name} ${version}`);
  return `${machine.processor}, ${machine.cores} cores; Deno ${machine.deno}, ${versions.join(", ")}. ` +
    "A time is the best of several runs in one process.";
}

/** The tables of runs, each below a heading. */
function runTables(runs: readonly SizeRun[]): string[] {
  return runs.flatMap((run) => {
    const threads = run.threads === 1 ? "one thread" : `${run.threads} threads`;
    return [`## ${run.events / 1e6} million events, ${threads}`, questionTable(run)];
  });
}

/** The section of docs/speed.md about a run: the size of the first page, and the series. */
export function speedSection(result: BenchResult): string {
  const { runs } = result;
  const isSeries = new Set(runs.map(({ events }) => events)).size > 1;
  return [
    about(result),
    ...runTables([frontRun(result)].filter((each) => each !== undefined)),
    ...isSeries
      ? [
        "## Over the size of the trace",
        "![Time, memory and bytes per event over the size of the trace](pictures/speed_series.svg)",
        "Quarry keeps the columns in memory; DuckDB and ClickHouse write theirs to a file. C reads the trace, keeps nothing.",
      ]
      : [],
  ].join("\n\n");
}

/** All questions about a trace of this size. */
export function sizeSection(result: BenchResult, events: number): string {
  return [about(result), ...runTables(result.runs.filter((each) => each.events === events))].join("\n\n");
}

/** The section on loading recordings of other tracers, or on everything else. */
export function workSection(result: BenchResult, which: "recordings" | "tools"): string {
  const isRecording = ({ work }: BenchRow): boolean => work === "load" || work === "load, a whole process";
  const rows = result.rows.filter((row) => isRecording(row) === (which === "recordings"));
  return [about(result), otherTable(rows)].join("\n\n");
}

/** The run on the first page: the one with the most threads. */
function frontRun({ runs }: BenchResult): SizeRun | undefined {
  return runs.filter(({ events }) => events === FRONT_EVENTS).at(-1) ?? runs.at(-1);
}

/** The table of the first page. */
export function frontTable(result: BenchResult): string {
  const { rows } = result;
  const run = frontRun(result);
  const load = run?.asked["Quarry"]?.load;
  const lines: string[][] = [];
  if (run && load !== undefined) {
    const peer = run.decoder === undefined ? "" : `C decoder ${timeText(run.decoder)}`;
    lines.push(["load an mpatrol trace", timeText(load), peer]);
  }
  for (const [title, work] of FRONT) {
    const question = QUESTIONS.find((each) => each.work === work);
    const row = rows.find((each) => each.work === work);
    const own = question ? run?.asked["Quarry"]?.times[work] : row?.quarry;
    if (own === undefined) continue;
    const peers = question
      ? [
        ...["DuckDB", "ClickHouse"].map((name) => [name, run?.asked[name]?.times[work]] as const),
        ["C", question.scan === undefined ? undefined : run?.scans[question.scan]] as const,
      ]
      : Object.entries(row!.peers).filter(([name]) => name === "apitrace").map(([, time]) =>
        ["`apitrace dump`", time] as const
      );
    const shown = peers.flatMap(([name, time]) => time === undefined ? [] : [`${name} ${timeText(time)}`]);
    lines.push([title, timeText(own), shown.join(", ")]);
  }
  return table(["Work", "Quarry", "Peer"], lines);
}

/** Replaces the text between two markers of a document. Throws if the markers are missing. */
export function between(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No marks "${name}" in the document`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}

/** Replaces the first table below a heading of a document. Throws if there is none. */
export function withTable(document: string, heading: string, table: string): string {
  const lines = document.split("\n");
  const from = lines.findIndex((line, at) => line.startsWith("|") && at > lines.indexOf(heading));
  if (!lines.includes(heading) || from < 0) throw new Error(`No table below "${heading}"`);
  const end = lines.findIndex((line, at) => at > from && !line.startsWith("|"));
  return [...lines.slice(0, from), table, ...lines.slice(end)].join("\n");
}

/** Pages with all questions about traces of one size. */
const SIZES = [["1m", 1e6], ["10m", 1e7], ["100m", 1e8]] as const;

/** The documents, updated with the figures of a run. */
export function documents(result: BenchResult, read: (path: string) => string): Record<string, string> {
  const filled = (path: string, text: string): [string, string] => [path, between(read(path), "bench", text)];
  return Object.fromEntries([
    ["docs/comparison.md", withTable(read("docs/comparison.md"), "## Speed", frontTable(result))],
    filled("docs/speed.md", speedSection(result)),
    ...SIZES.map(([name, events]) => filled(`docs/dev/speed-${name}.md`, sizeSection(result, events))),
    ...(["recordings", "tools"] as const).map((which) =>
      filled(`docs/dev/speed-${which}.md`, workSection(result, which))
    ),
  ]);
}

if (import.meta.main) {
  const result: BenchResult = JSON.parse(Deno.readTextFileSync(new URL("docs/speed.json", ROOT)));
  const most = Math.max(...result.runs.map(({ threads }) => threads));
  const series = result.runs.filter(({ threads }) => threads === most);
  Deno.writeTextFileSync(new URL("docs/pictures/speed_series.svg", ROOT), seriesPlot(series));
  const written = documents(result, (path) => Deno.readTextFileSync(new URL(path, ROOT)));
  for (const [path, text] of Object.entries(written)) Deno.writeTextFileSync(new URL(path, ROOT), text);
  await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "docs/speed.json", ...Object.keys(written)],
    cwd: ROOT,
  })
    .output();
}
