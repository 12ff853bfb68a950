/**
 * The tables of an apitrace stream.
 * @module
 */

import type { ColumnSpec, TableLayout } from "../../events/trace_sink.ts";

const NAME_IN_FUNCTIONS: ColumnSpec = {
  name: "name",
  type: "text",
  into: { table: "functions", show: "name" },
};

/** One row per call, and one more for each further object that a call makes or deletes. */
export const EVENT_COLUMNS: readonly ColumnSpec[] = [
  { name: "no", type: "u64" },
  { name: "kind", type: "u32" },
  { name: "thread", type: "u64", dictionary: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true },
  { name: "entry", type: "u32" },
  NAME_IN_FUNCTIONS,
  { name: "module", type: "text" },
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64" },
  { name: "type", type: "text" },
  { name: "stack", type: "u32", nullable: true },
  { name: "frame", type: "u32" },
];

/** One row per call, in the order of completion; calls that never returned come last. */
export const CALLS: TableLayout = {
  name: "calls",
  columns: [
    { name: "no", type: "u64" },
    { name: "thread", type: "u64", dictionary: true },
    { name: "entry", type: "u32" },
    NAME_IN_FUNCTIONS,
    { name: "class", type: "text", into: { table: "functions", show: "class" } },
    { name: "frame", type: "u32" },
    { name: "fake", type: "bool" },
    { name: "incomplete", type: "bool" },
    { name: "blob_bytes", type: "u64" },
    { name: "depth", type: "u32" },
    { name: "enter", type: "u64" },
    { name: "leave", type: "u64", nullable: true },
    { name: "stack", type: "u32", nullable: true },
  ],
};

/** One row per frame; a last one, with `ended` false, for calls behind the last frame end. */
export const FRAMES: TableLayout = {
  name: "frames",
  columns: [
    { name: "frame", type: "u32" },
    { name: "first", type: "u64" },
    { name: "last", type: "u64" },
    { name: "calls", type: "u64" },
    { name: "draws", type: "u64" },
    { name: "uploads", type: "u64" },
    { name: "bytes", type: "u64" },
    { name: "stream_bytes", type: "u64" },
    { name: "threads", type: "u32" },
    { name: "ended", type: "bool" },
  ],
};

/** One row per debug group, in the order of the pushes. */
export const GROUPS: TableLayout = {
  name: "groups",
  columns: [
    { name: "group", type: "u32" },
    { name: "parent", type: "u32", nullable: true },
    { name: "depth", type: "u32" },
    { name: "thread", type: "u64" },
    { name: "name", type: "text" },
    { name: "path", type: "text" },
    { name: "frame", type: "u32" },
    { name: "first", type: "u64" },
    { name: "last", type: "u64", nullable: true },
    { name: "calls", type: "u64" },
    { name: "draws", type: "u64" },
    { name: "bytes", type: "u64" },
  ],
};

/** One row per function signature. */
export const FUNCTIONS: TableLayout = {
  name: "functions",
  columns: [
    { name: "name", type: "text" },
    { name: "class", type: "text" },
    { name: "args", type: "text" },
    { name: "calls", type: "u64" },
    { name: "bytes", type: "u64" },
    { name: "id", type: "u64" },
  ],
};

/** One row per thread. */
export const THREADS: TableLayout = {
  name: "threads",
  columns: [
    { name: "thread", type: "u64" },
    { name: "calls", type: "u64" },
    { name: "bytes", type: "u64" },
    { name: "first", type: "u64" },
    { name: "last", type: "u64" },
  ],
};

/** One row per graphics object that was made, mapped or allocated. */
export const OBJECTS: TableLayout = {
  name: "objects",
  columns: [
    { name: "type", type: "text" },
    { name: "addr", type: "u64" },
    { name: "object", type: "u64" },
    { name: "group", type: "u32" },
    { name: "label", type: "text" },
    { name: "size", type: "u64" },
    { name: "uploads", type: "u64" },
    { name: "upload_bytes", type: "u64" },
    { name: "made", type: "u64", nullable: true },
    { name: "deleted", type: "u64", nullable: true },
    { name: "source", type: "text" },
  ],
};

/** One row per argument value; return values have `arg` = `return`. `isHuge`: some numbers fit into `unsigned` alone. */
export function argsLayout(isHuge: boolean): TableLayout {
  return {
    name: "args",
    columns: [
      { name: "no", type: "u64" },
      { name: "name", type: "text" },
      { name: "arg", type: "text" },
      { name: "position", type: "u64", nullable: true },
      { name: "type", type: "text" },
      { name: "value", type: "text" },
      { name: "number", type: "i64", nullable: true, ...(isHuge ? { rest: "unsigned" } : {}) },
      { name: "unsigned", type: "u64", nullable: true },
      { name: "symbol", type: "text" },
      { name: "bytes", type: "u64", nullable: true },
      { name: "hash", type: "u64", nullable: true },
      { name: "offset", type: "u64" },
    ],
  };
}
