/**
 * The column that only mtrace has, and what it means.
 * @module
 */

import { type ColumnDoc, columnDoc as column } from "../../events/table_doc.ts";

/** Columns of `events` that other memory traces lack. */
export const MTRACE_EVENT_COLUMNS: readonly ColumnDoc[] = [
  column("pc", "u64", "return address of the call: in the module, or in memory before glibc 2.26", 6100),
];

/** Columns of `events` that `allocs` has as well. */
export const ALLOC_COLUMNS: readonly string[] = ["pc"];
