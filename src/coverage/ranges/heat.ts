/**
 * Strips of characters for a range of addresses: the taller, the more of it ran.
 * @module
 */

import { without } from "./data_between.ts";
import { firstReaching } from "./functions.ts";
import type { AddressRange } from "./entries.ts";

/** From nothing to all of a cell. */
const LEVELS = "·▁▂▃▄▅▆▇█";

/** Cells of a full line. */
const LINE_CELLS = 64n;
/** Most lines of one window: longer windows get larger cells. */
const MOST_LINES = 16n;

/** One line of a window. */
interface HeatLine extends AddressRange {
  /** Bytes that ran. */
  readonly covered: bigint;
  /** A character per cell; cells of all lines are equally large. */
  readonly strip: string;
}

/**
 * A window in lines of equal cells that begin at round addresses; bytes a cell is a power of two, the smallest with
 * which the window fits. Cells outside the window are blank, and so are those that hold nothing but `data`.
 */
export function heatLines(
  ranges: readonly AddressRange[],
  first: bigint,
  last: bigint,
  data: readonly AddressRange[] = [],
): HeatLine[] {
  const idle = without(data, ranges);
  let cell = 1n;
  while (last - first >= LINE_CELLS * MOST_LINES * cell) cell *= 2n;
  const step = LINE_CELLS * cell;
  const lines: HeatLine[] = [];
  for (let start = first - first % step; start <= last; start += step) {
    let strip = "";
    for (let at = start; at < start + step && at <= last; at += cell) {
      const from = at > first ? at : first, end = at + cell - 1n, to = end < last ? end : last;
      const code = to < from ? 0n : to - from + 1n - coveredIn(idle, from, to);
      strip += code === 0n ? " " : level(coveredIn(ranges, from, to), code);
    }
    const from = start > first ? start : first, end = start + step - 1n, to = end < last ? end : last;
    lines.push({ first: from, last: to, covered: coveredIn(ranges, from, to), strip });
  }
  return lines;
}

/** Bytes of a window that ranges cover. */
function coveredIn(ranges: readonly AddressRange[], from: bigint, to: bigint): bigint {
  let covered = 0n;
  for (let at = firstReaching(ranges, from); at < ranges.length && ranges[at]!.first <= to; at++) {
    const { first, last } = ranges[at]!;
    covered += (last < to ? last : to) - (first > from ? first : from) + 1n;
  }
  return covered;
}

/** Only nothing looks like nothing, and only all looks like all. */
function level(covered: bigint, bytes: bigint): string {
  const steps = BigInt(LEVELS.length - 1);
  const height = covered === 0n ? 0n : covered === bytes ? steps : 1n + covered * (steps - 1n) / bytes;
  return LEVELS[Number(height)]!;
}
