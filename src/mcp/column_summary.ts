/**
 * Summarizes the columns of a result of which an answer shows only some rows: minimum and maximum, most
 * frequent texts, number of nulls.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable, ResultType, ResultValue } from "../base/result_table.ts";
import { jsonValue } from "../render/json_cell.ts";
import { shownText } from "./row_lines.ts";

/** Maximum number of cells to examine; that takes about a second. */
const MOST_CELLS = SHOW_LIMITS.assistantSummary.most;
const MOST_FREQUENT = 3;

/** Summary of one column. Numbers that a double would round are strings. */
interface ColumnSummary {
  /** Number of rows without a value. */
  readonly nulls?: number;
  /** Number of distinct values, for columns of text. */
  readonly distinct?: number;
  /** The most frequent values, each with its number of rows. */
  readonly most?: readonly (readonly [text: string, rows: number])[];
  readonly min?: unknown;
  readonly max?: unknown;
}

/** A summary of each column, and the number of rows that were summarized. */
export interface Summary {
  readonly rows: number;
  readonly columns: Readonly<Record<string, ColumnSummary>>;
}

/** Summarizes as many rows as is possible in a short time. */
export function summarize(table: ResultTable): Summary {
  const rows = Math.min(table.rowCount, Math.floor(MOST_CELLS / Math.max(1, table.columns.length)));
  const columns = table.columns.map(({ name, type }, column) => {
    const values = Array.from({ length: rows }, (_, row) => table.value(row, column));
    return [shownText(name), summaryOf(values, type)];
  });
  return { rows, columns: Object.fromEntries(columns) };
}

function summaryOf(values: readonly ResultValue[], type: ResultType): ColumnSummary {
  const there = values.filter((value) => value !== null);
  const nulls = values.length - there.length;
  const base = nulls > 0 ? { nulls } : {};
  if (there.length === 0) return base;
  if (type === "text" || type === "bool" || type === "bytes") return { ...base, ...frequent(there) };
  let [min, max] = [there[0]!, there[0]!];
  for (const value of there) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { ...base, min: numberOf(min), max: numberOf(max) };
}

function frequent(values: readonly ResultValue[]): ColumnSummary {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = value instanceof Uint8Array ? value.toHex() : String(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([, left], [, right]) => right - left).slice(0, MOST_FREQUENT);
  return { distinct: counts.size, most: ordered.map(([text, rows]) => [shownText(text), rows]) };
}

function numberOf(value: ResultValue): unknown {
  return JSON.parse(jsonValue(value, false));
}
