/**
 * Draws an address range as strips of characters: the taller, the more of it ran.
 * @module
 */

import { subtractRanges } from "./subtract_data.ts";
import { firstRangeEndingAt } from "./functions.ts";
import type { AddressRange } from "./entries.ts";

/** From no coverage to full coverage of a cell. */
const LEVELS = "·▁▂▃▄▅▆▇█";

/** Cells of a full line. */
const LINE_CELLS = 64n;
/** Maximum lines of a window: longer windows get larger cells. */
const MOST_LINES = 16n;

/** A line of a heat map. */
interface HeatLine extends AddressRange {
  /** Bytes that ran. */
  readonly covered: bigint;
  /** One character per cell; all cells have the same size. */
  readonly strip: string;
}

/**
 * A window as lines of equal cells that begin at round addresses; the bytes per cell are the smallest power
 * of two with which the window fits. Cells outside the window are blank, as are those that hold only `data`.
 */
export function heatLines(
  ranges: readonly AddressRange[],
  first: bigint,
  last: bigint,
  data: readonly AddressRange[] = [],
): HeatLine[] {
  const idle = subtractRanges(data, ranges);
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

/** Number of bytes of a window that ranges cover. */
function coveredIn(ranges: readonly AddressRange[], from: bigint, to: bigint): bigint {
  let covered = 0n;
  for (let at = firstRangeEndingAt(ranges, from); at < ranges.length && ranges[at]!.first <= to; at++) {
    const { first, last } = ranges[at]!;
    covered += (last < to ? last : to) - (first > from ? first : from) + 1n;
  }
  return covered;
}

/** Uses the empty level only for zero, and the full level only for all. */
function level(covered: bigint, bytes: bigint): string {
  const steps = BigInt(LEVELS.length - 1);
  const height = covered === 0n ? 0n : covered === bytes ? steps : 1n + covered * (steps - 1n) / bytes;
  return LEVELS[Number(height)]!;
}
