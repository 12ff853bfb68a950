/**
 * What a query gives and a renderer shows: named, typed columns and a way to ask for one value.
 * @module
 */

/**
 * Type of a column; the same names as in the tables.
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
 * How the numbers of a column are shown.
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
 * One value of a result. 64-bit values are bigints, small ones may be numbers.
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
  /** Column name. */
  readonly name: string;
  /** Type. */
  readonly type: ResultType;
  /**
   * How to show it: `hex` as `0x…` in text and as a number in JSON, `time` as a time of day (type `time` needs no
   * display), `duration` with a unit, `bytes` as a size and `bucket` as the range of a power of two (these three only
   * on a screen); for texts, `function` and `functions` are names that are shortened on a screen, and `whole` is one
   * that is not. Absent = `plain`.
   */
  readonly display?: Display;
  /**
   * How long a column stays when a screen has no room for all, smaller = longer; set for columns that only one format
   * has.
   */
  readonly rank?: number;
}

/**
 * Rows and columns; values can be read at any time, in any order.
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

/** The first `limit` rows of a table. */
export function firstRows(table: ResultTable, limit: number): ResultTable {
  if (table.rowCount <= limit) return table;
  return { columns: table.columns, rowCount: limit, value: (row, column) => table.value(row, column) };
}

/** A result of a few rows that are available. */
export function rowsTable(
  columns: readonly ResultColumn[],
  rows: readonly (readonly ResultValue[])[],
): ResultTable {
  return { columns, rowCount: rows.length, value: (row, column) => rows[row]?.[column] ?? null };
}
