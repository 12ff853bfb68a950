/**
 * Frames of recordings of calls, and what they are in records: a brush over frames filters tables that know no frames.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, rangeFilter } from "../src/serve/picture_queries.ts";
import { drawnRowsOf } from "./api.ts";
import type { PageState, Range } from "./page_state.ts";
import { numberOf } from "./values.ts";

/** How many frames a trace has. */
export function frameCount(trace: WireTrace): number {
  return hasColumn(trace, "frames", "calls")
    ? trace.tables.find(({ name }) => name === "frames")?.rows ?? 0
    : 0;
}

/** Whether brushes and moments of a trace are frames and no records: where it has more than one. */
export function isFrames(trace: WireTrace): boolean {
  return frameCount(trace) > 1;
}

/** All of a trace, in what its timeline counts. */
export function wholeOf(trace: WireTrace): Range | null {
  if (isFrames(trace)) return { from: 0, to: frameCount(trace) };
  return trace.events > 0 ? { from: 1, to: trace.events + 1 } : null;
}

/** The query for bars of frames; of several in one step, the largest. */
export function framesQuery(trace: WireTrace, range: Range | null, step: number): string {
  const source = `frames${trace.of}${rangeFilter(range, "frame")}`;
  const values = ["calls", "draws", "bytes"];
  return step === 1
    ? `${source} | sort frame | select frame, ${values.join(", ")}`
    : `${source} | by frame = bin(frame, ${step}): ` +
      `${values.map((name) => `${name} = max(${name})`).join(", ")} | sort frame`;
}

/** What is brushed, in records; null where nothing is. */
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
  // Frames without a record have nothing in them.
  return first === null || last === null || first === undefined || last === undefined
    ? { from: 0, to: 0 }
    : { from: first, to: last + 1 };
}

/** What is brushed as tests of rows, by the columns that tables have for it, best first. */
export function brushTests(trace: WireTrace, range: Range, records: Range | null): readonly string[] {
  const test = (column: string, { from, to }: Range): string => `${column} >= ${from} and ${column} < ${to}`;
  return [
    ...(isFrames(trace) ? [test("frame", range)] : []),
    // What ran, by the record in which it did so first; calls are counted from 0 and records from 1.
    ...(records
      ? [
        test("seq", records),
        ...(hasColumn(trace, "blocks", "first") ? [test("first", records)] : []),
        test("no", { from: records.from - 1, to: records.to - 1 }),
      ]
      : []),
  ];
}

/** A moment as a point of the language. */
export function pointOf(trace: WireTrace, moment: number): string {
  return isFrames(trace) ? `frame ${moment}` : `#${moment}`;
}
