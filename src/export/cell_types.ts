/**
 * Types of result columns in typed files.
 * @module
 */

import type { ResultColumn, ResultType } from "../base/result_table.ts";
import type { BatchColumn } from "../engine/row_batches.ts";

/** Types of values in a file. */
export type CellType = "u64" | "i64" | "f64" | "bool" | "text" | "duration";

const CELL_TYPES: Readonly<Record<ResultType, CellType>> = {
  u64: "u64",
  u32: "u64",
  i64: "i64",
  f64: "f64",
  bool: "bool",
  text: "text",
  bytes: "text",
  time: "duration",
};

/** The type of a column's values. */
export function cellType({ type }: ResultColumn): CellType {
  return CELL_TYPES[type];
}

/** Metadata about a column in addition to its type. */
export function columnNotes(column: BatchColumn): [string, string][] {
  const notes: [string, string][] = [["quarry.type", column.type]];
  if (column.display !== undefined && column.display !== "plain") {
    notes.push(["quarry.display", column.display]);
  }
  if (column.doc !== undefined && column.doc !== "") notes.push(["description", column.doc]);
  if (column.type === "time") notes.push(["unit", "nanoseconds"]);
  return notes;
}
