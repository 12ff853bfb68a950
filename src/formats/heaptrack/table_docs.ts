/**
 * The table that only data of heaptrack has, and what it means.
 * @module
 */

import { columnDoc as column, type TableDoc } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** What is resident when the clock ticks. */
export const RESIDENT_TABLE: TableLayout = {
  name: "resident",
  columns: [
    { name: "time", type: "time" },
    { name: "pages", type: "u64" },
    { name: "bytes", type: "u64", nullable: true },
  ],
};

/** The same in words. */
export const HEAPTRACK_DOCS: readonly TableDoc[] = [{
  name: "resident",
  doc: "resident memory of the process over time, the recorder included",
  columns: [
    column("time", "time", "time since the start"),
    column("pages", "u64", "resident pages", 5337),
    column("bytes", "u64", "their bytes; null where the size of a page is not known", 1102),
  ],
}];
