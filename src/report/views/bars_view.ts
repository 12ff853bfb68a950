/**
 * Tables with a bar in each row.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { shortText } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import type { ViewOptions } from "../panel.ts";
import { tableView, title } from "./table_view.ts";

/** With at least this many rows, equal bars are replaced by a sentence. */
const SAME_FROM = 3;

/** Shows a bar per row, relative to the largest value. If all bars are equal, they are left out. */
export function barsView(table: ResultTable, options: ViewOptions<"bars">): Markup {
  const at = columnNamed(table, options.value);
  const values = Array.from({ length: table.rowCount }, (_, row) => toDouble(table.value(row, at)));
  const most = Math.max(...values, 0);
  const { caption, powers, open } = options;
  const plain = { caption, ...(powers === undefined ? {} : { powers }), ...(open ? { open } : {}) };
  if (values.length >= SAME_FROM && values.every((value) => value === most)) {
    const value = table.value(0, at);
    const said = value === null ? "no value" : shortText(table.columns[at]!, value);
    return markup`<p class="said">All ${values.length} rows have the same ${
      title(options.value)
    }: ${said}.</p>\n${tableView(table, plain)}`;
  }
  return tableView(table, {
    ...plain,
    bar: { name: title(options.value), share: (row) => most === 0 ? 0 : values[row]! / most },
  });
}

/** The columns of the first row as bars. */
export function columnsView(table: ResultTable, { what, sum, caption }: ViewOptions<"columns">): Markup {
  const turned: ResultTable = {
    columns: [{ name: what, type: "text" }, { name: sum, type: "u64" }],
    rowCount: table.columns.length,
    value: (row, column) => column === 0 ? title(table.columns[row]!.name) : table.value(0, row) ?? 0n,
  };
  return barsView(turned, { value: sum, caption });
}

/** A bar per row, filled for the part of a whole. */
export function shareView(table: ResultTable, options: ViewOptions<"share">): Markup {
  const part = columnNamed(table, options.part);
  const whole = columnNamed(table, options.whole);
  const share = (row: number): number => {
    const all = toDouble(table.value(row, whole));
    return all === 0 ? 0 : toDouble(table.value(row, part)) / all;
  };
  const text = (row: number): string => {
    if (toDouble(table.value(row, whole)) === 0) return "";
    // Only a complete share becomes 100%, and only an empty one 0%.
    const percent = 100 * share(row);
    return `${
      percent > 0 && percent < 1 ? "<1" : percent > 99 && percent < 100 ? ">99" : Math.round(percent)
    }%`;
  };
  return tableView(table, { caption: options.caption, bar: { name: "share", share, text } });
}

/** Finds a column by name. */
export function columnNamed(table: ResultTable, name: string): number {
  const at = table.columns.findIndex((column) => column.name === name);
  if (at < 0) throw new TypeError(`The rows have no column "${name}"`);
  return at;
}

/** Bars do not need more precision than a double. */
export function toDouble(value: ResultValue): number {
  return typeof value === "bigint" || typeof value === "number" ? Number(value) : 0;
}
