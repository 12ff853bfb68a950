/**
 * Reads a few calls of a long stream directly at their offsets, with the signatures that an earlier pass
 * found before them, instead of walking the stream from the start.
 * @module
 */

import type { RequestedCells } from "../../events/trace_sink.ts";

/** Calls that are close enough together to be read in one go. */
export interface CallCluster {
  /** Stream offset of the first enter event. */
  readonly start: number;
  /** Stream offset of the last leave event. */
  readonly end: number;
  /** Number of the first call. */
  readonly firstNo: number;
  /** Numbers of the wanted calls, ascending. */
  readonly numbers: readonly number[];
}

/** Calls closer together than this are read in one go. */
const CLOSE_BYTES = 1 << 18;
/** Starting at an offset takes as long as walking this many bytes of a stream. */
const START_BYTES = 3 << 20;

/**
 * Groups the selected calls into clusters. Returns null if walking the whole stream is as fast, or if a
 * selected call never returned: such calls are completed only at the end of the stream.
 */
export function clustersOf(cellsOf: RequestedCells, streamBytes: number): CallCluster[] | null {
  const [nos, enters, leaves] = ["no", "enter", "leave"].map(cellsOf);
  if (leaves!.includes(null)) return null;
  const calls = nos!.map((no, at) => ({
    no: Number(no),
    enter: Number(enters![at]),
    leave: Number(leaves![at]),
  })).sort((a, b) => a.enter - b.enter);
  const clusters: { start: number; end: number; firstNo: number; numbers: number[] }[] = [];
  for (const { no, enter, leave } of calls) {
    const last = clusters.at(-1);
    if (last && enter - last.end < CLOSE_BYTES) {
      last.end = Math.max(last.end, leave);
      last.numbers.push(no);
    } else clusters.push({ start: enter, end: leave, firstNo: no, numbers: [no] });
  }
  const cost = clusters.reduce((sum, { start, end }) => sum + START_BYTES + end - start, 0);
  return cost < streamBytes ? clusters : null;
}

/** Packs call numbers into ranges for the kernel: first, last, step, classes. */
export function packCallNumbers(numbers: readonly number[]): Uint32Array {
  const ranges: number[] = [];
  for (const no of numbers) {
    const last = ranges.length - 4;
    if (last >= 0 && ranges[last + 1] === no - 1) ranges[last + 1] = no;
    else ranges.push(no, no, 1, 0);
  }
  return Uint32Array.from(ranges);
}
