/**
 * Rows of `events`: allocations and frees in the order of the file.
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
import { OF_LIVES } from "./table_docs.ts";

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

/** Compressed bytes with more than a million records. */
const MANY_BYTES = 1 << 23;

/** The table that is being filled. */
export class EventRows {
  /** Takes the rows. */
  readonly writer: RowWriter;
  /** The columns; where their rows are changes with each batch. */
  readonly columns: Readonly<Record<Name, StagingColumn>>;

  /** Opens the table; `bytes` is the size of the file, where it is known. */
  constructor(sink: TraceSink, bytes: number | undefined) {
    const many = (bytes ?? 0) >= MANY_BYTES;
    const writer = sink.events(COLUMNS, "heap", {
      moving: true,
      numbered: true,
      many,
      ofLives: OF_LIVES,
      staysPut: true,
    });
    this.writer = writer;
    this.columns = {
      ...stagingOf(writer, "kind", "#pairing", "#key", "name", "addr", "size", "thread", "time"),
      ...stagingOf(writer, "stack", "func", "file", "line", "native", "#offset"),
    };
  }

  /** Rows so far. */
  get count(): number {
    return this.writer.flushed + this.writer.count;
  }

  /** Takes the last row back. */
  drop(): void {
    this.writer.count--;
  }

  /** Hands over what waits. */
  flush(): void {
    this.writer.flush();
  }
}
