/**
 * What the first pictures of a long trace ask, and runs of it before somebody does: a click finds code that is compiled, and
 * answers of a whole trace that take longest.
 * @module
 */

import { filesQuery, linesQuery, type SourceScope } from "../report/source/source_queries.ts";
import type { DrawnCell, RunRequest, WireTrace } from "./api_types.ts";
import {
  DRAWN_ROWS,
  drawnRequest,
  firstPlacesQuery,
  hasColumn,
  MAP_ROWS,
  mapQueries,
  treeQuery,
  widthOf,
} from "./picture_queries.ts";

/** Of fewer blocks a picture comes sooner than anybody sees. */
const MANY_LIVES = 200_000;
/** Steps of a chart, which has as many as there are pixels: about so many. */
const STEPS = 1200;
/** Keys that get a curve of their own, about. */
const CURVES = 7;

/** Rows of an answer, column by column. */
type Cells = readonly (readonly DrawnCell[])[];

/** Asks as a page does, and gives the rows; undefined where that was given up or has failed. */
export type AskAhead = (
  request: RunRequest,
) => Promise<{ readonly rowCount: number; readonly cells: Cells } | undefined>;

/** The long trace of several whose pictures are asked for ahead: the first. */
export function longTrace(traces: readonly WireTrace[]): WireTrace | undefined {
  return traces.find(({ tables }) => (tables.find(({ name }) => name === "allocs")?.rows ?? 0) >= MANY_LIVES);
}

/** The curve that a page shows first: what it reads is made by it, and is there then. */
export async function* firstCurve(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  if (!hasColumn(trace, "events", "live_bytes")) return;
  const every = Math.ceil(trace.events / STEPS);
  await ask(numbersOf(
    `events${trace.of} | timeline every ${every} live_bytes = max(live_bytes), live_blocks = max(live_blocks)`,
  ));
  yield;
}

/** All other pictures of the whole trace: those that cannot be kept first. */
export async function* firstPictures(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  for (const picture of [curves, map, flame, source]) yield* picture(trace, ask);
}

/** Curves by key have as many steps as a page has pixels: these are of a usual one, for the code behind them. */
async function* curves(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  const { of } = trace;
  const every = Math.ceil(trace.events / STEPS);
  if (hasColumn(trace, "events", "kind")) {
    await ask(numbersOf(`events${of} | by kind: n = count() | sort n desc | take ${CURVES + 1}`));
    yield;
    await ask(numbersOf(`events${of} | timeline every ${every} by kind: n = count()`));
    yield;
  }
  if (!hasColumn(trace, "allocs", "func")) return;
  const found = await ask(numbersOf(`allocs${of} | by func: n = count() | sort n desc | take ${CURVES + 1}`));
  yield;
  const names = (found?.cells[0] ?? []).flatMap((cell) => cell === null ? [] : [JSON.stringify(cell)]);
  if (names.length === 0) return;
  const largest = `allocs${of} | where func in {${names.slice(0, CURVES).join(", ")}}`;
  for (const column of ["seq", "freed"]) {
    await ask(numbersOf(`${largest} | by step = bin(${column}, ${every}), func: bytes = sum(size)`));
    yield;
  }
}

async function* map(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  if (!hasColumn(trace, "allocs", "addr")) return;
  const asked = (text: string): RunRequest => drawnRequest(text, MAP_ROWS, true);
  const places = await ask(asked(firstPlacesQuery(`allocs${trace.of}`)));
  yield;
  const width = places && widthOf(places.cells[0] ?? [], places.rowCount);
  if (width === undefined) return;
  const { came, went } = mapQueries(trace, null, width);
  for (const query of [came, went]) {
    await ask(asked(query));
    yield;
  }
}

async function* flame(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  await ask(drawnRequest(treeQuery(trace, `allocs${trace.of}`, "allocs", false), DRAWN_ROWS));
  yield;
}

async function* source(trace: WireTrace, ask: AskAhead): AsyncGenerator<void> {
  // Of coverage, lines are a table of their own, which is short.
  if (!hasColumn(trace, "allocs", "file") || hasColumn(trace, "lines", "file")) return;
  const scope: SourceScope = {
    subject: "memory",
    rows: `allocs${trace.of}`,
    hasFunctions: hasColumn(trace, "allocs", "func"),
  };
  const files = await ask(drawnRequest(filesQuery(scope), DRAWN_ROWS));
  yield;
  const file = files?.cells[0]?.[0];
  if (typeof file !== "string") return;
  await ask(drawnRequest(linesQuery(scope, file), DRAWN_ROWS));
  yield;
}

function numbersOf(text: string): RunRequest {
  return drawnRequest(text, DRAWN_ROWS, true);
}
