/**
 * Horizontal bars, one per row, with a precision of an eighth of a character.
 * @module
 */

import { textWidth } from "../../base/text_width.ts";
import { elide, pad } from "../fit_text.ts";
import { visible } from "../visible.ts";
import { bounds, type PlotOptions, type Series } from "./series.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const LEAST_BAR = 8;

/** A bar of a length in eighths of a character; negative values use another character. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.abs(share)) * width * 8);
  if (share < 0) return "░".repeat(Math.round(eighths / 8));
  // A nonzero value is always visible, however small.
  if (eighths === 0 && share > 0) return EIGHTHS[1]!;
  return "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7]!;
}

/** Draws the chart as lines of text. */
export function barChart(series: Series, { width, theme }: PlotOptions): string[] {
  const labels = series.labels.map(visible);
  const texts = series.values.map((value) => value === null ? "NULL" : series.spell(value));
  const textRoom = Math.max(0, ...texts.map(textWidth));
  const widest = Math.max(0, ...labels.map(textWidth));
  const labelRoom = Math.max(1, Math.min(widest, width - textRoom - LEAST_BAR - 3, Math.ceil(width / 2)));
  const barRoom = Math.max(1, width - labelRoom - textRoom - 3);
  const range = bounds(series.values);
  const largest = range === null ? 0 : Math.max(Math.abs(range.low), Math.abs(range.high));
  return series.values.map((value, at) => {
    const label = pad(elide(labels[at]!, labelRoom), labelRoom, false);
    const drawn = value === null || largest === 0 ? "" : bar(value / largest, barRoom);
    return `${label}  ${theme.paint("bar", drawn)}${drawn === "" ? "" : " "}${
      theme.paint("faint", texts[at]!)
    }`;
  });
}
