/**
 * Draws a value over time, as steps. The drawing stretches with the page, so its texts are placed outside it.
 * @module
 */

import { countOf } from "../../base/amount_text.ts";
import { chartMaximum } from "../../base/chart_maximum.ts";
import { groupDigits } from "../../base/group_digits.ts";
import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { amountText, isBytes, shortText } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import { ticksBelow } from "./axis_ticks.ts";
import { columnNamed, toDouble } from "./bars_view.ts";
import { tableView, title } from "./table_view.ts";
import type { ViewOptions } from "../panel.ts";

const WIDTH = 1000;
const HEIGHT = 240;
/** Space above the maximum, so that its line is visible. */
const ABOVE = 4;
const TICKS = 3;
const TICKS_ALONG = 5;
/** Where the name of the axis ends, as a fraction of the axis. */
const NAME_ENDS = 0.2;

/** Draws one column over another; a table below contains the numbers. */
export function lineView(
  table: ResultTable,
  // An id for the page, which must be unique there.
  { x, y, axis, peak, held, caption, id }: ViewOptions<"line"> & { readonly id: string },
): Markup {
  const [xAt, yAt] = [columnNamed(table, x), columnNamed(table, y)];
  const toAt = table.columns.findIndex(({ name }) => name === "to");
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  const starts = rows.map((row) => toDouble(table.value(row, xAt)));
  const exact = drawnValues(table, yAt, held === undefined ? -1 : columnNamed(table, held));
  const values = exact.map(toDouble);
  const last = rows.length - 1;
  const width = toAt >= 0
    ? toDouble(table.value(last, toAt)) - starts[last]!
    : starts[last]! - (starts[last - 1] ?? starts[last]! - 1);
  const [left, right] = [starts[0]!, starts[last]! + width];
  const most = Math.max(...values);
  const top = values.indexOf(most);
  const text = (row: number, column: number): string => {
    const value = table.value(row, column);
    return value === null ? "0" : shortText(table.columns[column]!, value);
  };
  if (most === 0) {
    return markup`<p class="empty">${title(y)}: 0 in ${
      rows.length === 1 ? "the only step" : `every one of ${rows.length} steps`
    }.</p>`;
  }
  const column = table.columns[yAt]!;
  const valueText = (row: number): string => exact[row] === null ? "0" : amountText(column, exact[row]!);
  const kind = isBytes(column) ? "bytes" : column.type === "f64" ? "numbers" : "counts";
  // A few outliers are cut off, with a note, so that the other values stay visible.
  const ceiling = chartMaximum(values);
  const above = values.filter((value) => value > ceiling).length;
  const ticks = ticksBelow(ceiling, { count: TICKS, kind });
  const tickText = (value: number): string =>
    roundText(amountText(column, kind === "numbers" ? value : BigInt(value)));
  const place = (value: number): string =>
    (WIDTH * (value - left) / Math.max(right - left, Number.MIN_VALUE)).toFixed(1);
  const height = (value: number): string =>
    (HEIGHT - (HEIGHT - ABOVE) * Math.min(value, ceiling) / ceiling).toFixed(1);
  const steps = rows.map((row) =>
    `L${place(starts[row]!)} ${height(values[row]!)}H${place(starts[row + 1] ?? right)}`
  ).join("");
  const line = `M0 ${height(values[0]!)}${steps}`;
  const said = `Peak ${valueText(top)}${peak === null ? "" : ` ${peak}`}; ${valueText(0)} at the start, ` +
    `${valueText(last)} at the end.` +
    (above === 0 ? "" : ` ${above === 1 ? "One step is" : `${above} steps are`} higher than the chart.`);
  const tickMarkup = (value: number, label: string): Markup =>
    markup`<span style="bottom:${
      (100 * (HEIGHT - ABOVE) / HEIGHT * value / ceiling).toFixed(2)
    }%">${label}</span>`;
  // Round positions along the axis.
  const isTime = table.columns[xAt]!.type === "time" || table.columns[xAt]!.display === "time";
  const places = ticksBelow(right, { count: TICKS_ALONG, kind: isTime ? "numbers" : "counts" })
    .filter((at) => at > left + NAME_ENDS * (right - left));
  const placeText = (at: number): string =>
    isTime ? shortText(table.columns[xAt]!, BigInt(Math.round(at))) : groupDigits(at);
  const along = places.map((at) => {
    const share = (at - left) / Math.max(right - left, Number.MIN_VALUE);
    return markup`<span class="at" style="left:${(100 * share).toFixed(2)}%">${placeText(at)}</span>`;
  });
  return markup`<div class="chart">
<div class="y" aria-hidden="true">${above === 0 ? tickMarkup(most, roundText(valueText(top))) : null}${
    ticks.map((value) => tickMarkup(value, tickText(value)))
  }${tickMarkup(0, "0")}<span class="room">${roundText(valueText(top))}</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" data-starts="${
    starts.map((start) => String(Number((Number(place(start)) / WIDTH).toFixed(5)))).join(" ")
  }" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">${caption}</title>
<desc id="${id}-d">${title(y)} in ${countOf(rows.length, "step")}. ${said}</desc>
<path class="grid" d="${
    [0, ...ticks, ...above === 0 ? [most] : []].map((value) => `M0 ${height(value)}H${WIDTH}`).join("")
  }"/>
<path class="area" d="${line}V${HEIGHT}H0Z"/>
<path class="line" d="${line}"/>
</svg>
<div class="x" aria-hidden="true"><span>${axis} ${text(0, xAt)}</span>${along}</div>
</div>
<p class="said">${said}</p>
<details class="numbers"><summary>The numbers</summary>
${tableView(table, { caption })}
</details>`;
}

/** Removes `.0` from a whole number of units: `12 KiB`. */
function roundText(text: string): string {
  return text.replace(/\.0(?= [KMGTPE]iB$)/, "");
}

/** Whether the value is 0 in every step, so that there is nothing to draw. */
export function isAllZero(table: ResultTable, { y, held }: Pick<ViewOptions<"line">, "y" | "held">): boolean {
  const heldAt = held === undefined ? -1 : columnNamed(table, held);
  return drawnValues(table, columnNamed(table, y), heldAt).every((value) => toDouble(value) === 0);
}

/** Returns the value to draw for each row: an empty step repeats the last value of the previous one. */
function drawnValues(table: ResultTable, yAt: number, heldAt: number): ResultValue[] {
  let before: ResultValue = null;
  return Array.from({ length: table.rowCount }, (_, row) => {
    const value = table.value(row, yAt) ?? before;
    if (heldAt >= 0) before = table.value(row, heldAt) ?? before;
    return value;
  });
}
