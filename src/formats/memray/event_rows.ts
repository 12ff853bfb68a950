/**
 * Rows of the table `events`: allocations and frees in file order.
 * @module
 */

import { stagingOf } from "../../events/cells.ts";
import {
  type ColumnSpec,
  PAIRING_KEY,
  PAIRING_KIND,
  RECORD_OFFSET,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { ALLOC_COLUMNS } from "./table_docs.ts";

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "text" },
  PAIRING_KIND,
  PAIRING_KEY,
  { name: "name", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "thread", type: "u64", nullable: true, dictionary: true, zeroIsNull: true },
  { name: "time", type: "time", nullable: true },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "native", type: "u32", nullable: true, zeroIsNull: true },
  RECORD_OFFSET,
];

/** Names of the columns. */
type Name =
  | ("kind" | "#pairing" | "#key" | "name" | "addr" | "size" | "thread" | "time")
  | ("stack" | "func" | "file" | "line" | "native" | "#offset");

/** A file with this many compressed bytes has more than a million records. */
const MANY_BYTES = 1 << 23;

/** The `events` table while the reader fills it. */
export class EventRows {
  /** The writer that takes the rows. */
  readonly writer: RowWriter;
  /** The staging columns; their addresses change with each batch. */
  readonly columns: Readonly<Record<Name, StagingColumn>>;

  /** Opens the table; `bytes` is the file size, if known. */
  constructor(sink: TraceSink, bytes: number | undefined) {
    const many = (bytes ?? 0) >= MANY_BYTES;
    const writer = sink.events(COLUMNS, "heap", {
      moving: true,
      numbered: true,
      many,
      allocColumns: ALLOC_COLUMNS,
      staysPut: true,
    });
    this.writer = writer;
    this.columns = {
      ...stagingOf(writer, "kind", "#pairing", "#key", "name", "addr", "size", "thread", "time"),
      ...stagingOf(writer, "stack", "func", "file", "line", "native", "#offset"),
    };
  }

  /** Number of rows so far. */
  get count(): number {
    return this.writer.flushed + this.writer.count;
  }

  /** Removes the last row. */
  drop(): void {
    this.writer.count--;
  }

  /** Hands the staged rows to the table. */
  flush(): void {
    this.writer.flush();
  }
}
