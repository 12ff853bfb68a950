/**
 * Rows of `events`: blocks from before the traces, then the entries of all devices in order.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";
import { stagingOf, writeHalves, writeNumber } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  EVENT_KINDS,
  PAIRING_KIND,
  PAIRING_SPACE,
  RECORD_OFFSET,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";
import type { Place } from "./frame_lists.ts";
import type { Clock } from "./clock.ts";
import { Effect } from "./order.ts";
import type { Records } from "./records.ts";
import { Block, Entry, requestedField, Segment, type Snapshot } from "./snapshot.ts";
import { OF_LIVES } from "./table_docs.ts";

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "text" },
  PAIRING_KIND,
  PAIRING_SPACE,
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64", nullable: true },
  { name: "time", type: "time", nullable: true },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "device", type: "u32" },
  { name: "stream", type: "u64", nullable: true },
  { name: "requested", type: "u64", nullable: true },
  { name: "metadata", type: "text" },
  { name: "compile", type: "text" },
  { name: "pool", type: "text" },
  { name: "device_free", type: "u64", nullable: true },
  RECORD_OFFSET,
];

/** What pairing makes of an entry. */
const PAIRED: Readonly<Record<Effect, number>> = {
  [Effect.None]: EVENT_KINDS.indexOf("call"),
  [Effect.Request]: EVENT_KINDS.indexOf("call"),
  [Effect.Alloc]: KindCode.Alloc,
  [Effect.Free]: KindCode.Free,
};

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "addr", "size", "time", "stack", "func", "file", "line", "device", "stream"),
    ...stagingOf(writer, "requested", "metadata", "compile", "pool", "device_free"),
    paired: writer.column(PAIRING_KIND.name),
    space: writer.column(PAIRING_SPACE.name),
    offset: writer.column(RECORD_OFFSET.name),
  };
}

/** Writes rows. */
export class EventRows {
  readonly #snapshot: Snapshot;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #clock: Clock;
  readonly #existing: number;
  readonly #free: number;

  /** Opens the table. */
  constructor(sink: TraceSink, snapshot: Snapshot, clock: Clock) {
    this.#snapshot = snapshot;
    this.#clock = clock;
    this.#writer = sink.events(COLUMNS, "address", { numbered: true, ofLives: OF_LIVES });
    this.#columns = columnsOf(this.#writer);
    this.#existing = sink.strings.internText("existing");
    this.#free = sink.strings.internText("free");
  }

  /**
   * A block of which the first that the trace tells is its end: the backtrace is that of the end, unless the recorder was
   * told to keep those of allocations. `request` is the seq of the row in which the program gave it back, 0 = not known.
   */
  addFromEntry(entry: number, request: number): void {
    const { entries, frames } = this.#snapshot;
    const place = frames.place(entries.word(entry, Entry.Stack));
    const device = entries.word(entry, Entry.Device);
    const row = this.#begin(this.#existing, KindCode.Alloc, device, place, entries.word(entry, Entry.Stack));
    const { addr, size, time, stream, requested } = this.#columns;
    writeHalves(addr, row, entries.word(entry, Entry.Addr), entries.word(entry, Entry.Addr + 1));
    writeHalves(size, row, entries.word(entry, Entry.Size), entries.word(entry, Entry.Size + 1));
    time.nulls[row] = 1;
    if (entries.has(entry, Entry.Stream)) {
      writeHalves(stream, row, entries.word(entry, Entry.Stream), entries.word(entry, Entry.Stream + 1));
    } else stream.nulls[row] = 1;
    this.#writeNothing(row);
    putSeq(requested, row, request);
    this.#end();
  }

