/**
 * Staging rows of `calls` and `events`, and where the kernel finds them.
 * @module
 */

import { writeBig, writeNumber } from "../../events/cells.ts";
import { BATCH_ROWS, EVENT_KINDS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { StackPool } from "../../events/stack_pool.ts";
import * as S from "./kernel/state.ts";
import { CALLS, EVENT_COLUMNS } from "./layouts.ts";
import type { MemoryEvents } from "./memory_events.ts";
import type { StreamKernel } from "./stream_kernel.ts";

/** Columns by their number in the kernel's list; `0` after the dot = the null bytes. */
const CALL_PLACES: readonly (readonly [number, string])[] = [
  [S.C_NO, "no"],
  [S.C_THREAD, "thread"],
  [S.C_FUNCTION, "entry"],
  [S.C_FRAME, "frame"],
  [S.C_FAKE, "fake"],
  [S.C_INCOMPLETE, "incomplete"],
  [S.C_BYTES, "blob_bytes"],
  [S.C_DEPTH, "depth"],
  [S.C_ENTER, "enter"],
  [S.C_LEAVE, "leave"],
  [S.C_LEAVE_NULLS, "leave?"],
  [S.C_STACK, "stack"],
  [S.C_STACK_NULLS, "stack?"],
];
const EVENT_PLACES: readonly (readonly [number, string])[] = [
  [S.E_NO, "no"],
  [S.E_KIND, "kind"],
  [S.E_THREAD, "thread"],
  [S.E_FUNC, "func"],
  [S.E_NAME, "entry"],
  [S.E_ADDR, "addr"],
  [S.E_ADDR_NULLS, "addr?"],
  [S.E_SIZE_COLUMN, "size"],
  [S.E_TYPE, "type"],
  [S.E_STACK, "stack"],
  [S.E_STACK_NULLS, "stack?"],
  [S.E_FRAME, "frame"],
  [S.E_FILE, "file"],
  [S.E_LINE, "line"],
  [S.E_LINE_NULLS, "line?"],
  [S.E_MODULE, "module"],
];

/** Writers of both tables, filled by the kernel. */
export class CallRows {
  readonly #calls: RowWriter;
  readonly #events: RowWriter;
  readonly #stacks: StackPool;
  #kernel: StreamKernel | undefined;

  /** Opens the tables. */
  constructor(sink: TraceSink) {
    this.#calls = sink.table(CALLS);
    this.#events = sink.events(EVENT_COLUMNS, "address");
    this.#stacks = sink.stacks;
  }

  /** Stream offset of the call that was staged last. */
  enterOfLast(): number {
    const words = this.#calls.column("enter").u32;
    const row = this.#kernel!.get(S.CALL_ROWS) - 1;
    return words[2 * row]! + words[2 * row + 1]! * 2 ** 32;
  }

  /** Tells the kernel where the rows are. */
  attach(kernel: StreamKernel): void {
    this.#kernel = kernel;
    kernel.put(S.KIND_CALL, EVENT_KINDS.indexOf("call"));
    const put = (writer: RowWriter, places: readonly (readonly [number, string])[]): void => {
      for (const [place, name] of places) {
        const column = writer.column(name.replace("?", ""));
        kernel.put(S.STAGING + 4 * place, name.endsWith("?") ? column.nullsPointer : column.pointer);
      }
    };
    put(this.#calls, CALL_PLACES);
    put(this.#events, EVENT_PLACES);
  }

  /** Hands over the batches that are full. */
  flushFull(): void {
    if (this.#kernel!.get(S.CALL_ROWS) >= BATCH_ROWS) this.#flush(this.#calls, S.CALL_ROWS);
    if (this.#kernel!.get(S.EVENT_ROWS) >= BATCH_ROWS) this.#flush(this.#events, S.EVENT_ROWS);
  }

  /** Hands over what is left. */
  finish(): void {
    this.#flush(this.#calls, S.CALL_ROWS);
    this.#flush(this.#events, S.EVENT_ROWS);
  }

  /** Gives the staged row of a call its meaning; further meanings of the same call get rows of their own. */
  mean(row: number, { count, kinds, addrs, sizes, types }: MemoryEvents): void {
    const events = this.#events;
    for (let number = 0, at = row; number < count; number++) {
      if (number > 0) at = this.#copyRow(at);
      events.column("kind").u32[at] = kinds[number]!;
      const addr = events.column("addr");
      writeBig(addr, at, addrs[number]!);
      addr.nulls[at] = 0;
      writeNumber(events.column("size"), at, sizes[number]!);
      if (types[number] !== 0) events.column("type").u32[at] = types[number]!;
    }
  }

  /** Source position of a staged event: the innermost frame that has one. */
  place(row: number, stack: number): void {
    const depth = this.#stacks.depth(stack);
    if (depth === 0) return;
    let frame = this.#stacks.describeFrame(this.#stacks.frameAt(stack, 0));
    for (let level = 1; level < depth && !frame.func && !frame.file; level++) {
      frame = this.#stacks.describeFrame(this.#stacks.frameAt(stack, level));
    }
    if (frame.func) this.#events.column("func").u32[row] = frame.func;
    this.#events.column("file").u32[row] = frame.file;
    this.#events.column("module").u32[row] = frame.module;
    const line = this.#events.column("line");
    line.u32[row] = frame.line;
    line.nulls[row] = frame.file && frame.line ? 0 : 1;
  }

  /** Appends a copy of a staged row; returns its number. */
  #copyRow(from: number): number {
    const kernel = this.#kernel!;
    let to = kernel.get(S.EVENT_ROWS);
    if (to >= BATCH_ROWS) {
      // The row to copy is kept over the flush in the first row of the new batch.
      const kept = EVENT_COLUMNS.filter((spec) => !spec.into).map((spec) => {
        const column = this.#events.column(spec.name);
        const wide = spec.type === "u64";
        return [
          column.u32[wide ? 2 * from : from]!,
          wide ? column.u32[2 * from + 1]! : 0,
          column.nulls[from] ?? 0,
        ];
      });
      this.#flush(this.#events, S.EVENT_ROWS);
      to = 0;
      EVENT_COLUMNS.filter((spec) => !spec.into).forEach((spec, at) => {
        const column = this.#events.column(spec.name);
        const [low = 0, high = 0, none = 0] = kept[at]!;
        if (spec.type === "u64") column.u32.set([low, high], 0);
        else column.u32[0] = low;
        if (spec.nullable) column.nulls[0] = none;
      });
    } else {
      for (const spec of EVENT_COLUMNS) {
        if (spec.into) continue;
        const column = this.#events.column(spec.name);
        if (spec.type === "u64") column.u32.copyWithin(2 * to, 2 * from, 2 * from + 2);
        else column.u32[to] = column.u32[from]!;
        if (spec.nullable) column.nulls[to] = column.nulls[from]!;
      }
    }
    kernel.put(S.EVENT_ROWS, to + 1);
    return to;
  }

  #flush(writer: RowWriter, place: number): void {
    writer.count = this.#kernel!.get(place);
    if (writer.count > 0) writer.flush();
    this.#kernel!.put(place, 0);
  }
}
