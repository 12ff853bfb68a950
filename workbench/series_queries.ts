/**
 * The charts that a timeline can show, and their queries. Each has a row for each step and key: as many as a
 * chart has pixels.
 * @module
 */

import type { DrawnCell, WireTrace } from "../src/serve/api_types.ts";
import {
  CHART_ROWS,
  curveQuery,
  CURVES,
  hasColumn,
  largestKeys,
  largestKeysQuery,
  livesQueries,
  rangeFilter,
  stepSize,
} from "../src/serve/picture_queries.ts";
import { drawnNumbersOf, type NumbersLine } from "./api.ts";
import { type ChartData, MOST_SERIES, type Series } from "./chart.ts";
import { framesQuery, isFrames } from "./frames.ts";
import { hasLives } from "./shell.ts";
import type { Range } from "./page_state.ts";
import { nanosOf, numberOf } from "./values.ts";

/** A request for a chart. */
export interface Wanted {
  readonly trace: WireTrace;
  /** The name of the chosen chart. */
  readonly show: string;
  readonly isTime: boolean;
  /** Allow a chart over few distinct times. */
  readonly takesFewTimes: boolean;
  /** The range that is zoomed to, in records or frames; null for the whole trace. */
  readonly window: Range | null;
  readonly whole: Range;
  readonly steps: number;
}

/** A chart, its queries, and the records of its steps. */
export interface Drawn {
  readonly queries: readonly string[];
  readonly data: ChartData;
  /** The first record of each step, if the axis shows times; empty otherwise. */
  readonly records: readonly (number | null)[];
  /** A note above the chart. */
  readonly note: string;
}

const KEYS: Readonly<Record<string, string>> = {
  kind: "kind",
  thread: "thread",
  type: "type",
  module: "module",
  class: "class",
  outcome: "outcome",
  func: "function",
};

/** Returns the available charts, the default first. */
export function showOptions(trace: WireTrace): (readonly [id: string, words: string])[] {
  const found: (readonly [string, string])[] = [];
  const has = (table: string, key: string): boolean => hasColumn(trace, table, key);
  if (isFrames(trace)) {
    found.push(["frames", "calls, draws and bytes of each frame"]);
    for (const key of ["thread", "class"]) {
      if (has("calls", key)) found.push([`calls.${key}`, `calls by ${KEYS[key]}`]);
    }
    if (hasLives(trace)) found.push(["framelive", "live bytes and objects"]);
    return found;
  }
  const lives = hasLives(trace) && has("events", "live_bytes");
  if (lives) found.push(["live", "live bytes and blocks"]);
  if (lives) {
    for (const key of ["thread", "type", "module", "func"]) {
      if (has("allocs", key)) found.push([`live.${key}`, `live bytes by ${KEYS[key]}`]);
    }
  }
  if (has("blocks", "first")) found.push(["new", "code that ran for the first time"]);
  for (const key of ["kind", "thread", "type", "module", "outcome"]) {
    if (has("events", key)) found.push([`count.${key}`, `${trace.record}s by ${KEYS[key]}`]);
  }
  return found;
}

/** Whether a chart can be drawn over times. */
export function knowsTime(trace: WireTrace, show: string): boolean {
  return hasColumn(trace, "events", "time") && !isFrames(trace) && !show.startsWith("live.") &&
    show !== "new";
}

/** Requests a chart. */
export async function drawn(wanted: Wanted, signal: AbortSignal): Promise<Drawn> {
  const { show } = wanted;
  const key = show.split(".")[1];
  if (show === "frames") return await frames(wanted, signal);
  if (key && show.startsWith("live.")) return await livesBy(wanted, key, signal);
  if (key && show.startsWith("calls.")) return await callsBy(wanted, key, signal);
  if (show === "new") return await firstTimes(wanted, signal);
  if (show === "framelive") return await frameLives(wanted, signal);
  return await overEvents(wanted, key, signal);
}

function stepIn({ window, whole, steps }: Wanted): number {
  return stepSize(window ?? whole, steps);
}

/** Returns where steps begin. */
function startsOf({ window, whole }: Wanted, step: number): number[] {
  const { from, to } = window ?? whole;
  const first = Math.floor(from / step) * step;
  return Array.from({ length: Math.max(1, Math.ceil((to - first) / step)) }, (_, at) => first + at * step);
}

/** Returns the name of a key. */
function nameOf(cell: DrawnCell, key: string): string {
  return cell === null ? `(no ${key})` : String(cell);
}

async function ask(query: string, signal: AbortSignal): Promise<NumbersLine> {
  const line = await drawnNumbersOf(query, CHART_ROWS, signal);
  // A chart of only some of the rows would look complete.
  if (line.cells[0]!.length < line.rowCount) throw new Error(`${line.rowCount} rows are too many to draw`);
  return line;
}

async function frames(wanted: Wanted, signal: AbortSignal): Promise<Drawn> {
  const step = stepIn(wanted);
  const query = framesQuery(wanted.trace, wanted.window, step);
  const line = await ask(query, signal);
  return {
    queries: [query],
    data: plainChart(line, wanted, step, "frame", true),
    records: [],
    note: step === 1 ? "" : `A bar is the largest of ${step} frames`,
  };
}