  /** A block that is live in a segment, and that no entry allocates. */
  addFromBlock(block: number): void {
    const { blocks, segments, frames } = this.#snapshot;
    const segment = blocks.word(block, Block.Segment);
    const place = frames.place(blocks.word(block, Block.Stack));
    const stack = blocks.word(block, Block.Stack);
    const row = this.#begin(
      this.#existing,
      KindCode.Alloc,
      segments.word(segment, Segment.Device),
      place,
      stack,
    );
    const { addr, size, time, stream, requested, pool } = this.#columns;
    const asked = requestedField(this.#snapshot, block);
    // Better the rounded size than none.
    const field = blocks.has(block, asked) ? asked : Block.Size;
    writeHalves(addr, row, blocks.word(block, Block.Addr), blocks.word(block, Block.Addr + 1));
    writeHalves(size, row, blocks.word(block, field), blocks.word(block, field + 1));
    time.nulls[row] = 1;
    this.#writeNothing(row);
    writeHalves(
      stream,
      row,
      segments.word(segment, Segment.Stream),
      segments.word(segment, Segment.Stream + 1),
    );
    pool.u32[row] = segments.word(segment, Segment.Pool);
    requested.nulls[row] = 1;
    this.#end();
  }

  /** An entry. `request` is the seq of the end that the program asked for, 0 = none. */
  addEntry(entry: number, effect: Effect, request: number): void {
    const { entries, frames, deviceFree } = this.#snapshot;
    const device = entries.word(entry, Entry.Device);
    const action = effect === Effect.Free ? this.#free : entries.word(entry, Entry.Action);
    const place = frames.place(entries.word(entry, Entry.Stack));
    const row = this.#begin(action, PAIRED[effect], device, place, entries.word(entry, Entry.Stack));
    const { addr, size, time, stream, requested, metadata, compile, pool, device_free, offset } =
      this.#columns;
    putField(addr, row, entries, entry, Entry.Addr);
    putField(size, row, entries, entry, Entry.Size);
    putField(stream, row, entries, entry, Entry.Stream);
    if (entries.has(entry, Entry.Time)) {
      this.#clock.put(time, row, entries.word(entry, Entry.Time), entries.word(entry, Entry.Time + 1));
    } else time.nulls[row] = 1;
    putSeq(requested, row, request);
    metadata.u32[row] = entries.word(entry, Entry.Metadata);
    compile.u32[row] = entries.word(entry, Entry.Compile);
    pool.u32[row] = entries.word(entry, Entry.Pool);
    const free = deviceFree.get(entry);
    if (free === undefined) device_free.nulls[row] = 1;
    else writeHalves(device_free, row, lowHalf(free), highHalf(free));
    writeHalves(offset, row, entries.word(entry, Entry.Offset), entries.word(entry, Entry.Offset + 1));
    this.#end();
  }

  /** Hands over what waits. */
  close(): void {
    this.#writer.flush();
  }

  #begin(kind: number, paired: number, device: number, place: Place, stack: number): number {
    const row = this.#writer.count;
    const columns = this.#columns;
    columns.kind.u32[row] = kind;
    columns.paired.u32[row] = paired;
    columns.space.u32[row] = device;
    columns.device.u32[row] = device;
    columns.stack.u32[row] = stack;
    columns.func.u32[row] = place.func;
    columns.file.u32[row] = place.file;
    columns.line.u32[row] = place.line;
    return row;
  }

  /** What a block from before the traces does not have. */
  #writeNothing(row: number): void {
    const { metadata, compile, pool, device_free, offset } = this.#columns;
    metadata.u32[row] = compile.u32[row] = pool.u32[row] = 0;
    device_free.nulls[row] = 1;
    writeHalves(offset, row, 0, 0);
  }

  #end(): void {
    if (++this.#writer.count === BATCH_ROWS) this.#writer.flush();
  }
}

function putField(column: StagingColumn, row: number, entries: Records, entry: number, field: Entry): void {
  if (entries.has(entry, field)) {
    writeHalves(column, row, entries.word(entry, field), entries.word(entry, field + 1));
  } else column.nulls[row] = 1;
}

function putSeq(column: StagingColumn, row: number, seq: number): void {
  if (seq === 0) column.nulls[row] = 1;
  else writeNumber(column, row, seq);
}
