/**
 * The data of a plot: labelled numbers, taken from a result.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultColumn, ResultTable } from "../../base/result_table.ts";
import { type CellText, isNumeric, readableText } from "../cell_text.ts";
import { doubleText, sizeText } from "../number_text.ts";
import { isBytes, screenText } from "../screen_text.ts";
import type { PlotTheme } from "./plot_theme.ts";

/** A series of numbers. */
export interface Series {
  /** Name of the column. */
  readonly name: string;
  /** The numbers; doubles are precise enough for a chart. */
  readonly values: readonly (number | null)[];
  /** The label of each number. */
  readonly labels: readonly string[];
  /** Names of the label columns. */
  readonly over: string;
  /** Formats a number. */
  spell(value: number): string;
}

/** Size and colours of a plot. */
export interface PlotOptions {
  /** Width in terminal columns. */
  readonly width: number;
  /** Maximum height of a plot with an axis, in rows. */
  readonly height: number;
  /** Colours of the plot. */
  readonly theme: PlotTheme;
}

/** Columns that are drawn by default. */
const LIKELY = ["bytes", "live_bytes", "count", "size"];
/** Numeric columns that contain identifiers. */
const KEYS = new Set(["line", "thread", "frame", "slice", "no", "seq"]);
const MOST_ROWS = SHOW_LIMITS.plottedRows.most;

/** Whether a column can be drawn: addresses and times are not amounts. */
function isPlottable(column: ResultColumn): boolean {
  return isNumeric(column) && column.display !== "hex" && column.type !== "time";
}

/** Whether a result has a column that can be plotted. */
export function hasNumbers(table: ResultTable): boolean {
  return table.columns.some(isPlottable);
}

/** The column to plot: by name, or the most likely one. Throws `UsageError`. */
export function valueColumn(table: ResultTable, name: string | undefined): number {
  if (name !== undefined) return columnNamed(table, name);
  const numeric = table.columns.map((column, at) => ({ column, at })).filter(({ column }) =>
    isPlottable(column)
  );
  // Bins of a histogram show counts, unless bytes are requested.
  const isHistogram = table.columns[0]?.name === "from" && table.columns[1]?.name === "to";
  const wanted = isHistogram ? ["count", ...LIKELY] : LIKELY;
  const likely = wanted.map((each) => numeric.find(({ column }) => column.name === each)).find(Boolean);
  const found = likely ?? numeric.findLast(({ at }) => at > 0) ?? numeric[0];
  if (!found) throw new UsageError("Cannot plot: the last result has no column of numbers");
  return found.at;
}

/** Index of a column by name. Throws `UsageError`. */
export function columnNamed(table: ResultTable, name: string): number {
  const at = table.columns.findIndex((column) => column.name === name);
  if (at >= 0) return at;
  throw new UsageError(
    `No column "${name}": the columns are ${table.columns.map((each) => each.name).join(", ")}`,
  );
}

/** A column with its labels; without a label column, other texts or the first column become labels. */
export function seriesOf(table: ResultTable, value: number, label: number | undefined): Series {
  const column = table.columns[value]!;
  const count = Math.min(table.rowCount, MOST_ROWS);
  const named = label === undefined ? labelColumns(table, value) : [label];
  const texts = named.map((at) => labelText(table.columns[at]!));
  const values: (number | null)[] = [];
  const labels: string[] = [];
  for (let row = 0; row < count; row++) {
    const cell = table.value(row, value);
    values.push(typeof cell === "bigint" || typeof cell === "number" ? Number(cell) : null);
    labels.push(
      named.map((at, index) => {
        const part = table.value(row, at);
        return part === null ? "NULL" : texts[index]!(part);
      }).join(" "),
    );
  }
  const over = named.map((at) => table.columns[at]!.name).join(", ") || "rows";
  return { name: column.name, values, labels, over, spell: speller(column) };
}

/** A label in readable form; threads keep their numbers, since no legend explains short names here. */
function labelText(column: ResultColumn): CellText {
  return /thread/.test(column.name) ? readableText(column) : screenText(column, new Map());
}

/** Formats numbers of a column in readable form. */
function speller(column: ResultColumn): (value: number) => string {
  if (isBytes(column)) return sizeText;
  if (column.type === "f64") return doubleText;
  const text = readableText(column);
  return (value) => text(Number.isSafeInteger(value) ? BigInt(value) : value);
}

function labelColumns(table: ResultTable, value: number): number[] {
  const texts = table.columns.flatMap((column, at) => column.type === "text" && at !== value ? [at] : []);
  // Keys come first.
  const keys = table.columns.flatMap((column, at) =>
    at < value && (column.type === "text" || at === 0 || KEYS.has(column.name)) ? [at] : []
  );
  return keys.length > 0 ? keys : texts.slice(0, 1);
}

/**
 * Reduces a series to this many numbers. Each is the maximum of a stretch of the series, so that peaks stay
 * visible. Numbers without a place on an axis, such as infinity, become null.
 */
export function downsample(all: readonly (number | null)[], count: number): (number | null)[] {
  const values = all.map((value) => Number.isFinite(value) ? value : null);
  if (values.length <= count) return values;
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor(at * values.length / count);
    const to = Math.max(from + 1, Math.floor((at + 1) * values.length / count));
    let most: number | null = null;
    for (let index = from; index < to; index++) {
      const value = values[index]!;
      if (value !== null && (most === null || value > most)) most = value;
    }
    return most;
  });
}

/** Smallest and largest number; null if there is none. */
export function bounds(values: readonly (number | null)[]): { low: number; high: number } | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : { low, high };
}

/** What stands for rows without room in a plot. */
export function moreRows(count: number): string {
  return `${count} more ${count === 1 ? "row" : "rows"}`;
}
