/**
 * A chart instead of a table: `-m plot`.
 * @module
 */

import { plot } from "./plot/plot.ts";
import { hasNumbers } from "./plot/series.ts";
import { FEW_COLORS, NO_COLORS } from "./plot/plot_theme.ts";
import type { Renderer } from "./renderer.ts";

/** In a pipe nobody says how wide it may be. */
const USUAL_WIDTH = 80;
const HEIGHT = 16;

/** Bars, a curve or a heat map, as the rows want. */
export const plotMode: Renderer = {
  name: "plot",
  summary: "a chart: bars, a curve or a heat map, as the rows want",
  async render(table, sink, { color, screen = USUAL_WIDTH }) {
    const theme = color ? FEW_COLORS : NO_COLORS;
    const lines = table.rowCount === 0
      ? ["nothing to plot: no rows"]
      : !hasNumbers(table)
      ? ["nothing to plot: no column of numbers"]
      : plot(table, { kind: undefined, value: undefined, label: undefined }, {
        width: screen,
        height: HEIGHT,
        theme,
      });
    await sink(lines.join("\n") + "\n");
  },
};
