/**
 * Runs the queries for the first charts of a long trace before a page requests them, and caches the responses.
 * @module
 */

import { filesQuery, linesQuery, type SourceScope } from "../report/source/source_queries.ts";
import type { DrawnCell, RunRequest, WireTrace } from "./api_types.ts";
import { memoryGapsQuery } from "./gap_queries.ts";
import { pairKeys, pairQueries, pairRows } from "./pair_queries.ts";
import {
  busiestPages,
  CHART_ROWS,
  curveQuery,
  drawnRequest,
  hasColumn,
  largestKeys,
  largestKeysQuery,
  livesQueries,
  MAP_ROWS,
  mapQueries,
  PAGE_COUNT,
  pagesQuery,
  rangeOfRow,
  stepSize,
  topPlacesQuery,
  treeQuery,
  widthOf,
} from "./picture_queries.ts";

/** If there are fewer live blocks than this, a chart is ready immediately. */
const MANY_LIVES = 200_000;

/** Rows of a response, column by column. */
type Cells = readonly (readonly DrawnCell[])[];

/** Runs a query like a page does and returns the rows; undefined if it was cancelled or failed. */
export type RunQuery = (
  request: RunRequest,
) => Promise<{ readonly rowCount: number; readonly cells: Cells } | undefined>;

/** Returns the trace whose charts are computed ahead: the first long one. */
export function longTrace(traces: readonly WireTrace[]): WireTrace | undefined {
  return traces.find(({ tables }) => (tables.find(({ name }) => name === "allocs")?.rows ?? 0) >= MANY_LIVES);
}

/** Runs queries for the charts of the whole trace that are the same on every page, the slowest first. */
export async function* sharedCharts(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  for (const picture of [map, flame, source, pairs, pages]) yield* picture(trace, ask);
}

/** Runs queries for the curves of the whole trace, for pages with this many steps. */
export async function* sharedCurves(trace: WireTrace, steps: number, ask: RunQuery): AsyncGenerator<void> {
  const step = stepSize({ from: 1, to: trace.events + 1 }, steps);
  const [events, allocs] = [`events${trace.of}`, `allocs${trace.of}`];
  if (hasColumn(trace, "events", "live_bytes")) {
    await ask(numbersOf(curveQuery(events, String(step))));
    yield;
  }
  if (hasColumn(trace, "events", "kind")) {
    const kinds = await ask(numbersOf(largestKeysQuery(events, "kind")));
    yield;
    const stage = kinds && largestKeys(trace, "events", "kind", kinds);
    if (stage !== undefined) await ask(numbersOf(curveQuery(events + stage, String(step), "kind")));
    yield;
  }
  if (!hasColumn(trace, "allocs", "func")) return;
  const functions = await ask(numbersOf(largestKeysQuery(allocs, "func")));
  yield;
  if (!functions) return;
  const largest = allocs + largestKeys(trace, "allocs", "func", functions);
  const { came, went } = livesQueries(largest, null, step, "func");
  for (const query of [came, went]) {
    await ask(numbersOf(query));
    yield;
  }
}

async function* map(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  if (!hasColumn(trace, "allocs", "addr")) return;
  const asked = (text: string): RunRequest => drawnRequest(text, MAP_ROWS, true);
  const places = await ask(asked(topPlacesQuery(`allocs${trace.of}`)));
  yield;
  const width = places && widthOf(places.cells[0] ?? [], places.rowCount);
  if (width === undefined) return;
  const { came, went } = mapQueries(trace, null, { row: rangeOfRow(width) });
  for (const query of [came, went, memoryGapsQuery(`live @ peak${trace.of}`)]) {
    await ask(asked(query));
    yield;
  }
}

/** Runs queries for the map with a row for each of the pages that have the most blocks. */
async function* pages(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  if (!hasColumn(trace, "allocs", "addr")) return;
  const rows = `allocs${trace.of}`;
  const found = await ask(drawnRequest(pagesQuery(rows), MAP_ROWS, true));
  yield;
  // If there are fewer pages, the page draws all of them as fast as the map of addresses.
  if (!found || found.rowCount <= PAGE_COUNT) return;
  const { came, went } = mapQueries(trace, null, { row: "place", stage: busiestPages(rows) });
  for (const query of [came, went]) {
    await ask(drawnRequest(query, MAP_ROWS, true));
    yield;
  }
}

async function* flame(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  await ask(drawnRequest(treeQuery(trace, `allocs${trace.of}`, "allocs"), CHART_ROWS));
  yield;
}

async function* source(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  // For coverage, lines are in a short table of their own.
  if (!hasColumn(trace, "allocs", "file") || hasColumn(trace, "lines", "file")) return;
  const scope: SourceScope = {
    subject: "memory",
    rows: `allocs${trace.of}`,
    hasFunctions: hasColumn(trace, "allocs", "func"),
  };
  const files = await ask(drawnRequest(filesQuery(scope), CHART_ROWS));
  yield;
  const file = files?.cells[0]?.[0];
  if (typeof file !== "string") return;
  await ask(drawnRequest(linesQuery(scope, file), CHART_ROWS));
  yield;
}

async function* pairs(trace: WireTrace, ask: RunQuery): AsyncGenerator<void> {
  const [key] = pairKeys(trace);
  if (!key) return;
  for (const query of Object.values(pairQueries(pairRows(trace, null), key))) {
    await ask(drawnRequest(query, MAP_ROWS, true));
    yield;
  }
}

function numbersOf(text: string): RunRequest {
  return drawnRequest(text, CHART_ROWS, true);
}
