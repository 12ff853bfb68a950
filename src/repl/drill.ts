/**
 * From a row of a grouped result to the query that gives the rows behind it.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { hexText } from "../render/cell_text.ts";
import { splitAt, splitStages } from "./split_stages.ts";

/** Stages after grouping that leave its columns alone. */
const HARMLESS = /^(sort|top|take|skip|tail|sample|where)\b/i;

/** The query for the rows behind a row; null when the result is not grouped in a way that can be undone. */
export function drillQuery({ table, text }: QueryOutcome, row: number, session: Session): string | null {
  const stages = splitStages(text);
  const at = stages.findIndex((stage) => /^by\b/i.test(stage));
  if (at < 0 || !stages.slice(at + 1).every((stage) => HARMLESS.test(stage))) return null;
  const [keyList = ""] = splitAt(stages[at]!.replace(/^by\s+/i, ""), ":");
  const keys = splitAt(keyList, ",");
  const tests: string[] = [];
  for (const [index, key] of keys.entries()) {
    const column = table.columns[index];
    const value = column === undefined ? undefined : literal(column, table.value(row, index));
    if (value === undefined) return null;
    const expr = /^[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)\s*(.+)$/su.exec(key)?.[1] ?? key;
    tests.push(value === "null" ? `${expr} is null` : `${expr} == ${value}`);
  }
  const query = [...stages.slice(0, at), `where ${tests.join(" and ")}`].join(" | ");
  return runs(session, query) ? query : null;
}

/** Whether a proposal would be understood. */
export function runs(session: Session, query: string): boolean {
  try {
    session.prepare(query);
    return true;
  } catch {
    return false;
  }
}

/** A row as a table of two columns, for reading it at length. */
export function rowTable(table: ResultTable, row: number, text: (column: number) => string): ResultTable {
  return {
    columns: [{ name: "column", type: "text" }, { name: "value", type: "text" }],
    rowCount: table.columns.length,
    value: (at, column) => {
      if (column === 0) return table.columns[at]!.name;
      return table.value(row, at) === null ? null : text(at);
    },
  };
}

/** A value as a query writes it; undefined for what has no such form. */
function literal(column: ResultColumn, value: ResultValue): string | undefined {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (column.type === "time" || column.type === "f64" || value instanceof Uint8Array) return undefined;
  return column.display === "hex" ? hexText(value) : String(value);
}
