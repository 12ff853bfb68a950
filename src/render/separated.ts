/**
 * One line per row, with separated fields: `tsv`, `csv` and `list`.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { exactText } from "./cell_text.ts";
import { csvField } from "./field_text.ts";
import { type JoinedRows, type Renderer, type RenderOptions, type TextSink, writeRows } from "./renderer.ts";
import { visible } from "./visible.ts";

/** The differences between the modes. */
export interface Separated {
  /** Separator between fields. */
  readonly separator: string;
  /** End of a line. */
  readonly newline: string;
  /** Makes a text safe to use as a field. */
  quote(text: string): string;
}

/** Formats a field. */
function fieldOf({ quote }: Separated, { terminal }: RenderOptions): (text: string) => string {
  return terminal ? (text) => visible(quote(text)) : quote;
}

/** Makes a mode from its style. */
function separated(style: Separated, about: Pick<Renderer, "name" | "summary" | "endings">): Renderer {
  const head: JoinedRows["head"] = ({ columns }, options) => {
    if (!options.header || columns.length === 0) return "";
    const field = fieldOf(style, options);
    return columns.map((column) => field(column.name)).join(style.separator) + style.newline;
  };
  const write = (table: ResultTable, sink: TextSink, options: RenderOptions, above: string): Promise<void> =>
    table.columns.length === 0
      ? Promise.resolve()
      : writeRows(table, sink, { head: above, row: rowText(table, style, options) });
  return {
    ...about,
    render: (table, sink, options) => write(table, sink, options, head(table, options)),
    joined: { head, rows: (table, sink, options) => write(table, sink, options, "") },
  };
}

function rowText(table: ResultTable, style: Separated, options: RenderOptions): (row: number) => string {
  const { separator, newline } = style;
  const field = fieldOf(style, options);
  const { columns } = table;
  const texts = columns.map(exactText);
  // Only texts can contain a separator.
  const plain = columns.map(({ type }) => type !== "text" && type !== "bytes");
  const last = columns.length - 1;
  return (row) => {
    let line = "";
    for (let column = 0; column <= last; column++) {
      const value = table.value(row, column);
      if (typeof value === "string") line += field(value);
      else if (value !== null) line += plain[column] ? texts[column]!(value) : field(texts[column]!(value));
      line += column === last ? newline : separator;
    }
    return line;
  };
}

/** RFC 4180 with LF as line end. An empty text is `""`, null is empty; exports write the same bytes. */
export const csvStyle: Separated = {
  separator: ",",
  newline: "\n",
  quote: csvField,
};

/** Exact integers; empty for null. */
export const csv: Renderer = separated(csvStyle, {
  name: "csv",
  summary: "comma-separated values",
  endings: ["csv"],
});

const TSV_SPECIAL = /[\t\n\r\\]/;
const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

/** Tab, line breaks and backslash inside a text are `\t \n \r \\`; exports write the same bytes. */
export const tsvStyle: Separated = {
  separator: "\t",
  newline: "\n",
  quote: (text) => TSV_SPECIAL.test(text) ? text.replace(/[\t\n\r\\]/g, (char) => ESCAPES[char]!) : text,
};

/** Exact integers; empty for null. The default in a pipe. */
export const tsv: Renderer = separated(tsvStyle, {
  name: "tsv",
  summary: "tab-separated values; the default in a pipe",
  endings: ["tsv"],
});

const listStyle: Separated = { separator: "|", newline: "\n", quote: visible };

/** Like the list mode of sqlite. */
export const list: Renderer = separated(listStyle, {
  name: "list",
  summary: "values separated by |",
});
