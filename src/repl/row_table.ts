/**
 * Tables that are not query results.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";

/** A row as a table of two columns, for reading it in full. */
export function rowTable(table: ResultTable, row: number, text: (column: number) => string): ResultTable {
  return {
    columns: [{ name: "column", type: "text" }, { name: "value", type: "text" }],
    rowCount: table.columns.length,
    value: (at, column) => {
      if (column === 0) return table.columns[at]!.name;
      return table.value(row, at) === null ? null : text(at);
    },
  };
}

/** Rows of values as a result. */
export function valueTable(
  columns: readonly ResultColumn[],
  rows: readonly (readonly ResultValue[])[],
): ResultTable {
  return { columns, rowCount: rows.length, value: (row, column) => rows[row]?.[column] ?? null };
}
