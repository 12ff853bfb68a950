/**
 * What recordings of calls lack when they come through a pipe: their arguments are read from the file when asked for.
 * @module
 */

import { CALL_FAMILIES, LAZY_CALL_COLUMNS } from "../tables/call_docs.ts";
import type { OpenTrace } from "./open_trace.ts";

/** Tables that are read on demand. */
const TABLES = new Set(["args", "groups"]);
/** Columns of `calls` that are read on demand, with an argument or without. */
const COLUMNS = new Set([...Object.keys(CALL_FAMILIES), ...LAZY_CALL_COLUMNS.map(({ name }) => name)]);

/** Why that is missing, and what to do. */
export const READ_ONCE =
  "it is read from the file on demand, and a pipe cannot be read twice: open the trace by its path";

/** Whether a table is missing because the trace came through a pipe. */
export function lacksTable({ trace }: OpenTrace, table: string): boolean {
  return trace.header.format === "apitrace" && TABLES.has(table) && !trace.makers.has("args");
}

/** Whether a column of `calls` is missing because the trace came through a pipe. */
export function lacksColumn(open: OpenTrace, table: string, column: string): boolean {
  return table === "calls" && COLUMNS.has(column) && lacksTable(open, "args");
}
