/**
 * Formats rows as texts for other programs.
 * @module
 */

import { csvField, markdownText } from "../src/render/field_text.ts";
import type { WireCell, WireColumn } from "../src/serve/api_types.ts";

/** Rows, column by column. */
interface Rows {
  readonly columns: readonly WireColumn[];
  readonly cells: readonly (readonly WireCell[])[];
}

/** Formats rows as CSV: RFC 4180, exact numbers; null is empty. */
export function csvOf({ columns, cells }: Rows): string {
  const field = (cell: WireCell): string => cell === null ? "" : csvField(String(cell));
  const lines = rowsIn(cells).map((row) => row.map(field).join(","));
  return [columns.map(({ name }) => field(name)).join(","), ...lines].join("\r\n") + "\r\n";
}

/** Formats rows as a Markdown table; numbers are aligned right. */
export function markdownOf({ columns, cells }: Rows): string {
  const field = (cell: WireCell): string =>
    markdownText(cell === null ? "" : String(cell)).replace(/\s*\n\s*/g, " ");
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |\n`;
  const isNumber = ({ kind }: WireColumn): boolean => kind !== "text" && kind !== "bool";
  return line(columns.map(({ name }) => field(name))) +
    line(columns.map((column) => isNumber(column) ? "--:" : "---")) +
    rowsIn(cells).map((row) => line(row.map(field))).join("");
}

function rowsIn(cells: Rows["cells"]): WireCell[][] {
  return (cells[0] ?? []).map((_, row) => cells.map((column) => column[row]!));
}
