/**
 * The columns and tables that sp-rtrace reports fill, text or binary.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { ColumnSpec, TableLayout } from "../../events/trace_sink.ts";
import { RESOURCE_DOCS } from "./table_docs.ts";

/**
 * Columns of `events`. The innermost useful frame of the backtrace provides `func`, `file`, `line` and
 * `module`.
 */
export const EVENT_COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "u32" },
  { name: "no", type: "u64" },
  { name: "name", type: "text" },
  { name: "type", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "context", type: "u32", nullable: true },
  { name: "time", type: "time", nullable: true },
  { name: "stack", type: "u32", nullable: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true },
  { name: "module", type: "text" },
];

/** Call arguments, one row each; `no` and `name` are those of the call. */
export const ARGS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "args", { position: { type: "u32" } });

/**
 * The registered contexts: a bit of the context mask and its name, with the number of calls in the context
 * (`count`) and the bytes that they allocated (`bytes`).
 */
export const CONTEXTS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "contexts");

/**
 * The resource registry. `mask` is the bit used in the text format; `flags` is the text between the brackets;
 * `count` and `bytes` are the number of calls of the type and the bytes that they allocated.
 */
export const TYPES_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "types");

/** The memory map in file order, including repeated entries; `end` is as the file states it. */
export const MAPS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "maps");

/** Files that are attached to the report. */
export const ATTACHMENTS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "attachments");

/** Comment lines. `no` is the index of the last call before the line; temporary comments start with `# `. */
export const COMMENTS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "comments", { no: NULLABLE });

/** The text after the address in a frame line, by frame id; frames without a text have no row. */
export const FRAME_TEXTS_TABLE: TableLayout = layoutOf(RESOURCE_DOCS, "frame_texts");

/** Names of all tables that a report fills. */
export const TABLES: readonly string[] =
  "events allocs stacks args contexts types maps attachments comments frame_texts".split(" ");
