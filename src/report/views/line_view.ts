/**
 * A value over time, as steps. The drawing stretches with the page, its texts do not: they stand around it.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { shortText } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import { asDouble, columnAt } from "./bars_view.ts";
import { tableView, title } from "./table_view.ts";

const WIDTH = 1000;
const HEIGHT = 240;

/** What is drawn. */
interface LineOptions {
  readonly x: string;
  readonly y: string;
  /** What one of `x` is called. */
  readonly axis: string;
  /** Where the most is, in words; null when nothing is the most. */
  readonly peak: string | null;
  readonly caption: string;
  /** Unique in the page. */
  readonly id: string;
}

/** Draws a column over another; the numbers stand below for those who want them. */
export function lineView(table: ResultTable, { x, y, axis, peak, caption, id }: LineOptions): Markup {
  const [xAt, yAt] = [columnAt(table, x), columnAt(table, y)];
  const toAt = table.columns.findIndex(({ name }) => name === "to");
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  const starts = rows.map((row) => asDouble(table.value(row, xAt)));
  const values = rows.map((row) => asDouble(table.value(row, yAt)));
  const last = rows.length - 1;
  const width = toAt >= 0
    ? asDouble(table.value(last, toAt)) - starts[last]!
    : starts[last]! - (starts[last - 1] ?? starts[last]! - 1);
  const [left, right] = [starts[0]!, starts[last]! + width];
  const most = Math.max(...values);
  const top = values.indexOf(most);
  const text = (row: number, column: number): string => {
    const value = table.value(row, column);
    return value === null ? "0" : shortText(table.columns[column]!, value);
  };
  const half = shortText(table.columns[yAt]!, most / 2);
  const place = (value: number): string =>
    (WIDTH * (value - left) / Math.max(right - left, Number.MIN_VALUE)).toFixed(1);
  const height = (value: number): string =>
    (HEIGHT - (most === 0 ? 0 : (HEIGHT - 4) * value / most)).toFixed(1);
  const steps = rows.map((row) =>
    `L${place(starts[row]!)} ${height(values[row]!)}H${place(starts[row + 1] ?? right)}`
  ).join("");
  const line = `M0 ${height(values[0]!)}${steps}`;
  const said =
    `At most ${text(top, yAt)}${peak === null ? "" : ` ${peak}`}; ${text(0, yAt)} in the first step, ` +
    `${text(last, yAt)} in the last.`;
  const end = toAt >= 0 ? text(last, toAt) : text(last, xAt);
  return markup`<div class="chart">
<div class="y" aria-hidden="true"><span>${text(top, yAt)}</span><span>${half}</span><span>0</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">${caption}</title>
<desc id="${id}-d">${title(y)} in ${rows.length} steps. ${said}</desc>
<path class="grid" d="M0 4H${WIDTH}M0 ${HEIGHT / 2 + 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
<path class="area" d="${line}V${HEIGHT}H0Z"/>
<path class="line" d="${line}"/>
</svg>
<div class="x" aria-hidden="true"><span>${text(0, xAt)}</span><span>${axis}</span><span>${end}</span></div>
</div>
<p class="said">${said}</p>
<details class="numbers"><summary>The numbers</summary>
${tableView(table, { caption })}
</details>`;
}
