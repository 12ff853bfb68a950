/**
 * Converts frames of recordings to records, because a selection of frames filters tables that have no frames.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, rangeFilter } from "../src/serve/picture_queries.ts";
import { drawnRowsOf } from "./api.ts";
import type { PageState, Range } from "./page_state.ts";
import { numberOf } from "./values.ts";

/** Returns the number of frames of a trace. */
export function frameCount(trace: WireTrace): number {
  return hasColumn(trace, "frames", "calls")
    ? trace.tables.find(({ name }) => name === "frames")?.rows ?? 0
    : 0;
}

/** Whether ranges and points of a trace are frames and not records: true if it has more than one frame. */
export function isFrames(trace: WireTrace): boolean {
  return frameCount(trace) > 1;
}

/** Returns the range of the whole trace, in the unit of its timeline. */
export function wholeOf(trace: WireTrace): Range | null {
  if (isFrames(trace)) return { from: 0, to: frameCount(trace) };
  return trace.events > 0 ? { from: 1, to: trace.events + 1 } : null;
}

/** Builds the query for bars of frames; if a step contains several frames, the largest one is shown. */
export function framesQuery(trace: WireTrace, range: Range | null, step: number): string {
  const source = `frames${trace.of}${rangeFilter(range, "frame")}`;
  const values = ["calls", "draws", "bytes"];
  return step === 1
    ? `${source} | sort frame | select frame, ${values.join(", ")}`
    : `${source} | by frame = bin(frame, ${step}): ` +
      `${values.map((name) => `${name} = max(${name})`).join(", ")} | sort frame`;
}

/** Converts the selected range to records; null if nothing is selected. */
export async function recordsOf(
  { range }: Pick<PageState, "range">,
  trace: WireTrace,
  signal: AbortSignal,
): Promise<Range | null> {
  if (range === null || !isFrames(trace)) return range;
  const line = await drawnRowsOf(
    `events${trace.of}${rangeFilter(range, "frame")} | summarize first = min(seq), last = max(seq)`,
    1,
    signal,
  );
  const [first, last] = line.cells.map((cells) => numberOf(cells[0]));
  // A frame without a record is empty.
  return first === null || last === null || first === undefined || last === undefined
    ? { from: 0, to: 0 }
    : { from: first, to: last + 1 };
}

/** Returns the selected range as tests of rows, by the columns that tables have for it, best first. */
export function brushTests(trace: WireTrace, range: Range, records: Range | null): readonly string[] {
  const test = (column: string, { from, to }: Range): string => `${column} >= ${from} and ${column} < ${to}`;
  return [
    ...(isFrames(trace) ? [test("frame", range)] : []),
    // For coverage, test the record in which code first ran; calls count from 0 and records from 1.
    ...(records
      ? [
        test("seq", records),
        ...(hasColumn(trace, "blocks", "first") ? [test("first", records)] : []),
        test("no", { from: records.from - 1, to: records.to - 1 }),
      ]
      : []),
  ];
}

/** Returns a position as a point of the query language. */
export function pointOf(trace: WireTrace, moment: number): string {
  return isFrames(trace) ? `frame ${moment}` : `#${moment}`;
}
