/**
 * A chart instead of a table: `-m plot`.
 * @module
 */

import type { Renderer } from "./renderer.ts";

/** In a pipe nobody says how wide it may be. */
const USUAL_WIDTH = 80;
const HEIGHT = 16;

/** Bars, a curve or a heat map, as the rows want. */
export const plotMode: Renderer = {
  name: "plot",
  isRead: true,
  summary: "a chart: bars, a curve or a heat map, whichever fits the rows",
  async render(table, sink, { color, screen = USUAL_WIDTH }) {
    // Every command has the list of modes: what only charts need is loaded with the first one.
    const [{ plot }, { hasNumbers }, { FEW_COLORS, NO_COLORS }] = await Promise.all([
      import("./plot/plot.ts"),
      import("./plot/series.ts"),
      import("./plot/plot_theme.ts"),
    ]);
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
