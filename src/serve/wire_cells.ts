/**
 * Converts rows for sending: exact digits for numbers, readable text for the rest, and no invisible characters.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { writtenName } from "../assist/value_syntax.ts";
import { exactText, isNumeric, readableText } from "../render/cell_text.ts";
import { visible } from "../render/visible.ts";
import { QueryResult } from "../engine/query_result.ts";
import type { ColumnKind, DrawnCells, WireCell, WireColumn, WireRows } from "./api_types.ts";

const BYTES = /(^|_)(bytes|size|covered|uncovered)(_before|_after|_delta)?$/;

/** Columns of these kinds are sent as plain digits. */
const COUNTS: ReadonlySet<ColumnKind> = new Set<ColumnKind>(["bytes", "number"]);

/** Minimum number of rows per distinct cell for which a dictionary is worthwhile. */
const ROWS_OF_CELL = 8;

/** Describes a column for sending. */
export function wireColumn(column: ResultColumn): WireColumn {
  const { name, type } = column;
  return { name, written: writtenName(name), kind: kindOf(column), type };
}

function kindOf({ name, type, display }: ResultColumn): ColumnKind {
  if (type === "bool") return "bool";
  if (type === "text" || type === "bytes") return "text";
  if (display === "hex") return "hex";
  if (display === "time" || (type === "time" && display !== "plain")) return "time";
  if (type === "f64") return "float";
  return display === "bytes" || BYTES.test(name) ? "bytes" : "number";
}

/** Returns a range of the rows of a table; it is shorter at the end of the table. */
export function wireRows(table: ResultTable, from: number, count: number): WireRows {
  const [first, last] = stretchOf(table, from, count);
  return { from: first, cells: table.columns.map((_, at) => plainCells(table, at, first, last)) };
}

/**
 * Returns a range of rows for a chart: repeated keys are written once, and with `numbers`, counts are
 * numbers.
 */
export function drawnRows(
  table: ResultTable,
  from: number,
  count: number,
  numbers = false,
): { readonly from: number; readonly cells: readonly DrawnCells[] } {
  const [first, last] = stretchOf(table, from, count);
  return {
    from: first,
    cells: table.columns.map((column, at) => {
      const whole = table instanceof QueryResult ? table.wholeNumbers(first, last - first, at) : undefined;
      if (numbers && whole && COUNTS.has(kindOf(column))) return whole;
      return differentCells(table, at, first, last, whole) ?? plainCells(table, at, first, last);
    }),
  };
}

function stretchOf({ rowCount }: ResultTable, from: number, count: number): readonly [number, number] {
  // A page may request a fractional row while it scrolls.
  const first = Math.min(Math.max(0, Math.trunc(from)), rowCount);
  return [first, Math.min(rowCount, first + Math.max(0, count))];
}

function plainCells(table: ResultTable, at: number, first: number, last: number): WireCell[] {
  const cell = cellOf(table.columns[at]!);
  const cells: WireCell[] = [];
  for (let row = first; row < last; row++) cells.push(cell(table.value(row, at)));
  return cells;
}

/** Returns the distinct cells; undefined if there are too many of them or too few rows. */
function differentCells(
  table: ResultTable,
  at: number,
  first: number,
  last: number,
  whole: readonly (number | null)[] | undefined,
): DrawnCells | undefined {
  const most = (last - first) / ROWS_OF_CELL;
  const cell = cellOf(table.columns[at]!);
  const known = new Map<ResultValue, number>();
  const different: WireCell[] = [];
  const numbers: number[] = [];
  for (let row = first; row < last; row++) {
    const value = whole ? whole[row - first]! : table.value(row, at);
    let number = known.get(value);
    if (number === undefined) {
      if (different.length >= most) return undefined;
      number = different.push(cell(table.value(row, at))) - 1;
      known.set(value, number);
    }
    numbers.push(number);
  }
  return { different, at: numbers };
}

function cellOf(column: ResultColumn): (value: ResultValue) => WireCell {
  const text = isNumeric(column) ? exactText(column) : readableText(column);
  // Digits contain no invisible characters.
  const shown = isNumeric(column) ? text : (value: NonNullable<ResultValue>) => visible(text(value));
  return (value) => value === null || typeof value === "boolean" ? value : shown(value);
}
