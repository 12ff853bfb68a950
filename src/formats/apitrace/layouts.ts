/**
 * Layouts of the tables of an apitrace stream.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { ColumnSpec, TableLayout } from "../../events/trace_sink.ts";
import { CALL_DOCS } from "./table_docs.ts";

const NAME_IN_FUNCTIONS = { into: { table: "functions", show: "name" } };

/** One row per call, and one for each additional object that a call creates or deletes. */
export const EVENT_COLUMNS: readonly ColumnSpec[] = [
  { name: "no", type: "u64" },
  { name: "kind", type: "u32" },
  { name: "thread", type: "u64", dictionary: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true },
  { name: "entry", type: "u32" },
  { name: "name", type: "text", ...NAME_IN_FUNCTIONS },
  { name: "module", type: "text" },
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64" },
  { name: "type", type: "text" },
  { name: "stack", type: "u32", nullable: true },
  { name: "frame", type: "u32" },
];

/** One row per call, in the order of completion; calls that never returned come last. */
export const CALLS: TableLayout = layoutOf(CALL_DOCS, "calls", {
  thread: { dictionary: true },
  name: NAME_IN_FUNCTIONS,
  class: { into: { table: "functions", show: "class" } },
  leave: NULLABLE,
  stack: NULLABLE,
});

/** One row per frame; calls after the last frame end get a row with `ended` false. */
export const FRAMES: TableLayout = layoutOf(CALL_DOCS, "frames");

/** One row per debug group, in the order of the pushes. */
export const GROUPS: TableLayout = layoutOf(CALL_DOCS, "groups", { parent: NULLABLE, last: NULLABLE });

/** One row per function signature. */
export const FUNCTIONS: TableLayout = layoutOf(CALL_DOCS, "functions");

/** One row per thread. */
export const THREADS: TableLayout = layoutOf(CALL_DOCS, "threads");

/** One row per graphics object that was created, mapped or allocated. */
export const OBJECTS: TableLayout = layoutOf(CALL_DOCS, "objects", { made: NULLABLE, deleted: NULLABLE });

/**
 * One row per argument value; return values have `arg` = `return`. `isHuge` means that some numbers fit only in
 * the column `unsigned`.
 */
export function argsLayout(isHuge: boolean): TableLayout {
  return layoutOf(CALL_DOCS, "args", {
    position: NULLABLE,
    number: { ...NULLABLE, ...(isHuge ? { rest: "unsigned" } : {}) },
    unsigned: NULLABLE,
    bytes: NULLABLE,
    hash: NULLABLE,
  });
}
