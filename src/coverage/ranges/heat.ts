/**
 * Draws an address range as lines of characters: the taller a character, the more of its addresses ran.
 * @module
 */

import { subtractRanges } from "./subtract_data.ts";
import { firstRangeEndingAt } from "./functions.ts";
import type { AddressRange } from "./entries.ts";

/** Characters from no coverage to full coverage of a cell. */
const LEVELS = "·▁▂▃▄▅▆▇█";

/** Number of cells in a full line. */
const LINE_CELLS = 64n;
/** Maximum number of lines of a window; a longer window gets larger cells. */
const MOST_LINES = 16n;

/** A line of a heat map. */
interface HeatLine extends AddressRange {
  /** Bytes that ran. */
  readonly covered: bigint;
  /** One character per cell of equally many bytes: how much of its code ran. A blank is a cell without code. */
  readonly strip: string;
}

/**
 * Returns a window as lines of equal cells that begin at round addresses; the number of bytes per cell is the
 * smallest power of two with which the window fits. Cells outside the window are blank, as are those that
 * contain only `data`.
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

/** Chooses the level of a cell: the empty level only for zero, and the full level only for all. */
function level(covered: bigint, bytes: bigint): string {
  const steps = BigInt(LEVELS.length - 1);
  const height = covered === 0n ? 0n : covered === bytes ? steps : 1n + covered * (steps - 1n) / bytes;
  return LEVELS[Number(height)]!;
}
