/**
 * The tables that a profiling file fills.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { ColumnSpec, TableLayout, TraceSink } from "../../events/trace_sink.ts";
import { TableRows } from "../../events/table_rows.ts";
import { PROFILE_DOCS } from "./table_docs.ts";

/** Any number may be missing from a file that is cut. */
function layout(table: string): TableLayout {
  const { name, columns } = layoutOf(PROFILE_DOCS, table);
  const isNumber = ({ type }: ColumnSpec): boolean => type === "u64" || type === "u32";
  return { name, columns: columns.map((each) => isNumber(each) ? { ...each, ...NULLABLE } : each) };
}

/** Profiling records with what follows from them. The row without `index` is what no record accounts for. */
export const PROFILE: TableLayout = layout("profile");

/** Call sites: places in the program together with how they were reached. */
export const SITES: TableLayout = layout("sites");

/** Requests by size; `at_least` marks the last bin, which holds all larger ones too. */
export const BINS: TableLayout = layout("bins");

/** Functions that call sites lie in. */
export const SYMBOLS: TableLayout = layout("symbols");

/** Rows of a table, which is opened now. */
export function rowsOf(sink: TraceSink, layout: TableLayout): TableRows {
  const writer = sink.table(layout);
  return new TableRows(() => writer, sink.strings);
}
