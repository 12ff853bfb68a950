/**
 * `.plot`: which picture, of which columns.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultTable } from "../../base/result_table.ts";
import { isNumeric } from "../../render/cell_text.ts";
import { barChart } from "./bars.ts";
import { lineChart } from "./line_chart.ts";
import { columnNamed, type PlotOptions, seriesOf, valueColumn } from "./series.ts";
import { heatStrip, sparklines } from "./strips.ts";

/** Kinds of plots that are text; `table` is a result with bars. */
export const PLOT_KINDS = ["bars", "lines", "heat", "spark", "table"] as const;

/** A kind of plot. */
type PlotKind = (typeof PLOT_KINDS)[number];

/** What was asked for. */
interface PlotRequest {
  /** Undefined = what fits the result. */
  readonly kind: PlotKind | undefined;
  /** Column of the numbers. */
  readonly value: string | undefined;
  /** Column of the labels. */
  readonly label: string | undefined;
}

/** More rows than this are no bars. */
const MOST_BARS = SHOW_LIMITS.bars.most;

/** Reads `[KIND] [VALUE [LABEL]]`. */
export function plotRequest(argument: string): PlotRequest {
  const words = argument === "" ? [] : argument.split(/[\s,]+/);
  const first = words[0] ?? "";
  const kind = PLOT_KINDS.find((each) =>
    each === first || each === `${first}s` || (first === "line" && each === "lines")
  );
  const [value, label, more] = kind === undefined ? words : words.slice(1);
  if (more !== undefined) {
    throw new UsageError(`Command .plot takes a kind and two columns, found "${more}" as well`);
  }
  return { kind, value, label };
}

/** The plot as lines. */
export function plot(table: ResultTable, request: PlotRequest, options: PlotOptions): string[] {
  if (table.rowCount === 0) throw new UsageError("Cannot plot: the last result has no rows");
  const label = request.label === undefined ? undefined : columnNamed(table, request.label);
  if (request.kind === "spark" && request.value === undefined) {
    const numeric = table.columns.flatMap((column, at) =>
      isNumeric(column) && column.display !== "hex" && column.type !== "time" ? [at] : []
    );
    return sparklines(numeric.map((at) => seriesOf(table, at, label)), options);
  }
  const value = valueColumn(table, request.value);
  const series = seriesOf(table, value, label);
  switch (request.kind ?? likelyKind(table)) {
    case "lines":
      return lineChart(series, options);
    case "heat":
      return heatStrip(series, options);
    case "spark":
      return sparklines([series], options);
    default: {
      const shown = barChart({ ...series, values: series.values.slice(0, MOST_BARS) }, options);
      if (series.values.length <= MOST_BARS) return shown;
      return [...shown, options.theme.paint("faint", `… ${series.values.length - MOST_BARS} more rows`)];
    }
  }
}

/** Names want bars; a long run of numbers wants a line. */
function likelyKind(table: ResultTable): PlotKind {
  const first = table.columns[0];
  const named = first !== undefined && !isNumeric(first);
  return named || table.rowCount <= 24 ? "bars" : "lines";
}
