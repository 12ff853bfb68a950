/**
 * The staging columns of `events`.
 * @module
 */

import { stagingOf } from "../../events/cells.ts";
import {
  type ColumnSpec,
  RECORD_OFFSET,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "u32" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "time", type: "time" },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "module", type: "text" },
  RECORD_OFFSET,
];

/** Names of the columns. */
type Name = "kind" | "addr" | "size" | "time" | "stack" | "func" | "file" | "line" | "module" | "#offset";

/** The table `events` while it is being filled. */
export interface EventColumns {
  /** Receives the rows. */
  readonly writer: RowWriter;
  /** The staging columns; their memory may move with each batch. */
  readonly columns: Readonly<Record<Name, StagingColumn>>;
}

/** Opens the table; `many` means that millions of records follow. */
export function openEvents(sink: TraceSink, many: boolean): EventColumns {
  const writer = sink.events(COLUMNS, "heap", { moving: true, numbered: true, many });
  return {
    writer,
    columns: {
      ...stagingOf(writer, "kind", "addr", "size", "time", "stack"),
      ...stagingOf(writer, "func", "file", "line", "module", "#offset"),
    },
  };
}
