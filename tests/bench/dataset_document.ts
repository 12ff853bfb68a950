/**
 * Puts the figures of the bench of datasets into its page.
 *
 *     deno run -A --no-check --config tests/deno.json --lock tests/deno.lock tests/bench/dataset_bench.ts --json docs/datasets.json
 *     deno run -A --config tests/deno.json tests/bench/dataset_document.ts
 *
 * Reads docs/datasets.json; writes docs/dev/dataset-costs.md.
 * @module
 */

import { groupDigits } from "../../src/base/group_digits.ts";
import type { DatasetResult, DatasetRun, EngineRun, PairRun } from "./dataset_bench.ts";
import { between, table, timeText } from "./document.ts";
import type { Spent } from "./process_time.ts";
import { bytesText } from "./size_document.ts";

const ROOT = new URL("../../", import.meta.url);

function seconds({ wall, cpu }: Spent): string {
  return `${timeText(1000 * wall)} (${timeText(1000 * cpu)})`;
}

/** Millions of rows per second of processor time. */
function rateText(rows: number, { cpu }: Spent): string {
  return `${(rows / cpu / 1e6).toFixed(2)} M`;
}

function threadsText(threads: number): string {
  return threads === 1 ? "one thread" : `${threads} threads`;
}

/** The table that compares exports with copies. */
function pairTable(pairs: readonly PairRun[]): string {
  const rows = pairs.flatMap(({ threads, rows, bytes, export: made, copies }) => [
    [`export, ${threadsText(threads)}`, seconds(made), rateText(rows, made), bytesText(bytes)],
    ...Object.entries(copies).map(([codec, copy]) => [
      `\`COPY\`, ${codec}, ${threadsText(threads)}`,
      seconds(copy),
      rateText(rows, copy),
      bytesText(copy.bytes),
    ]),
  ]);
  return table(["What", "Time (processors)", "Rows a second and core", "Bytes"], rows);
}

/** An engine's answers in the order in which it was asked, or the reason for a missing one. */
function answersOf({ times, failed }: EngineRun, queries: readonly string[], limit: number): string[] {
  const isKnown = (query: string): boolean => times[query] !== undefined || failed[query] !== undefined;
  const open = queries.findIndex((query) => !isKnown(query));
  return queries.map((query, at) => {
    if (failed[query] !== undefined) return `failed: ${failed[query]}`;
    if (times[query]) return seconds(times[query]);
    return at === open ? `not within ${limit} s` : "not asked";
  });
}

function datasetSection(run: DatasetRun, limit: number): string {
  const { traces, events, traceBytes, bytes, files, rowGroups, rows, threads, export: made, engines } = run;
  const names = Object.keys(engines);
  const title = traces === 1
    ? `### One trace of ${groupDigits(events)} events`
    : `### ${traces} traces of ${groupDigits(events)} events`;
  const facts = [
    ["trace files", bytesText(traceBytes)],
    [
      "dataset",
      `${bytesText(bytes)} in ${groupDigits(files)} files, ${groupDigits(rowGroups)} row groups, ${
        groupDigits(rows)
      } rows`,
    ],
    ["dataset / traces", (bytes / traceBytes).toFixed(2)],
    [
      `export with loading, ${threadsText(threads)}`,
      `${seconds(made)}: ${rateText(rows, made)} rows a second and core`,
    ],
  ];
  const columns = names.map((name) => answersOf(engines[name]!, run.queries, limit));
  const answers = run.queries.map((query, at) => [
    `\`${query.replaceAll("|", "\\|")}\``,
    ...columns.map((column) => column[at]!),
  ]);
  const heads = names.map((name) => `${name} ${engines[name]!.version}`.trim());
  return [title, table(["What", "Figure"], facts), table(["Query", ...heads], answers)].join("\n\n");
}

/** Everything that the page says about a run. */
export function datasetSections({ machine, load, limit, pairs, datasets }: DatasetResult): string {
  const busy = load.map((each) => each.toFixed(1)).join(" and ");
  const when = load.length > 1
    ? "at the beginning and at the end"
    : "at the beginning of a run that was ended";
  const [first] = pairs;
  return [
    `${machine.processor}, ${machine.cores} cores; Deno ${machine.deno}. The load of the machine was ${busy} ${when}. ` +
    "A time is that of the clock, in brackets that of all processors.",
    ...(first
      ? [
        `### Exports beside \`COPY\`\n\nTwo traces, ${
          groupDigits(first.rows)
        } rows of all tables together. The export reads ` +
        "the traces; DuckDB has the same rows in its memory. The best of rounds in turn.",
        pairTable(pairs),
      ]
      : []),
    ...datasets.map((run) => datasetSection(run, limit)),
  ].join("\n\n");
}

if (import.meta.main) {
  const result: DatasetResult = JSON.parse(Deno.readTextFileSync(new URL("docs/datasets.json", ROOT)));
  const page = new URL("docs/dev/dataset-costs.md", ROOT);
  Deno.writeTextFileSync(page, between(Deno.readTextFileSync(page), "datasets", datasetSections(result)));
  await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "docs/datasets.json", "docs/dev/dataset-costs.md"],
    cwd: ROOT,
  }).output();
}
