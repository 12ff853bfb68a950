/**
 * Rows as they are sent: exact digits for numbers, readable text for the rest, and nothing that is invisible.
 * @module
 */

import type { ResultColumn, ResultTable } from "../base/result_table.ts";
import { writtenName } from "../assist/spell.ts";
import { exactText, isNumeric, readableText } from "../render/cell_text.ts";
import { visible } from "../render/visible.ts";
import type { ColumnKind, WireCell, WireColumn, WireRows } from "./api_types.ts";

const BYTES = /(^|_)(bytes|size|covered|uncovered)(_before|_after|_delta)?$/;

/** A column. */
export function wireColumn(column: ResultColumn): WireColumn {
  const { name, type } = column;
  return { name, written: writtenName(name), kind: kindOf(column), type };
}

function kindOf({ name, type, display }: ResultColumn): ColumnKind {
  if (type === "bool") return "bool";
  if (type === "text" || type === "bytes") return "text";
  if (display === "hex") return "hex";
  if (display === "time" || (type === "time" && display !== "plain")) return "time";
  if (type === "f64") return "float";
  return display === "bytes" || BYTES.test(name) ? "bytes" : "number";
}

/** A stretch of the rows of a table; shorter where the table ends. */
export function wireRows(table: ResultTable, from: number, count: number): WireRows {
  const first = Math.min(Math.max(0, from), table.rowCount);
  const last = Math.min(table.rowCount, first + Math.max(0, count));
  const cells = table.columns.map((column, at) => {
    const text = isNumeric(column) ? exactText(column) : readableText(column);
    const list: WireCell[] = [];
    for (let row = first; row < last; row++) {
      const value = table.value(row, at);
      list.push(value === null || typeof value === "boolean" ? value : visible(text(value)));
    }
    return list;
  });
  return { from: first, cells };
}
