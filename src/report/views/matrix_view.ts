/**
 * Shows pairs of values as a table whose cells are darker for larger values.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { cellMarkup, shortText } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import { columnNamed, toDouble } from "./bars_view.ts";
import { scrollTable, title } from "./table_view.ts";
import type { ViewOptions } from "../panel.ts";

/** Shows a cell for every pair, with rows and columns in order; the largest value is the darkest. */
export function matrixView(table: ResultTable, options: ViewOptions<"matrix">): Markup {
  const [row, column, value] = [options.row, options.column, options.value].map((name) =>
    columnNamed(table, name)
  );
  const keys = (at: number): ResultValue[] => {
    const all = Array.from({ length: table.rowCount }, (_, each) => table.value(each, at));
    return [...new Set(all)].sort(inOrder);
  };
  const rows = keys(row!);
  const columns = keys(column!);
  const spelled = (at: number, key: ResultValue): string =>
    key === null ? "none" : shortText(table.columns[at]!, key);
  const cells = new Map<string, ResultValue>();
  for (let each = 0; each < table.rowCount; each++) {
    const key = `${table.value(each, row!)} ${table.value(each, column!)}`;
    cells.set(key, table.value(each, value!));
  }
  const most = Math.max(...[...cells.values()].map(toDouble), 0);
  const head = columns.map((key) => markup`<th scope="col" class="n">${spelled(column!, key)}</th>`);
  const lines = rows.map((key) => {
    const values = columns.map((other) => {
      const found = cells.get(`${key} ${other}`) ?? null;
      if (found === null) return markup`<td class="n none">·</td>`;
      const share = most === 0 ? 0 : toDouble(found) / most;
      return markup`<td class="n heat" style="--share:${share.toFixed(3)}">${
        cellMarkup(table.columns[value!]!, found)
      }</td>`;
    });
    return markup`<tr><th scope="row" class="n">${spelled(row!, key)}</th>${values}</tr>\n`;
  });
  const heads = markup`<th scope="col">${title(options.row)} ↓ ${title(options.column)} →</th>${head}`;
  return scrollTable({ label: options.caption, kind: "matrix" }, heads, lines);
}

function inOrder(left: ResultValue, right: ResultValue): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}
