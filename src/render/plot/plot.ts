/**
 * Implements the command `.plot`: selects the chart and its columns.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { textWidth } from "../../base/text_width.ts";
import { isNumeric } from "../cell_text.ts";
import { elide, pad } from "../fit_text.ts";
import { barChart } from "./bars.ts";
import { lineChart } from "./line_chart.ts";
import {
  bounds,
  columnNamed,
  downsample,
  moreRows,
  type PlotOptions,
  seriesOf,
  valueColumn,
} from "./series.ts";
import { curvesOf, type Grid, gridOf } from "./spark_table.ts";
import { heatStrip, shade, sparklines } from "./strips.ts";
import { visible } from "../visible.ts";

/** Kinds of text plots; `table` is a result with bars. */
export const PLOT_KINDS = ["bars", "lines", "heat", "spark", "table"] as const;

type PlotKind = (typeof PLOT_KINDS)[number];

/** The requested kind of plot and its columns. */
interface PlotRequest {
  /** Kind of plot; undefined chooses by the result. */
  readonly kind: PlotKind | undefined;
  /** Column of the values. */
  readonly value: string | undefined;
  /** Column of the labels. */
  readonly label: string | undefined;
}

/** Maximum rows for bars. */
const MOST_BARS = SHOW_LIMITS.bars.most;

/** Parses `[KIND] [VALUE [LABEL]]`. */
export function plotRequest(argument: string): PlotRequest {
  const words = argument === "" ? [] : argument.split(/[\s,]+/);
  const first = words[0] ?? "";
  const kind = PLOT_KINDS.find((each) =>
    each === first || each === `${first}s` || (first === "line" && each === "lines")
  );
  const [value, label, more] = kind === undefined ? words : words.slice(1);
  if (more !== undefined) {
    throw new UsageError(`Command .plot takes a kind and two columns, unexpected "${more}"`);
  }
  return { kind, value, label };
}

/** Draws the plot as lines of text: a title, and the chart. */
export function plot(table: ResultTable, request: PlotRequest, options: PlotOptions): string[] {
  if (table.rowCount === 0) throw new UsageError("Cannot plot: the last result has no rows");
  const label = request.label === undefined ? undefined : columnNamed(table, request.label);
  const named = (text: string): string => options.theme.paint("strong", text);
  if (request.kind === "spark" && request.value === undefined) {
    const numeric = table.columns.flatMap((column, at) =>
      isNumeric(column) && column.display !== "hex" && column.type !== "time" ? [at] : []
    );
    return [
      named("Each column over the rows"),
      ...sparklines(numeric.map((at) => seriesOf(table, at, label)), options),
    ];
  }
  const value = valueColumn(table, request.value);
  const curves = request.kind === undefined || request.kind === "heat" ? curvesOf(table, value, label) : null;
  // Numbers that are not positions in the trace are used as an axis only on request.
  if (curves !== null && (request.kind === "heat" || isPositionColumn(table, curves.place))) {
    const [names, place, of] = [curves.label, curves.place, value].map((at) =>
      visible(table.columns[at]!.name)
    );
    return [named(`${of} over ${place}, a row per ${names}`), ...heatGrid(gridOf(table, curves), options)];
  }
  const kind = request.kind ?? likelyKind(table);
  const ordered = kind === "bars" ? table : inOrderOfPlaces(table, label);
  const series = seriesOf(ordered, value, label);
  const [of, over] = [table.columns[value]!.name, series.over].map(visible);
  switch (kind) {
    case "lines":
      return [named(`${of} over ${over}`), ...lineChart(series, options)];
    case "heat":
      return [named(`${of} over ${over}`), ...heatStrip(series, options)];
    case "spark":
      return [named(`${of} over ${over}`), ...sparklines([series], options)];
    default: {
      const shown = barChart({ ...series, values: series.values.slice(0, MOST_BARS) }, options);
      const title = named(`${of} by ${over}`);
      if (series.values.length <= MOST_BARS) return [title, ...shown];
      return [
        title,
        ...shown,
        options.theme.paint("faint", `… ${moreRows(series.values.length - MOST_BARS)}`),
      ];
    }
  }
}

/** Sorts rows by the axis. Groups are sorted by size, and a curve over them would be meaningless. */
function inOrderOfPlaces(table: ResultTable, label: number | undefined): ResultTable {
  const axis = label ?? 0;
  if (!isPositionColumn(table, axis)) return table;
  const keys = Array.from({ length: table.rowCount }, (_, row) => table.value(row, axis));
  const order = keys.map((_, row) => row).sort((a, b) => compareValues(keys[a]!, keys[b]!) || a - b);
  return { ...table, value: (row, at) => table.value(order[row]!, at) };
}

function isPositionColumn({ columns }: ResultTable, at: number): boolean {
  const column = columns[at];
  return column !== undefined && (PLACES.has(column.name) || column.type === "time");
}

/** Columns that give the position of a row in the trace. */
const PLACES = new Set(["bin", "from", "seq", "no", "slice", "frame", "time", "bucket", "hour"]);

function compareValues(left: ResultValue, right: ResultValue): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The kind that fits a table: bars for names, a line for a long series of numbers. */
export function likelyKind(table: ResultTable): "bars" | "lines" {
  const first = table.columns[0];
  const named = first !== undefined && !isNumeric(first);
  return named || table.rowCount <= 24 ? "bars" : "lines";
}

const ROWS_SHOWN = SHOW_LIMITS.bars.most;
const LEAST_CELLS = 8;

/** Draws a grid as lines of text: one per name, then the ends of the axis and the scale. */
export function heatGrid({ names, ends, cells, of, spell }: Grid, { width, theme }: PlotOptions): string[] {
  const labels = names.map(visible);
  const room = Math.min(Math.max(...labels.map(textWidth)), Math.max(1, width - LEAST_CELLS - 2), 32);
  const across = Math.max(1, width - room - 2);
  const count = cells[0]?.length ?? 0;
  // If there are few positions, each takes several columns; if there are many, a column shows the maximum of
  // several.
  const broad = Math.max(1, Math.min(6, Math.floor(across / Math.max(1, count))));
  const range = bounds(cells.flat());
  if (!range) return ["nothing to plot: all values are null"];
  const low = Math.min(0, range.low);
  const span = range.high - low || 1;
  const rows = cells.slice(0, ROWS_SHOWN).map((values, at) => {
    const points = downsample(values, across).flatMap((value) => new Array<typeof value>(broad).fill(value));
    const strip = points.map((value) => shade(value === null ? null : (value - low) / span, theme)).join("");
    return `${pad(elide(labels[at]!, room), room, false)}  ${strip}`;
  });
  const [first, last] = ends.map(visible);
  const between = Math.max(1, Math.min(count, across) * broad - textWidth(first!) - textWidth(last!));
  return [
    ...rows,
    ...(names.length > ROWS_SHOWN ? [theme.paint("faint", `… ${moreRows(names.length - ROWS_SHOWN)}`)] : []),
    theme.paint("faint", `${" ".repeat(room + 2)}${first}${" ".repeat(between)}${last}`),
    theme.paint("faint", `${visible(of)}: ${spell(low)} to ${spell(range.high)}`),
  ];
}
