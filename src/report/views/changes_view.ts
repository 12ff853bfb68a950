/**
 * Views of two traces: pairs of totals, and rows that grew, shrank, appeared or disappeared.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../../base/result_table.ts";
import { isNumeric } from "../../render/cell_text.ts";
import { groupDigits } from "../../base/group_digits.ts";
import { sizeText } from "../../render/number_text.ts";
import { cellMarkup, isBytes } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import { columnNamed } from "./bars_view.ts";
import { cellKind, scrollTable, title } from "./table_view.ts";
import type { ViewOptions } from "../panel.ts";

/** Maximum number of rows to show; the query returns all. */
const SHOWN = 100;

type Change = "appeared" | "went" | "grew" | "shrank";

function truncatedNumber(value: ResultValue): bigint {
  return typeof value === "bigint" ? value : typeof value === "number" ? BigInt(Math.trunc(value)) : 0n;
}

const size = (value: bigint): bigint => value < 0n ? -value : value;

/** Formats a change as `+4.0K`, with the exact number in its attribute. */
function deltaMarkup(column: ResultColumn, delta: bigint): Markup {
  const sign = delta > 0n ? "+" : delta < 0n ? "−" : "";
  const short = isBytes(plain(column)) ? sizeText(Number(size(delta))) : groupDigits(size(delta));
  return markup`<td class="n"><data value="${delta}" title="${delta}">${sign}${short}</data></td>`;
}

/** Joins the columns `_before` and `_after`; bytes are formatted as sizes. */
function plain(column: ResultColumn): ResultColumn {
  return { ...column, name: column.name.replace(/_(before|after)$/, "") };
}

/** Rows that differ, largest change first. */
export function changesView(
  table: ResultTable,
  { before, after, seen, caption }: ViewOptions<"changes">,
): Markup {
  const [from, to] = [columnNamed(table, before), columnNamed(table, after)];
  const [there, here] = (seen ?? [before, after]).map((name) => columnNamed(table, name));
  const keys = table.columns.map((column, at) => ({ column, at })).filter(({ column: { name } }) =>
    !/_(before|after|delta)$/.test(name)
  );
  const rows = Array.from({ length: table.rowCount }, (_, row) => {
    const delta = truncatedNumber(table.value(row, to)) - truncatedNumber(table.value(row, from));
    const [had, has] = [truncatedNumber(table.value(row, there!)), truncatedNumber(table.value(row, here!))];
    return { row, delta, had, has };
  }).filter(({ delta, had, has }) => delta !== 0n || had !== has);
  if (rows.length === 0) return markup`<p class="empty">Nothing changed.</p>`;
  rows.sort((a, b) => {
    const [first, second] = [size(a.delta), size(b.delta)];
    return first < second
      ? 1
      : first > second
      ? -1
      : Number(size(b.has - b.had) - size(a.has - a.had)) || a.row - b.row;
  });
  const kind = ({ delta, had, has }: typeof rows[number]): Change =>
    had === 0n
      ? "appeared"
      : has === 0n
      ? "went"
      : delta > 0n || (delta === 0n && has > had)
      ? "grew"
      : "shrank";
  const counts = Map.groupBy(rows, kind);
  const said = (["grew", "shrank", "appeared", "went"] as const).flatMap((each) =>
    counts.has(each) ? [`${counts.get(each)!.length} ${each}`] : []
  ).join(", ");
  const most = Number(size(rows[0]!.delta)) || 1;
  const pairs = (seen ? [seen, [before, after]] : [[before, after]]).flat();
  const lines = rows.slice(0, SHOWN).map((each) => {
    const { row, delta } = each;
    const share = (100 * Number(size(delta)) / most).toFixed(1);
    return markup`<tr><td class="t">${kind(each)}</td>${deltaMarkup(table.columns[to]!, delta)}${
      keys.map(({ column, at }) =>
        markup`<td${cellKind(column, table.value(row, at))}>${cellMarkup(column, table.value(row, at))}</td>`
      )
    }${
      pairs.map((name) => {
        const at = columnNamed(table, name);
        return markup`<td class="n">${
          cellMarkup(plain(table.columns[at]!), table.value(row, at) ?? 0n)
        }</td>`;
      })
    }<td class="bar"><span class="track"><span class="fill ${
      delta < 0n ? "less" : "more"
    }" style="width:${share}%"></span></span></td></tr>
`;
  });
  const head = (text: string, name: string): Markup => markup`<th scope="col" class="${name}">${text}</th>`;
  const rest = rows.length > SHOWN
    ? ` The ${SHOWN} largest changes of ${rows.length}; the query has all.`
    : "";
  const heads = [
    head("change", "t"),
    head("difference", "n"),
    ...keys.map(({ column }) => head(title(column.name), isNumeric(column) ? "n" : "t")),
    ...pairs.map((name) => head(title(name), "n")),
    head("difference", "n"),
    head("size of change", "bar"),
  ];
  return markup`<p class="said">${said}.${rest}</p>\n${
    scrollTable({ label: caption }, markup`${heads}`, lines)
  }`;
}

/** Shows one row per trace as one row per number. If a trace has no row, its numbers are 0. */
export function pairsView(
  table: ResultTable,
  { names, caption }: { readonly names: readonly [string, string]; readonly caption: string },
): Markup {
  const trace = columnNamed(table, "trace");
  const rowOf = (name: string): number =>
    Array.from({ length: table.rowCount }, (_, row) => row).find((row) => table.value(row, trace) === name) ??
      -1;
  const rows = names.map(rowOf);
  const lines = table.columns.map((column, at) => {
    if (at === trace) return null;
    const [before, after] = rows.map((row) => truncatedNumber(row < 0 ? 0n : table.value(row, at)));
    const delta = after! - before!;
    const percent = before === 0n || delta === 0n
      ? ""
      : `${delta > 0n ? "+" : "−"}${(100 * Number(size(delta)) / Number(before)).toFixed(1)}%`;
    return markup`<tr><th scope="row">${title(column.name)}</th><td class="n">${
      cellMarkup(column, before!)
    }</td><td class="n">${cellMarkup(column, after!)}</td>${
      deltaMarkup(column, delta)
    }<td class="n">${percent}</td></tr>
`;
  });
  const heads = ["what", ...names, "difference", "percent"].map((name, at) =>
    markup`<th scope="col"${at === 0 ? null : markup` class="n"`}>${name}</th>`
  );
  return scrollTable({ label: caption }, markup`${heads}`, lines);
}
