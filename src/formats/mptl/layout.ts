/**
 * The tables that a profiling file fills.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { ColumnSpec, TableLayout, TraceSink } from "../../events/trace_sink.ts";
import { TableRows } from "../../events/table_rows.ts";
import { PROFILE_DOCS } from "./table_docs.ts";

/** Makes every number column nullable: a truncated file may lack any number. */
function layout(table: string): TableLayout {
  const { name, columns } = layoutOf(PROFILE_DOCS, table);
  const isNumber = ({ type }: ColumnSpec): boolean => type === "u64" || type === "u32";
  return { name, columns: columns.map((each) => isNumber(each) ? { ...each, ...NULLABLE } : each) };
}

/**
 * Profiling records and values derived from them. The row without `index` holds the requests that no record
 * covers.
 */
export const PROFILE: TableLayout = layout("profile");

/** Call sites: code addresses, each with the chain of callers that led there. */
export const SITES: TableLayout = layout("sites");

/** Requests by size; `at_least` marks the last bin, which also counts all larger requests. */
export const BINS: TableLayout = layout("bins");

/** Functions that contain call sites. */
export const SYMBOLS: TableLayout = layout("symbols");

/** Opens a table and returns its rows. */
export function rowsOf(sink: TraceSink, layout: TableLayout): TableRows {
  const writer = sink.table(layout);
  return new TableRows(() => writer, sink.strings);
}
