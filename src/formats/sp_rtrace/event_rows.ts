/**
 * Writes held calls as rows of the table `events`.
 * @module
 */

import { stagingOf } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import { BATCH_ROWS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { CallCounts } from "./call_counts.ts";
import { CALL_CONTEXT, CALL_FREE, CALL_TIME } from "./call_bits.ts";
import type { CallStacks } from "./call_stacks.ts";
import { EVENT_COLUMNS } from "./columns.ts";
import { fineTime, type HeldBlock, timeSinceMidnight } from "./held_rows.ts";
import type { SideTables } from "./registries.ts";

const HALF = 0x1_0000;

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "no", "addr", "size", "context", "name", "type"),
    ...stagingOf(writer, "time", "stack", "func", "file", "line", "module"),
  };
}

/** Writes the rows of a report. */
export class EventRows {
  readonly #writer: RowWriter;
  readonly #stacks: CallStacks;
  readonly #counts: CallCounts;
  readonly #columns: ReturnType<typeof columnsOf>;

  constructor(writer: RowWriter, stacks: CallStacks, counts: CallCounts) {
    this.#writer = writer;
    this.#stacks = stacks;
    this.#counts = counts;
    this.#columns = columnsOf(writer);
  }

  /** Opens the table. Further types may be registered while rows are written. */
  static open(sink: TraceSink, stacks: CallStacks, { refcounted, counts }: SideTables): EventRows {
    return new EventRows(sink.events(EVENT_COLUMNS, "resource", { refcounted }), stacks, counts);
  }

  /** Returns a writer of further rows with other stacks and counts, for rows that can be discarded. */
  copy(stacks: CallStacks, counts: CallCounts): EventRows {
    return new EventRows(this.#writer, stacks, counts);
  }

  /** Writes the calls `[from, to)` of a block. */
  write(block: HeldBlock, from: number, to: number): void {
    while (from < to) {
      const count = Math.min(to - from, BATCH_ROWS - this.#writer.count);
      this.#copy(block, from, count);
      this.#describe(block, from, count);
      this.#writer.count += count;
      from += count;
      if (this.#writer.count === BATCH_ROWS) this.#writer.flush();
    }
  }

  /** Flushes the remaining rows. */
  close(): void {
    this.#writer.flush();
  }

  /** Copies the columns that need no conversion. */
  #copy(block: HeldBlock, from: number, count: number): void {
    const at = this.#writer.count;
    const { no, addr, size, context, name, type } = this.#columns;
    no.u32.set(block.no.subarray(2 * from, 2 * (from + count)), 2 * at);
    addr.u32.set(block.addr.subarray(2 * from, 2 * (from + count)), 2 * at);
    size.u32.set(block.size.subarray(2 * from, 2 * (from + count)), 2 * at);
    context.u32.set(block.context.subarray(from, from + count), at);
    name.u32.set(block.name.subarray(from, from + count), at);
    type.u32.set(block.type.subarray(from, from + count), at);
  }

  /** Fills the columns derived from flags, timestamp and backtrace. */
  #describe(block: HeldBlock, from: number, count: number): void {
    const at = this.#writer.count;
    const columns = this.#columns;
    const { kind: { u32: kind }, size: { nulls: sizeNulls }, context: { nulls: contextNulls } } = columns;
    const { time: { u32: time, nulls: timeNulls }, stack: { u32: stack, nulls: stackNulls } } = columns;
    const { func: { u32: func }, file: { u32: file }, module: { u32: module } } = columns;
    const { u32: line, nulls: lineNulls } = columns.line;
    let before = -1;
    for (let each = 0; each < count; each++) {
      const row = at + each;
      const held = from + each;
      const flags = block.flags[held]!;
      const isFree = (flags & CALL_FREE) !== 0;
      kind[row] = isFree ? KindCode.Free : KindCode.Alloc;
      sizeNulls[row] = isFree ? 1 : 0;
      const low = isFree ? 0 : block.size[2 * held]!;
      const high = isFree ? 0 : block.size[2 * held + 1]! | 0;
      this.#counts.add(block.type[held]!, block.context[held]!, low, high);
      contextNulls[row] = (flags & CALL_CONTEXT) === 0 ? 1 : 0;
      timeNulls[row] = (flags & CALL_TIME) === 0 ? 1 : 0;
      const milliseconds = timeSinceMidnight(block, held);
      // Many calls share a millisecond, and the conversion to nanoseconds is slow.
      if (row > 0 && milliseconds === before) {
        time[2 * row] = time[2 * row - 2]!;
        time[2 * row + 1] = time[2 * row - 1]!;
      } else writeNanoseconds(time, row, milliseconds);
      before = milliseconds;
      const fine = fineTime(block, held);
      if (fine !== 0) {
        addNanoseconds(time, row, fine);
        // The next row may have the same millisecond but other nanoseconds.
        before = -1;
      }
      const known = this.#stacks.known(block.stack[held]!);
      stack[row] = known.id;
      stackNulls[row] = known.id === 0 ? 1 : 0;
      func[row] = known.func;
      file[row] = known.file;
      line[row] = known.line;
      lineNulls[row] = known.line === 0 ? 1 : 0;
      module[row] = known.module;
    }
  }
}

/** Writes milliseconds as nanoseconds in two halves; a double cannot hold the product exactly. */
function writeNanoseconds(into: Uint32Array, row: number, milliseconds: number): void {
  const upper = Math.floor(milliseconds / HALF);
  const lower = (milliseconds - upper * HALF) * 1_000_000;
  const carry = Math.floor(lower / HALF);
  const sum = upper * 1_000_000 + carry;
  const high = Math.floor(sum / HALF);
  into[2 * row] = (sum - high * HALF) * HALF + (lower - carry * HALF);
  into[2 * row + 1] = high;
}

/** Adds nanoseconds within a millisecond. */
function addNanoseconds(into: Uint32Array, row: number, nanoseconds: number): void {
  const low = into[2 * row]! + nanoseconds;
  into[2 * row] = low;
  if (low > 0xffff_ffff) into[2 * row + 1]!++;
}
