/**
 * Rows of the table `events`: blocks from before the traces, then the entries of all devices in order.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";
import { stagingOf, writeHalves } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  PAIRING_KIND,
  PAIRING_SPACE,
  RECORD_OFFSET,
  type RowWriter,
  type TraceSink,
} from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { Backtrace, EventState } from "./event_layout.ts";
import type { OrderedEntries } from "./order.ts";
import { Block, requestedField, Segment, type Snapshot } from "./snapshot.ts";
import { ALLOC_COLUMNS } from "./table_docs.ts";

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

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "addr", "size", "time", "stack", "func", "file", "line", "device", "stream"),
    ...stagingOf(writer, "requested", "metadata", "compile", "pool", "device_free"),
    paired: writer.column(PAIRING_KIND.name),
    space: writer.column(PAIRING_SPACE.name),
    offset: writer.column(RECORD_OFFSET.name),
  };
}

/** With more entries than this, a second core is used starting with the first batch. */
const MANY_ENTRIES = 500_000;

/** State fields of the kernel, each with the column whose address it receives. */
type Places = readonly (readonly [EventState, keyof ReturnType<typeof columnsOf>])[];

const VALUES: Places = [
  [EventState.Kinds, "kind"],
  [EventState.Pairings, "paired"],
  [EventState.Spaces, "space"],
  [EventState.Addrs, "addr"],
  [EventState.Sizes, "size"],
  [EventState.Times, "time"],
  [EventState.Stacks, "stack"],
  [EventState.Funcs, "func"],
  [EventState.Files, "file"],
  [EventState.Lines, "line"],
  [EventState.Devices, "device"],
  [EventState.Streams, "stream"],
  [EventState.Requests, "requested"],
  [EventState.Metadatas, "metadata"],
  [EventState.Compiles, "compile"],
  [EventState.Pools, "pool"],
  [EventState.Offsets, "offset"],
];
const NULLS: Places = [
  [EventState.AddrNulls, "addr"],
  [EventState.SizeNulls, "size"],
  [EventState.TimeNulls, "time"],
  [EventState.StreamNulls, "stream"],
  [EventState.RequestNulls, "requested"],
  [EventState.FreeNulls, "device_free"],
];

/** Writes the rows of `events`. */
export class EventRows {
  readonly #arena: Arena;
  readonly #snapshot: Snapshot;
  readonly #ordered: OrderedEntries;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #existing: number;

