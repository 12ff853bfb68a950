/**
 * A line chart of Braille dots: two by four dots per character.
 * @module
 */

import { textWidth } from "../../base/text_width.ts";
import { pad } from "../fit_text.ts";
import { visible } from "../visible.ts";
import { bounds, downsample, type PlotOptions, type Series } from "./series.ts";

const BLANK = 0x2800;
/** Bits of a Braille character by column and row. */
const DOTS = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]] as const;
const LEAST_WIDTH = 10;

/** Draws the chart as lines of text: values on the left, the first and last label below. */
export function lineChart(series: Series, { width, height, theme }: PlotOptions): string[] {
  const range = bounds(series.values);
  if (!range) return ["nothing to plot: all values are null"];
  // The axis starts at zero, so that sizes can be compared and small changes do not look large.
  const low = Math.min(0, range.low);
  const high = range.high === low ? low + 1 : range.high;
  const top = series.spell(high);
  const bottom = series.spell(low);
  const margin = Math.max(textWidth(top), textWidth(bottom));
  const columns = Math.max(LEAST_WIDTH, width - margin - 2);
  const rows = Math.max(2, height);
  const cells = new Uint8Array(columns * rows);
  const points = downsample(series.values, columns * 2);
  const last = Math.max(1, points.length - 1);
  let before: { x: number; y: number } | null = null;
  for (const [at, value] of points.entries()) {
    if (value === null) {
      before = null;
      continue;
    }
    const x = points.length === 1 ? 0 : Math.round(at / last * (columns * 2 - 1));
    const y = Math.round((high - value) / (high - low) * (rows * 4 - 1));
    connect(before ?? { x, y }, { x, y }, (dotX, dotY) => {
      const cell = (dotY >> 2) * columns + (dotX >> 1);
      cells[cell] = cells[cell]! | DOTS[dotX & 1]![dotY & 3]!;
    });
    before = { x, y };
  }
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const label = row === 0 ? top : row === rows - 1 ? bottom : "";
    const dots = Array.from(
      cells.subarray(row * columns, (row + 1) * columns),
      (bits) => String.fromCharCode(BLANK + bits),
    );
    const axis = theme.paint("faint", `${pad(label, margin, true)} ${label === "" ? "│" : "┤"}`);
    lines.push(axis + theme.paint("bar", dots.join("")));
  }
  const [first = "", end = ""] = [series.labels[0], series.labels.at(-1)].map((each) => visible(each ?? ""));
  const between = columns - textWidth(first) - textWidth(end);
  if (between > 0) {
    lines.push(theme.paint("faint", " ".repeat(margin + 2) + first + " ".repeat(between) + end));
  }
  return lines;
}

/** Sets the dots of a line between two points. */
function connect(
  from: { x: number; y: number },
  to: { x: number; y: number },
  set: (x: number, y: number) => void,
): void {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  for (let step = 0; step <= steps; step++) {
    set(
      Math.round(from.x + (to.x - from.x) * step / steps),
      Math.round(from.y + (to.y - from.y) * step / steps),
    );
  }
}
