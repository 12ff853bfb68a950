/**
 * Shows rows as a table, with or without bars.
 * @module
 */

import { isNumeric } from "../../render/cell_text.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../../base/result_table.ts";
import { cellMarkup, groupedMarkup, openMarkup, powerMarkup } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import type { OpenBin } from "../panel.ts";

/** Texts longer than this may be broken at the end of a line. */
const LONG_TEXT = 32;

/** Options of a table. */
interface TableOptions {
  /** A description of the table, for screen readers. */
  readonly caption: string;
  /** Column of powers of two. */
  readonly powers?: string;
  /** The bin that has no upper end. */
  readonly open?: OpenBin;
  /** A bar per row: the fraction of the width to fill, from 0 to 1. */
  readonly bar?: {
    readonly name: string;
    readonly share: (row: number) => number;
    readonly text?: (row: number) => string;
  };
}

/** A table of all rows. */
export function tableView(table: ResultTable, options: TableOptions): Markup {
  const { bar, open } = options;
  const isShown = ({ name }: ResultColumn): boolean => name !== open?.flag && name !== open?.least;
  const columns = table.columns.map((column, at) => ({ column, at })).filter(({ column }) => isShown(column));
  const placeOf = (name: string | undefined): number =>
    table.columns.findIndex((column) => column.name === name);
  const [flag, least] = [placeOf(open?.flag), placeOf(open?.least)];
  const head = columns.map(({ column }) =>
    markup`<th scope="col"${numeric(column)}>${title(column.name)}</th>`
  );
  const rows = Array.from({ length: table.rowCount }, (_, row) => {
    const power = (column: ResultColumn, value: ResultValue): Markup =>
      flag >= 0 && table.value(row, flag) === true
        ? openMarkup(column, table.value(row, least))
        : powerMarkup(column, value);
    const cells = columns.map(({ column, at }) => {
      const value = table.value(row, at);
      const shown = column.name === options.powers ? power(column, value) : cellMarkup(column, value);
      return markup`<td${cellKind(column, value)}>${shown}</td>`;
    });
    return markup`<tr>${cells}${bar ? barCell(bar.share(row), bar.text?.(row) ?? "") : null}</tr>\n`;
  });
  const heads = markup`${head}${bar ? markup`<th scope="col" class="bar">${bar.name}</th>` : null}`;
  return scrollTable({ label: options.caption }, heads, rows);
}

/** A table with its own scroll bar; `label` describes it for screen readers. */
export function scrollTable(
  { label, caption = label, kind }: {
    readonly label: string;
    readonly caption?: string;
    readonly kind?: string;
  },
  heads: Markup,
  rows: readonly (Markup | null)[],
): Markup {
  const style = kind === undefined ? null : markup` class="${kind}"`;
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table${style}>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}

function barCell(share: number, text: string): Markup {
  const percent = (100 * Math.min(1, Math.max(0, share))).toFixed(2);
  const label = text === "" ? null : markup`<span class="percent">${text}</span>`;
  return markup`<td class="bar"><span class="track"><span class="fill" style="width:${percent}%"></span></span>${label}</td>`;
}

/** The first row as large numbers. */
export function tilesView(table: ResultTable): Markup {
  const tiles = table.columns.map((column, at) =>
    markup`<div><dt>${title(column.name)}</dt><dd>${
      groupedMarkup(column, zeroForNone(table.value(0, at)))
    }</dd></div>\n`
  );
  return markup`<dl class="tiles">\n${tiles}</dl>`;
}

/** The first row as names and values; null values are left out. */
export function factsView(table: ResultTable): Markup {
  const facts = table.columns.map((column, at) =>
    markup`<div><dt>${title(column.name)}</dt><dd>${cellMarkup(column, table.value(0, at))}</dd></div>\n`
  );
  return markup`<dl class="facts">\n${facts}</dl>`;
}

/** A sum over no rows is null, which means 0 here. */
function zeroForNone(value: ResultValue): ResultValue {
  return value ?? 0n;
}

/** Converts the name of a column to words. */
export function title(name: string): string {
  return name.replaceAll("_", " ");
}

function numeric(column: ResultColumn): Markup | null {
  return isNumeric(column) ? markup` class="n"` : null;
}

/** Long texts may be broken anywhere and get more width; short texts and numbers are not broken. */
export function cellKind(column: ResultColumn, value: ResultValue): Markup {
  if (isNumeric(column)) return markup` class="n"`;
  return typeof value === "string" && value.length > LONG_TEXT ? markup` class="long"` : markup` class="t"`;
}
