/**
 * What a query gives and a renderer shows: named, typed columns and a way to ask for one value.
 * @module
 */

/** Type of a column; the same names as in the tables. */
export type ResultType = "u64" | "u32" | "i64" | "f64" | "bool" | "text" | "time" | "bytes";

/** How people want to see the numbers of a column. */
export type Display = "hex" | "plain" | "time" | "duration" | "bytes" | "bucket";

/** One value of a result. 64-bit values are bigints, small ones may be numbers. */
export type ResultValue = bigint | number | string | boolean | null | Uint8Array;

/** One column of a result. */
export interface ResultColumn {
  /** Column name. */
  readonly name: string;
  /** Type. */
  readonly type: ResultType;
  /**
   * How to show it: `hex` as `0x…` in text and as a number in JSON, `time` as a time of day (type `time` needs no
   * display), `duration` with a unit, `bytes` as a size and `bucket` as the range of a power of two (these three only on a
   * screen). Absent = `plain`.
   */
  readonly display?: Display;
  /** When a screen leaves it out that has no room for all columns, smaller = later; for columns of single formats. */
  readonly rank?: number;
}

/** Rows and columns; every value can be asked for at any time, in any order. */
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
