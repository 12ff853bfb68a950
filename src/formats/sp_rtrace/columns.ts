/**
 * The columns and tables that sp-rtrace reports fill, text or binary.
 * @module
 */

import type { ColumnSpec, TableLayout } from "../../events/trace_sink.ts";

/** Columns of `events`. The innermost useful frame of the backtrace gives `func`, `file`, `line` and `module`. */
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

/** One row per argument; `no` and `name` are those of the call. */
export const ARGS_TABLE: TableLayout = {
  name: "args",
  columns: [
    { name: "no", type: "u64" },
    { name: "name", type: "text" },
    { name: "arg", type: "text" },
    { name: "position", type: "u32" },
    { name: "value", type: "text" },
  ],
};

/** The context registry: one bit of the context mask and its name; `count` calls in it allocated `bytes`. */
export const CONTEXTS_TABLE: TableLayout = {
  name: "contexts",
  columns: [
    { name: "context", type: "u32" },
    { name: "name", type: "text" },
    { name: "count", type: "u64" },
    { name: "bytes", type: "u64" },
  ],
};

/** The resource registry. `mask` is the bit of the text form; `flags` is the text between the brackets; `count` calls
 * of the type allocated `bytes`. */
export const TYPES_TABLE: TableLayout = {
  name: "types",
  columns: [
    { name: "type", type: "text" },
    { name: "mask", type: "u32" },
    { name: "description", type: "text" },
    { name: "flags", type: "text" },
    { name: "refcount", type: "bool" },
    { name: "count", type: "u64" },
    { name: "bytes", type: "u64" },
  ],
};

/** The memory map, in file order with its repetitions; `end` is as the file states it. */
export const MAPS_TABLE: TableLayout = {
  name: "maps",
  columns: [
    { name: "module", type: "text" },
    { name: "addr", type: "u64" },
    { name: "end", type: "u64" },
    { name: "size", type: "u64" },
  ],
};

/** Files that belong to the report. */
export const ATTACHMENTS_TABLE: TableLayout = {
  name: "attachments",
  columns: [{ name: "name", type: "text" }, { name: "path", type: "text" }],
};

/** Lines that are no record. `no` is the index of the last call before; `temporary` ones start with `# `. */
export const COMMENTS_TABLE: TableLayout = {
  name: "comments",
  columns: [
    { name: "no", type: "u64", nullable: true },
    { name: "text", type: "text" },
    { name: "temporary", type: "bool" },
  ],
};

/** What stood behind the address in a frame line, for frames that had something there, by frame id. */
export const FRAME_TEXTS_TABLE: TableLayout = {
  name: "frame_texts",
  columns: [{ name: "frame", type: "u32" }, { name: "text", type: "text" }],
};

/** Names of all tables that a report fills. */
export const TABLES: readonly string[] = [
  "events",
  "allocs",
  "stacks",
  ...[
    ARGS_TABLE,
    CONTEXTS_TABLE,
    TYPES_TABLE,
    MAPS_TABLE,
    ATTACHMENTS_TABLE,
    COMMENTS_TABLE,
    FRAME_TEXTS_TABLE,
  ]
    .map((table) => table.name),
];
