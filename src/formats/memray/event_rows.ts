/**
 * Rows of `events`: allocations and frees in the order of the file.
 * @module
 */

import { stagingOf } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  PAIRING_KEY,
  PAIRING_KIND,
  RECORD_OFFSET,
  type RowWriter,
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

/** Compressed bytes with more than a million records. */
const MANY_BYTES = 1 << 23;
const HALF = 0x1_0000_0000;

/** The staging rows as they are filled. */
function arraysOf(writer: RowWriter) {
  const { kind, name, addr, size, thread, time, stack, func, file, line, native } = stagingOf(
    writer,
    ...["kind", "name", "addr", "size", "thread", "time"] as const,
    ...["stack", "func", "file", "line", "native"] as const,
  );
  return {
    kind: kind.u32,
    name: name.u32,
    addr: addr.u32,
    size: size.u32,
    noSize: size.nulls,
    thread: thread.u32,
    time: time.u32,
    noTime: time.nulls,
    stack: stack.u32,
    func: func.u32,
    file: file.u32,
    line: line.u32,
    native: native.u32,
    pairing: writer.column(PAIRING_KIND.name).u32,
    key: writer.column(PAIRING_KEY.name).u32,
    offset: writer.column(RECORD_OFFSET.name).u32,
  };
}

/** Writes rows. */
export class EventRows {
  readonly #writer: RowWriter;
  readonly #alloc: number;
  readonly #free: number;
  #arrays: ReturnType<typeof arraysOf>;
  /** Thread of the rows that follow. */
  threadLow = 0;
  /** Its high half. */
  threadHigh = 0;
  /** Nanoseconds since the start. */
  timeLow = 0;
  /** Their high half. */
  timeHigh = 0;
  /** Whether there is a time yet. */
  hasTime = false;

  /** Opens the table; `bytes` is the size of the file, where it is known. */
  constructor(sink: TraceSink, bytes: number | undefined) {
    const many = (bytes ?? 0) >= MANY_BYTES;
    this.#writer = sink.events(COLUMNS, "heap", { numbered: true, many, ofLives: OF_LIVES, staysPut: true });
    this.#alloc = sink.strings.internText("alloc");
    this.#free = sink.strings.internText("free");
    this.#arrays = arraysOf(this.#writer);
  }

  /** Rows so far. */
  get count(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** Begins a row; its number in the batch. */
  begin(pairing: KindCode, name: number, low: number, high: number, offset: number): number {
    if (this.#writer.count === BATCH_ROWS) {
      this.#writer.flush();
      this.#arrays = arraysOf(this.#writer);
    }
    const row = this.#writer.count++;
    const at = 2 * row;
    const to = this.#arrays;
    to.kind[row] = pairing === KindCode.Alloc ? this.#alloc : this.#free;
    to.pairing[row] = pairing;
    to.name[row] = name;
    to.addr[at] = to.key[at] = low;
    to.addr[at + 1] = to.key[at + 1] = high;
    to.thread[at] = this.threadLow;
    to.thread[at + 1] = this.threadHigh;
    to.time[at] = this.timeLow;
    to.time[at + 1] = this.timeHigh;
    if (!this.hasTime) to.noTime[row] = 1;
    to.offset[at] = offset >>> 0;
    to.offset[at + 1] = Math.floor(offset / HALF);
    return row;
  }

  /** Says what pairing knows the block of a row by. */
  setKey(row: number, key: bigint): void {
    this.#arrays.key[2 * row] = Number(key & 0xffff_ffffn);
    this.#arrays.key[2 * row + 1] = Number(key >> 32n);
  }

  /** Writes the size of a row. */
  setSize(row: number, low: number, high: number): void {
    this.#arrays.size[2 * row] = low;
    this.#arrays.size[2 * row + 1] = high;
  }

  /** Writes where a row comes from. */
  setPlace(row: number, stack: number, func: number, file: number, line: number, native: number): void {
    const to = this.#arrays;
    to.stack[row] = stack;
    to.func[row] = func;
    to.file[row] = file;
    to.line[row] = line;
    to.native[row] = native;
  }

  /** A free has no size of its own, and no place. */
  setFree(row: number): void {
    this.#arrays.noSize[row] = 1;
    this.setPlace(row, 0, 0, 0, 0, 0);
  }

  /** Takes the last row back. */
  drop(): void {
    this.#writer.count--;
  }

  /** Hands over what waits. */
  close(): void {
    this.#writer.flush();
  }
}