async function frameLives(wanted: Wanted, signal: AbortSignal): Promise<Drawn> {
  const step = stepIn(wanted);
  const { trace, window } = wanted;
  const query = `events${trace.of} | where frame is not null${rangeFilter(window, "frame")} | ` +
    `by frame = bin(frame, ${step}): live_bytes = max(live_bytes), live_blocks = max(live_blocks) | sort frame`;
  return {
    queries: [query],
    data: plainChart(await ask(query, signal), wanted, step, "frame", false),
    records: [],
    note: "",
  };
}

async function firstTimes(wanted: Wanted, signal: AbortSignal): Promise<Drawn> {
  const step = stepIn(wanted);
  const { trace, window } = wanted;
  const query =
    `blocks${trace.of}${rangeFilter(window, "first")} | by ${trace.record} = bin(first, ${step}): ` +
    `new_blocks = count(), new_bytes = sum(size) | sort ${trace.record}`;
  return {
    queries: [query],
    data: plainChart(await ask(query, signal), wanted, step, trace.record, true),
    records: [],
    note: "Blocks of code in the step in which they ran for the first time",
  };
}

/**
 * Builds a chart from rows with the step in the first column and values in the others; a step without a row
 * is empty.
 */
function plainChart(
  line: NumbersLine,
  wanted: Wanted,
  step: number,
  axis: string,
  lanes: boolean,
): ChartData {
  const starts = startsOf(wanted, step);
  const rows = new Map(line.cells[0]!.map((place, row) => [Number(place), row]));
  return {
    starts,
    end: starts.at(-1)! + step,
    axis,
    axisKind: "number",
    lanes,
    series: line.columns.slice(1).map(({ name, kind }, at) => ({
      name: name.replaceAll("_", " "),
      kind,
      values: starts.map((start) => {
        const row = rows.get(start);
        // A missing bar is not drawn, while a curve continues.
        return row === undefined ? (lanes ? 0 : null) : numberOf(line.cells[at + 1]![row]);
      }),
    })),
  };
}

/** Builds a chart of live bytes, or of records by a key, over all events: only these have times. */
async function overEvents(wanted: Wanted, key: string | undefined, signal: AbortSignal): Promise<Drawn> {
  const { trace, window, isTime, steps } = wanted;
  const { of } = trace;
  const keep = key ? await keysOf(`events${of}`, "events", trace, key, signal) : null;
  const stages = `${rangeFilter(window)}${keep?.stage ?? ""}`;
  let step = String(stepIn(wanted));
  if (isTime) {
    const found = await ask(
      `events${of}${rangeFilter(window)} | summarize first = min(time), last = max(time)`,
      signal,
    );
    const [first, last] = found.cells.map((cells) => nanosOf(String(cells[0])));
    step = `${Math.max(1, Math.ceil(((last ?? 0) - (first ?? 0) + 1) / steps))}ns`;
  }
  const query = curveQuery(`events${of}${stages}`, step, key);
  const line = await ask(query, signal);
  const counted = key && `${trace.record}s in each step`;
  if (!isTime) {
    return {
      queries: [query],
      data: keyedChart(line, key, trace.record, counted),
      records: [],
      note: keep?.note ?? "",
    };
  }
  // Request the first record of each step, so that the selected range can filter all other tables; with a
  // key, this is a separate query.
  const places = await ask(
    `events${of}${rangeFilter(window)} | timeline every ${step} first = min(seq), last = max(seq)`,
    signal,
  );
  const first = places.cells[2]!.map(numberOf);
  const last = places.cells[3]!.map(numberOf);
  let before = -1;
  for (let at = 0; at < first.length; at++) {
    if (first[at] === null) continue;
    if (first[at]! <= before) throw new TimesGoBack("Times go back in this trace: it is shown by record");
    before = last[at]!;
  }
  if (!wanted.takesFewTimes && first.filter((each) => each !== null).length < LEAST_TIMES) {
    throw new FewTimes("This trace has few times: it is shown by record");
  }
  return {
    queries: [query],
    data: keyedChart(line, key, "time", counted),
    records: first,
    note: keep?.note ?? "",
  };
}

/**
 * Minimum number of non-empty steps of a chart over time: with fewer, changes between two of them would be
 * hidden.
 */
const LEAST_TIMES = 40;

/** Times go back, so a range of times is not a range of records. */
export class TimesGoBack extends Error {}

/** Most events have one of a few times. */
export class FewTimes extends Error {}

