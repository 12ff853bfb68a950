/**
 * Defines the result of a query as renderers see it: named and typed columns, and access to single values.
 * @module
 */

/**
 * Type of a column; the names are those of the query language.
 *
 * ```ts
 * import { Quarry, type ResultType } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const types: readonly ResultType[] = (await quarry.query("leaks | by func")).columns.map(({ type }) => type);
 * console.log(types);
 * ```
 */
export type ResultType = "u64" | "u32" | "i64" | "f64" | "bool" | "text" | "time" | "bytes";

/**
 * How the numbers of a column are displayed.
 *
 * ```ts
 * import { type Display, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const [column] = (await quarry.query("leaks | select addr")).columns;
 * const display: Display | undefined = column?.display;
 * if (display !== "hex") throw new Error("People read addresses in hexadecimal");
 * ```
 */
export type Display =
  | "hex"
  | "plain"
  | "time"
  | "duration"
  | "bytes"
  | "bucket"
  | "function"
  | "functions"
  | "whole";

/**
 * A single value of a result. 64-bit numbers are bigints; smaller ones may be numbers.
 *
 * ```ts
 * import { Quarry, type ResultValue } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const value: ResultValue = (await quarry.query("leaks | count")).value(0, "count");
 * if (value !== 26n) throw new Error("26 blocks leak");
 * ```
 */
export type ResultValue = bigint | number | string | boolean | null | Uint8Array;

/**
 * One column of a result.
 *
 * ```ts
 * import { Quarry, type ResultColumn } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const columns: readonly ResultColumn[] = (await quarry.query("leaks")).columns;
 * console.log(columns.map(({ name, type }) => `${name}: ${type}`));
 * ```
 */
export interface ResultColumn {
  /** Name of the column. */
  readonly name: string;
  /** Type of the values. */
  readonly type: ResultType;
  /**
   * How to display the values. For numbers: `hex` is `0x…` in text and a number in JSON, `time` is a time of
   * day (columns of type `time` need no display); `duration` has a unit, `bytes` is a size, and `bucket` is
   * the range of a power of two (these three only on a screen). For texts: `function` and `functions` are
   * names that are shortened on a screen; texts with `whole` are never shortened. The default is `plain`.
   */
  readonly display?: Display;
  /**
   * Priority when not all columns fit on a screen; columns with a smaller number stay visible longer. Set for
   * columns that only one format has.
   */
  readonly rank?: number;
}

/**
 * A table of rows and columns; values can be read at any time, in any order.
 *
 * ```ts
 * import type { ResultTable } from "@quarry/quarry";
 *
 * const table: ResultTable = {
 *   columns: [{ name: "n", type: "u64" }],
 *   rowCount: 2,
 *   value: (row) => BigInt(row),
 * };
 * console.log(table.value(1, 0));
 * ```
 */
export interface ResultTable {
  /** The columns, in order. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  /** The value in a row and a column, both counted from 0. */
  value(row: number, column: number): ResultValue;
}

/** Returns the first `limit` rows of a table. */
export function firstRows(table: ResultTable, limit: number): ResultTable {
  if (table.rowCount <= limit) return table;
  return { columns: table.columns, rowCount: limit, value: (row, column) => table.value(row, column) };
}

/** Returns a table of a few rows in memory. */
export function rowsTable(
  columns: readonly ResultColumn[],
  rows: readonly (readonly ResultValue[])[],
): ResultTable {
  return { columns, rowCount: rows.length, value: (row, column) => rows[row]?.[column] ?? null };
}
