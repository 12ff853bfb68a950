/**
 * Puts the figures of whole processes into the documents.
 *
 *     deno task bench start --json docs/start.json
 *     deno run -A --config tests/deno.json tests/bench/start_document.ts
 *
 * Reads docs/start.json; writes docs/speed.md.
 * @module
 */

import { between, table, timeText } from "./document.ts";
import type { ProcessTimes } from "./process_pairs.ts";
import type { StartResult, StartRow } from "./start_bench.ts";

const ROOT = new URL("../../", import.meta.url);
const NODE = "node -e 0";

/**
 * The goals, as ratios of processor time in one run: to `node -e 0`, and for queries from a saved index to the DuckDB
 * shell on its own file. The run ends with code 1 if one is missed.
 */
const MOST = {
  word: { compiled: 1.5, sources: 2.25 },
  small: { compiled: 3, sources: 4.5 },
  prompt: { compiled: 3, sources: 4.5 },
  indexed: { compiled: 3, sources: 4 },
} as const;

/** A limit, and the measured value. */
export interface StartLimit {
  readonly work: string;
  readonly ratio: number;
  readonly most: number;
}

/** Every limit that can be checked: peers may be missing. */
export function startLimits({ rows }: StartResult): StartLimit[] {
  const node = rows.find(({ work }) => work === NODE)?.compiled;
  return rows.flatMap(({ kind, work, ...times }) => {
    if (kind === "peer") return [];
    const beside = kind === "indexed" ? times.duckdb : node;
    return (["compiled", "sources"] as const).flatMap((which) => {
      const own = times[which];
      if (own === undefined || beside === undefined) return [];
      return [{ work: `${work}, ${which}`, ratio: own.cpu / beside.cpu, most: MOST[kind][which] }];
    });
  });
}

const text = (times: ProcessTimes | undefined): string =>
  times === undefined ? "" : `${timeText(times.cpu)}; ${timeText(times.wall)}`;

function lineOf({ work, compiled, sources, duckdb }: StartRow): string[] {
  const ratio = duckdb && compiled ? (compiled.cpu / duckdb.cpu).toFixed(1) : "";
  return [work.replaceAll("|", "\\|"), text(compiled), text(sources), text(duckdb), ratio];
}

/** The table of all times. */
export function startTable({ rows }: StartResult): string {
  return table(
    ["Process", "Compiled", "From sources", "DuckDB shell", "Compiled / DuckDB"],
    rows.map(lineOf),
  );
}

function section(result: StartResult): string {
  const { processor, cores, deno } = result.machine;
  return `${processor}, ${cores} cores; Deno ${deno}. Medians of ${result.rounds} rounds; the index is one of ` +
    `${(result.events / 1e6).toFixed(1)} million events.\n\n${startTable(result)}`;
}

if (import.meta.main) {
  const result: StartResult = JSON.parse(Deno.readTextFileSync(new URL("docs/start.json", ROOT)));
  const page = new URL("docs/speed.md", ROOT);
  Deno.writeTextFileSync(page, between(Deno.readTextFileSync(page), "start", section(result)));
}
