/**
 * Adds a column of bars to a result, each as long as the number beside it.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { bar } from "./bars.ts";
import { bounds, seriesOf } from "./series.ts";

const BAR_WIDTH = 16;

/** Adds the bars right after the column they show. */
export function withBars(table: ResultTable, value: number): ResultTable {
  const { values, name } = seriesOf(table, value, undefined);
  const range = bounds(values);
  const largest = range ? Math.max(Math.abs(range.low), Math.abs(range.high)) : 0;
  const bars = { name: `of ${name}`, type: "text" } as const;
  return {
    columns: [...table.columns.slice(0, value + 1), bars, ...table.columns.slice(value + 1)],
    rowCount: table.rowCount,
    value(row, column) {
      if (column <= value) return table.value(row, column);
      if (column > value + 1) return table.value(row, column - 1);
      const number = values[row];
      return number === null || number === undefined || largest === 0 ? "" : bar(number / largest, BAR_WIDTH);
    },
  };
}