/** Converts rows of `timeline`, with a curve for each key if there is one. */
function keyedChart(
  line: NumbersLine,
  key: string | undefined,
  axis: string,
  counted?: string,
): ChartData {
  const [froms, tos, ...values] = line.cells;
  const kind = line.columns[0]!.kind;
  const place = (cell: DrawnCell): number =>
    (kind === "time" && typeof cell === "string" ? nanosOf(cell) : numberOf(cell)) ?? 0;
  const starts = [...new Set(froms)].map(place);
  const end = place(tos!.at(-1) ?? null);
  const where = new Map(starts.map((start, at) => [start, at]));
  let series: Series[];
  if (key) {
    const curves = new Map<string, (number | null)[]>();
    values[0]!.forEach((name, row) => {
      const shown = nameOf(name, key);
      if (!curves.has(shown)) curves.set(shown, new Array<number | null>(starts.length).fill(0));
      curves.get(shown)![where.get(place(froms![row]!))!] = numberOf(values[1]![row]) ?? 0;
    });
    series = [...curves].map(([name, each]) => ({ name, kind: line.columns[3]!.kind, values: each }));
  } else {
    series = values.map((cells, at) => ({
      name: line.columns[at + 2]!.name.replaceAll("_", " "),
      kind: line.columns[at + 2]!.kind,
      values: cells.map(numberOf),
    }));
  }
  return {
    starts,
    end,
    axis,
    axisKind: kind,
    series: series.slice(0, MOST_SERIES),
    ...(counted === undefined ? {} : { counted }),
  };
}

interface Kept {
  /** A stage that keeps the rows of these keys; empty if that includes all rows. */
  readonly stage: string;
  readonly note: string;
}

/** Returns the keys with the most rows, a filter for them, and a note on the others. */
async function keysOf(
  source: string,
  table: string,
  trace: WireTrace,
  key: string,
  signal: AbortSignal,
): Promise<Kept> {
  const line = await ask(largestKeysQuery(source, key), signal);
  const stage = largestKeys(trace, table, key, line);
  return { stage, note: stage === "" ? "" : `The ${CURVES} with most rows; there are others` };
}

async function callsBy(wanted: Wanted, key: string, signal: AbortSignal): Promise<Drawn> {
  const step = stepIn(wanted);
  const { trace: { of }, trace, window } = wanted;
  const keep = await keysOf(`calls${of}`, "calls", trace, key, signal);
  const query = `calls${of}${rangeFilter(window, "frame")}${keep.stage} | ` +
    `by frame = bin(frame, ${step}), ${key}: calls = count() | sort frame`;
  const line = await ask(query, signal);
  const [places, names, counts] = line.cells;
  const data = byKey(
    wanted,
    step,
    "frame",
    "number",
    places!,
    names!,
    key,
    (at) => numberOf(counts![at]) ?? 0,
  );
  return { queries: [query], data: { ...data, lanes: true }, records: [], note: keep.note };
}

/** Arranges values by step and key, one series per key. */
function byKey(
  wanted: Wanted,
  step: number,
  axis: string,
  kind: Series["kind"],
  places: readonly DrawnCell[],
  names: readonly DrawnCell[],
  key: string,
  value: (row: number) => number,
): ChartData {
  const starts = startsOf(wanted, step);
  const curves = new Map<string, number[]>();
  places.forEach((place, row) => {
    const at = Math.floor((Number(place) - starts[0]!) / step);
    const name = nameOf(names[row]!, key);
    if (!curves.has(name)) curves.set(name, new Array<number>(starts.length).fill(0));
    const curve = curves.get(name)!;
    if (at >= 0 && at < curve.length) curve[at]! += value(row);
  });
  return {
    starts,
    end: starts.at(-1)! + step,
    axis,
    axisKind: "number",
    series: [...curves].slice(0, MOST_SERIES).map(([name, values]) => ({ name, kind, values })),
  };
}

/**
 * Computes what each key holds: what was there before, plus blocks that were allocated, minus blocks that
 * were freed.
 */
async function livesBy(wanted: Wanted, key: string, signal: AbortSignal): Promise<Drawn> {
  const step = stepIn(wanted);
  const { trace: { of }, trace, window } = wanted;
  const keep = await keysOf(`allocs${of}`, "allocs", trace, key, signal);
  const { came, went, there } = livesQueries(`allocs${of}${keep.stage}`, window, step, key);
  // The server runs one query while the page reads the result of another.
  const [births, deaths, before] = await Promise.all([
    ask(came, signal),
    ask(went, signal),
    there === null ? null : ask(there, signal),
  ]);
  // Blocks that stay count as freed after the end.
  const places = [...births.cells[0]!, ...deaths.cells[0]!.map((place) => place ?? Infinity)];
  const names = [...births.cells[1]!, ...deaths.cells[1]!];
  const count = births.cells[0]!.length;
  const change = (row: number): number =>
    row < count ? numberOf(births.cells[2]![row]) ?? 0 : -(numberOf(deaths.cells[2]![row - count]) ?? 0);
  const changes = byKey(wanted, step, trace.record, "bytes", places, names, key, change);
  const held = new Map(
    before?.cells[0]?.map((name, row) => [
      nameOf(name, key),
      numberOf(before.cells[1]![row]) ?? 0,
    ]),
  );
  return {
    queries: [came, went, ...(there === null ? [] : [there])],
    data: {
      ...changes,
      counted: "live bytes",
      series: changes.series.map((each) => {
        let live = held.get(each.name) ?? 0;
        return { ...each, values: each.values.map((value) => live += value ?? 0) };
      }),
    },
    records: [],
    note: [keep.note, "Blocks count with the size that they had last"].filter((part) => part !== "").join(
      ". ",
    ),
  };
}
