/**
 * The table that only heaptrack data has, with its description.
 * @module
 */

import { columnDoc as column, layoutOf, NULLABLE, type TableDoc } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** Description of the table of resident memory over time. */
export const HEAPTRACK_DOCS: readonly TableDoc[] = [{
  name: "resident",
  doc: "resident memory of the process over time, the recorder included",
  columns: [
    column("time", "time", "time since the start"),
    column("pages", "u64", "resident pages", 5337),
    column("bytes", "u64", "resident bytes; null if the size of a page is not known", 1102),
  ],
}];

/** Layout of the table `resident`. */
export const RESIDENT_TABLE: TableLayout = layoutOf(HEAPTRACK_DOCS, "resident", { bytes: NULLABLE });
