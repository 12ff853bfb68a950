/**
 * A grid whose shades tell how large: names down, places across.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { textWidth } from "../../base/text_width.ts";
import { elide, pad } from "../fit_text.ts";
import { visible } from "../visible.ts";
import { bounds, type PlotOptions, squeeze } from "./series.ts";
import type { Grid } from "./spark_table.ts";
import { shade } from "./strips.ts";

const ROWS_SHOWN = SHOW_LIMITS.bars.most;
const LEAST_CELLS = 8;

/** The grid as lines: one per name, the ends of the axis, the scale. */
export function heatGrid({ names, ends, cells, of, spell }: Grid, { width, theme }: PlotOptions): string[] {
  const labels = names.map(visible);
  const room = Math.min(Math.max(...labels.map(textWidth)), Math.max(1, width - LEAST_CELLS - 2), 32);
  const across = Math.max(1, width - room - 2);
  const count = cells[0]?.length ?? 0;
  // Few places are broad, many share a column, of which the largest is shown.
  const broad = Math.max(1, Math.min(6, Math.floor(across / Math.max(1, count))));
  const range = bounds(cells.flat());
  if (!range) return ["nothing to plot: all values are null"];
  const low = Math.min(0, range.low);
  const span = range.high - low || 1;
  const rows = cells.slice(0, ROWS_SHOWN).map((values, at) => {
    const points = squeeze(values, across).flatMap((value) => new Array<typeof value>(broad).fill(value));
    const strip = points.map((value) => shade(value === null ? null : (value - low) / span, theme)).join("");
    return `${pad(elide(labels[at]!, room), room, false)}  ${strip}`;
  });
  const [first, last] = ends.map(visible);
  const between = Math.max(1, Math.min(count, across) * broad - textWidth(first!) - textWidth(last!));
  return [
    ...rows,
    ...(names.length > ROWS_SHOWN ? [theme.paint("faint", `… ${names.length - ROWS_SHOWN} more rows`)] : []),
    theme.paint("faint", `${" ".repeat(room + 2)}${first}${" ".repeat(between)}${last}`),
    theme.paint("faint", `${visible(of)}: ${spell(low)} to ${spell(range.high)}`),
  ];
}
