/**
 * Results in a notebook: a table, a chart, and plain text as a fallback.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { firstRows, type ResultTable } from "../base/result_table.ts";
import { boxRenderer } from "../render/box.ts";
import { escapeHtml } from "../render/escape_html.ts";
import { html } from "../render/html.ts";
import { likelyKind } from "../render/plot/plot.ts";
import { hasNumbers, seriesOf, valueColumn } from "../render/plot/series.ts";
import { svgChart } from "../render/plot/svg_chart.ts";
import { PLAIN_OPTIONS, type Renderer } from "../render/renderer.ts";
import type { Verdict } from "./verdict.ts";
import { tableAsDisplayed } from "../render/short_names.ts";

/** Maximum rows shown in a notebook. */
const MOST_ROWS = SHOW_LIMITS.notebookRows.most;

/** The representations of a result in a notebook, by MIME type. */
export async function notebookOutputs(
  table: ResultTable,
  verdicts: readonly Verdict[],
): Promise<Record<string, string>> {
  const shown = firstRows(table, MOST_ROWS);
  const left = table.rowCount - shown.rowCount;
  const more = left > 0 ? countOf(left, "more row") : "";
  const lines = verdicts.map(({ passed, name, found }) =>
    passed ? `assertion passed: ${name}` : `assertion failed: ${name} (found ${found})`
  );
  const hasRows = table.columns.length > 0;
  const text = [...lines, ...hasRows ? [await textOf(boxRenderer, shown)] : [], more].filter((each) =>
    each !== ""
  );
  const parts = [
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    hasRows && table.rowCount > 1 && hasNumbers(table) ? chartOf(table) : "",
    hasRows ? await textOf(html, shown) : "",
    more === "" ? "" : `<p>${escapeHtml(more)}</p>`,
  ];
  return { "text/plain": text.join("\n"), "text/html": parts.filter((each) => each !== "").join("\n") };
}

/** Chooses the most informative column for the chart. */
function chartOf(table: ResultTable): string {
  const series = seriesOf(table, valueColumn(table, undefined), undefined);
  return svgChart(series, likelyKind(table), "within a page").trimEnd();
}

async function textOf(renderer: Renderer, table: ResultTable): Promise<string> {
  let text = "";
  await renderer.render(
    tableAsDisplayed(table, undefined, renderer),
    (piece) => void (text += piece),
    PLAIN_OPTIONS,
  );
  return text.trimEnd();
}
