/**
 * The loop behind `tsv`, `csv` and `list`: one line per row, fields with something between them.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { exactText } from "./cell_text.ts";
import { type RenderOptions, TextChunks, type TextSink } from "./renderer.ts";
import { visible } from "./visible.ts";

/** What differs between the modes. */
export interface Separated {
  /** Between two fields. */
  readonly separator: string;
  /** After a line. */
  readonly newline: string;
  /** Makes a text safe to stand as a field. */
  quote(text: string): string;
}

/** Writes all rows. */
export async function renderSeparated(
  table: ResultTable,
  sink: TextSink,
  options: RenderOptions & { readonly style: Separated },
): Promise<void> {
  const { separator, newline, quote } = options.style;
  const out = new TextChunks(sink);
  const field = options.terminal ? (text: string): string => visible(quote(text)) : quote;
  const { columns, rowCount } = table;
  if (columns.length === 0) return;
  if (options.header) out.add(columns.map((column) => field(column.name)).join(separator) + newline);
  const texts = columns.map(exactText);
  // Only texts can hold a separator.
  const plain = columns.map(({ type }) => type !== "text" && type !== "bytes");
  const last = columns.length - 1;
  for (let row = 0; row < rowCount; row++) {
    let line = "";
    for (let column = 0; column <= last; column++) {
      const value = table.value(row, column);
      if (typeof value === "string") line += field(value);
      else if (value !== null) line += plain[column] ? texts[column]!(value) : field(texts[column]!(value));
      line += column === last ? newline : separator;
    }
    out.add(line);
    if (out.full) await out.flush();
  }
  await out.flush();
}