  /** Opens the table. */
  constructor(sink: TraceSink, snapshot: Snapshot, ordered: OrderedEntries) {
    this.#arena = sink.arena;
    this.#snapshot = snapshot;
    this.#ordered = ordered;
    this.#writer = sink.events(COLUMNS, "address", {
      moving: true,
      numbered: true,
      many: ordered.count > MANY_ENTRIES,
      allocColumns: ALLOC_COLUMNS,
    });
    this.#columns = columnsOf(this.#writer);
    this.#existing = sink.strings.internText("existing");
    this.#begin();
  }

  /**
   * Adds blocks whose first entry in the traces is their end. They get the backtrace of that end, unless
   * PyTorch was set to record the backtraces of allocations.
   */
  addOlder(): void {
    const { kernel, pointer } = this.#ordered;
    const count = this.#ordered.get(EventState.OlderCount);
    for (let older = 0; older < count; older++) {
      this.#ordered.set(EventState.Row, this.#writer.count);
      kernel.writeOlder(pointer, older, this.#existing);
      this.#end(1);
    }
  }

  /** Adds a block that is live in a segment but that no entry allocates. */
  addFromBlock(block: number): void {
    const { blocks, segments, frames: { backtraces } } = this.#snapshot;
    const segment = blocks.word(block, Block.Segment);
    const row = this.#writer.count;
    const { kind, paired, space, addr, size, time, stack, func, file, line } = this.#columns;
    const { device, stream, requested, metadata, compile, pool, device_free, offset } = this.#columns;
    kind.u32[row] = this.#existing;
    paired.u32[row] = KindCode.Alloc;
    space.u32[row] = device.u32[row] = segments.word(segment, Segment.Device);
    const backtrace = blocks.word(block, Block.Stack);
    stack.u32[row] = backtraces.word(backtrace, Backtrace.Stack);
    func.u32[row] = backtraces.word(backtrace, Backtrace.Func);
    file.u32[row] = backtraces.word(backtrace, Backtrace.File);
    line.u32[row] = backtraces.word(backtrace, Backtrace.Line);
    const asked = requestedField(this.#snapshot, block);
    // If the requested size is missing, use the rounded size.
    const field = blocks.has(block, asked) ? asked : Block.Size;
    writeHalves(addr, row, blocks.word(block, Block.Addr), blocks.word(block, Block.Addr + 4));
    writeHalves(size, row, blocks.word(block, field), blocks.word(block, field + 4));
    time.nulls[row] = requested.nulls[row] = device_free.nulls[row] = 1;
    writeHalves(
      stream,
      row,
      segments.word(segment, Segment.Stream),
      segments.word(segment, Segment.Stream + 4),
    );
    metadata.u32[row] = compile.u32[row] = 0;
    pool.u32[row] = segments.word(segment, Segment.Pool);
    writeHalves(offset, row, 0, 0);
    this.#end(1);
  }

  /**
   * Adds all entries. With `isLast` the entries are not needed afterwards, so a chunk is freed once all its
   * rows are written.
   */
  addEntries(isLast: boolean): void {
    const { entries } = this.#snapshot;
    const lengths = entries.chunkLengths;
    const left = this.#arena.alloc(4 * lengths.length);
    this.#arena.u32.set(lengths, left >>> 2);
    const ordered = this.#ordered;
    ordered.set(EventState.Left, left);
    ordered.set(EventState.At, 0);
    while (ordered.get(EventState.At) < ordered.count) {
      const before = this.#writer.count;
      const rows = Math.min(BATCH_ROWS - before, ordered.count - ordered.get(EventState.At));
      ordered.set(EventState.Row, before);
      ordered.kernel.writeRows(ordered.pointer, rows, isLast ? 1 : 0);
      const added = ordered.get(EventState.Row) - before;
      this.#putDeviceFree(before + added - 1);
      this.#end(added);
      if (isLast && this.#writer.count === 0) this.#release(left, lengths);
    }
    this.#arena.free(left);
  }

  /** Flushes the remaining rows. */
  close(): void {
    this.#writer.flush();
  }

  /**
   * Writes the device's free memory, which the kernel leaves out, into the last row that the kernel wrote.
   */
  #putDeviceFree(row: number): void {
    const ordered = this.#ordered;
    const at = ordered.get(EventState.At) - 1;
    const free = this.#snapshot.deviceFree.get(
      this.#arena.u32[(ordered.get(EventState.Order) >>> 2) + at]!,
    );
    if (free === undefined) return;
    this.#columns.device_free.nulls[row] = 0;
    writeHalves(this.#columns.device_free, row, lowHalf(free), highHalf(free));
  }

  /** Frees chunks whose rows have all been written. */
  #release(left: number, lengths: number[]): void {
    for (const [chunk, length] of lengths.entries()) {
      if (length === 0 || this.#arena.u32[(left >>> 2) + chunk] !== 0) continue;
      this.#snapshot.entries.release(chunk);
      lengths[chunk] = 0;
    }
  }

  /** Counts written rows, and flushes a full batch. */
  #end(rows: number): void {
    this.#writer.count += rows;
    if (this.#writer.count < BATCH_ROWS) return;
    this.#writer.flush();
    this.#begin();
  }

  /** Passes the column addresses of the next batch to the kernel. */
  #begin(): void {
    for (const [field, name] of VALUES) this.#ordered.set(field, this.#columns[name].pointer);
    for (const [field, name] of NULLS) this.#ordered.set(field, this.#columns[name].nullsPointer);
  }
}
