/**
 * Shared by `csv` and `tsv`: a header line, then one line per row.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";
import { exactText } from "../render/cell_text.ts";
import type { Separated } from "../render/separated.ts";
import type { ByteSink, RowOptions, RowSource } from "./exporter.ts";
import { type CellStyle, numberNotation, writeLines } from "./row_text.ts";

/** Writes rows with the field separator of a renderer. */
export async function writeDelimited(
  { separator, newline, quote }: Separated,
  { table, ...rows }: RowSource,
  sink: ByteSink,
  options: RowOptions,
): Promise<void> {
  if (table.columns.length === 0) return;
  const columns = table.columns.map((column) => shownColumn(column, options));
  const spelled = (text: string): string => {
    if (options.spreadsheet) return quote(escapeFormula(text));
    if (options.onFormula && isFormula(text)) options.onFormula(text);
    return quote(text);
  };
  const cells = columns.map((column, at): CellStyle => {
    const exact = exactText(column);
    const isText = column.type === "text" || column.type === "bytes";
    return {
      lead: at === 0 ? "" : separator,
      numbers: numberNotation(column, true),
      quoteLarge: false,
      none: "",
      spell: isText ? (value) => spelled(exact(value)) : exact,
    };
  });
  const names = columns.map(({ name }) => spelled(name)).join(separator) + newline;
  const head = options.header ? names : "";
  await writeLines({ ...rows, table }, sink, { cells, head, end: newline });
}

/** Numbers are written in decimal, never in hexadecimal or as a time of day. */
function shownColumn(column: ResultColumn, { decimal }: RowOptions): ResultColumn {
  return decimal ? { ...column, display: "plain" } : column;
}

// Matches the beginning of texts that a spreadsheet takes for a formula. Names in a trace come from the
// traced program, which may be malicious; some legitimate names also look like formulas: `-[Window draw:]`,
// `@plt`.
const BEGINNING = /^[=+\-@\t\r]/;
/** Matches numbers, which have the same value if they are read as a formula. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Prefix that makes a spreadsheet treat a cell as text. */
const TEXT_MARK = "'";

/** True for texts that a spreadsheet would evaluate as a formula. */
export function isFormula(text: string): boolean {
  return BEGINNING.test(text) && !NUMBER.test(text);
}

/** Marks a text so that no spreadsheet evaluates it. */
export function escapeFormula(text: string): string {
  return isFormula(text) ? TEXT_MARK + text : text;
}
