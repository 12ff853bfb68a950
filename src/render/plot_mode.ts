/**
 * Draws a chart instead of a table: `-m plot`.
 * @module
 */

import type { Renderer } from "./renderer.ts";

/** Width used in a pipe. */
const USUAL_WIDTH = 80;
const HEIGHT = 16;

/** Draws bars, a curve or a heat map, whichever fits the rows. */
export const plotMode: Renderer = {
  name: "plot",
  isForDisplay: true,
  summary: "a chart: bars, a curve or a heat map, whichever fits the rows",
  async render(table, sink, { color, screen = USUAL_WIDTH }) {
    // Loaded here because every command loads the list of modes, and few draw charts.
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
