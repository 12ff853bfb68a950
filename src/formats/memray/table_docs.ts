/**
 * Tables and columns that only memray captures have, and what they mean.
 * @module
 */

import {
  type ColumnDoc,
  columnDoc as column,
  layoutOf,
  NULLABLE,
  type TableDoc,
} from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** Columns of `events` that other traces lack. */
export const MEMRAY_EVENT_COLUMNS: readonly ColumnDoc[] = [
  column("native", "u32", "native backtrace, where it was recorded: id in stacks", 6010),
];

/** Columns of `events` that `allocs` has as well. */
export const ALLOC_COLUMNS: readonly string[] = ["native"];

/** Descriptions of the tables of a capture. */
export const MEMRAY_DOCS: readonly TableDoc[] = [{
  name: "resident",
  doc: "resident memory of the process over time",
  columns: [
    column("time", "time", "time since the start"),
    column("bytes", "u64", "resident bytes", 1102),
    column("heap", "u64", "bytes that were live, where the recording is aggregated", 6020),
  ],
}, {
  name: "thread_names",
  doc: "names of threads; the main thread has no name",
  columns: [
    column("thread", "u64", "thread, as in events"),
    column("name", "text", "its name"),
  ],
}, {
  name: "places",
  doc: "places of an aggregated recording: what was live at the peak and at the end",
  columns: [
    column("thread", "u64", "thread that allocated"),
    column("name", "text", "function that allocated"),
    column("func", "text", "Python function that called it"),
    column("file", "text", "its source file"),
    column("line", "u32", "line in it"),
    column("peak_blocks", "u64", "blocks that were live at the peak"),
    column("peak_bytes", "u64", "their bytes"),
    column("end_blocks", "u64", "blocks that were live at the end"),
    column("end_bytes", "u64", "their bytes"),
    column("stack", "u32", "Python backtrace: id in stacks"),
    column("native", "u32", "native backtrace, where it was recorded: id in stacks", 6010),
  ],
}];

const ID = { nullable: true, zeroIsNull: true } as const;

/** Layout of the table of resident memory over time. */
export const RESIDENT_TABLE: TableLayout = layoutOf(MEMRAY_DOCS, "resident", { heap: NULLABLE });
/** Layout of the table of thread names. */
export const NAMES_TABLE: TableLayout = layoutOf(MEMRAY_DOCS, "thread_names");
/** Layout of the table of call sites of aggregated captures. */
export const PLACES_TABLE: TableLayout = layoutOf(MEMRAY_DOCS, "places", { line: ID, stack: ID, native: ID });
