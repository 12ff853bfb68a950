/**
 * Tables and columns that only snapshots of PyTorch have, and what they mean.
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
export const SNAPSHOT_EVENT_COLUMNS: readonly ColumnDoc[] = [
  column("device", "u32", "number of the GPU", 100),
  column("stream", "u64", "stream that the block was allocated for; 0 is the default one", 110),
  column("requested", "u64", "seq of the event free_requested, with which the program freed the block", 6010),
  column("metadata", "text", "text that the program attached; JSON if it was a dictionary", 6020),
  column("compile", "text", "compiled region that allocated", 6030),
  column("pool", "text", "memory pool as OWNER.ID; 0.0 is the default one", 6040),
  column("device_free", "u64", "free bytes of the GPU at an out-of-memory error", 6050),
];

/** Columns of `events` that `allocs` has as well. */
export const ALLOC_COLUMNS: readonly string[] = [
  "device",
  "stream",
  "requested",
  "metadata",
  "compile",
  "pool",
];

/** Descriptions of the tables of a snapshot. */
export const SNAPSHOT_DOCS: readonly TableDoc[] = [{
  name: "segments",
  doc: "memory that the allocator has taken from the driver, at the time of the snapshot",
  columns: [
    column("device", "u32", "number of the GPU"),
    column("addr", "u64", "first address of the segment"),
    column("size", "u64", "bytes of the segment"),
    column("allocated", "u64", "bytes of blocks in use"),
    column("active", "u64", "bytes of blocks in use, and of those that another stream may still use"),
    column("requested", "u64", "bytes that the program requested in the active blocks, before rounding"),
    column("stream", "u64", "stream of the segment"),
    column("type", "text", "small: for blocks up to 1 MiB; large"),
    column("pool", "text", "memory pool as OWNER.ID; 0.0 is the default one", 6040),
    column("expandable", "bool", "whether the segment can grow", 6060),
    column("blocks", "u32", "number of blocks"),
    column("stack", "u32", "backtrace of the allocation: id in stacks"),
  ],
}, {
  name: "blocks",
  doc: "blocks of segments when the snapshot is taken, free ones too",
  columns: [
    column("segment", "u32", "row of the segment in segments, from 1"),
    column("device", "u32", "number of the GPU"),
    column("addr", "u64", "first address of the block"),
    column("size", "u64", "bytes of the block, after rounding"),
    column(
      "requested",
      "u64",
      "bytes that the program requested; for a free block in older files, those of its last use",
    ),
    column("state", "text", "active_allocated, inactive; or freed and waiting for another stream", 201),
    column("stream", "u64", "stream of the segment"),
    column("pool", "text", "memory pool of the segment", 6040),
    column("func", "text", "function that allocated the block"),
    column("file", "text", "source file of the allocation"),
    column("line", "u32", "source line of the allocation"),
    column("stack", "u32", "backtrace of the allocation: id in stacks"),
  ],
}, {
  name: "regions",
  doc: "time spans that the program named",
  columns: [
    column("name", "text", "name of the time span"),
    column("stage", "text", "START or END"),
    column("device", "u32", "number of the GPU"),
    column("time", "time", "time of the start or end"),
  ],
}];

const NUMBERS = Object.fromEntries(
  ["addr", "size", "allocated", "active", "requested", "stream", "time", "device"].map((
    name,
  ) => [name, NULLABLE]),
);
const PLACES = { stack: { nullable: true, zeroIsNull: true }, line: { nullable: true, zeroIsNull: true } };

/** Layout of the table `segments`. */
export const SEGMENTS_TABLE: TableLayout = layoutOf(SNAPSHOT_DOCS, "segments", {
  ...NUMBERS,
  ...PLACES,
  expandable: NULLABLE,
});
/** Layout of the table `blocks`. */
export const BLOCKS_TABLE: TableLayout = layoutOf(SNAPSHOT_DOCS, "blocks", { ...NUMBERS, ...PLACES });
/** Layout of the table `regions`, which holds annotations. */
export const REGIONS_TABLE: TableLayout = layoutOf(SNAPSHOT_DOCS, "regions", NUMBERS);
