/**
 * Staging rows of `calls` and `events`, which the kernel fills.
 * @module
 */

import { writeBig, writeNumber } from "../../events/cells.ts";
import { BATCH_ROWS, EVENT_KINDS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { StackPool } from "../../events/stack_pool.ts";
import * as S from "./kernel/state.ts";
import { CALLS, EVENT_COLUMNS } from "./layouts.ts";
import type { MemoryEvents } from "./memory_events.ts";
import type { StreamKernel } from "./stream_kernel.ts";

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

  /** Stream offset of the last staged call. */
  enterOfLast(): number {
    const words = this.#calls.column("enter").u32;
    const row = this.#kernel!.get(S.CALL_ROWS) - 1;
    return words[2 * row]! + words[2 * row + 1]! * 2 ** 32;
  }

  /** Gives the kernel the addresses of the staging columns. */
  attach(kernel: StreamKernel): void {
    this.#kernel = kernel;
    kernel.put(S.KIND_CALL, EVENT_KINDS.indexOf("call"));
    for (const [writer, columns] of [[this.#calls, S.CallColumn], [this.#events, S.EventColumn]] as const) {
      for (const [name, place] of Object.entries(columns)) {
        // TypeScript enums map numbers back to names as well; skip those entries.
        if (typeof place !== "number") continue;
        const { pointer, nullsPointer } = writer.column(name);
        kernel.put(S.STAGING + 8 * place, pointer);
        kernel.put(S.STAGING + 8 * place + 4, nullsPointer);
      }
    }
  }

  /** Writes batches that are full. */
  flushFull(): void {
    if (this.#kernel!.get(S.CALL_ROWS) >= BATCH_ROWS) this.#flush(this.#calls, S.CALL_ROWS);
    if (this.#kernel!.get(S.EVENT_ROWS) >= BATCH_ROWS) this.#flush(this.#events, S.EVENT_ROWS);
  }

  /** Tells the tables how many rows are staged, before rows are added that may be discarded. */
  stage(): void {
    this.#calls.count = this.#kernel!.get(S.CALL_ROWS);
    this.#events.count = this.#kernel!.get(S.EVENT_ROWS);
  }

  /** Continues after the rows that `stage` counted, once the tables have discarded later ones. */
  resume(): void {
    this.#kernel!.put(S.CALL_ROWS, this.#calls.count);
    this.#kernel!.put(S.EVENT_ROWS, this.#events.count);
  }

  /** Writes the remaining rows. */
  finish(): void {
    this.#flush(this.#calls, S.CALL_ROWS);
    this.#flush(this.#events, S.EVENT_ROWS);
  }

  /**
   * Sets the effects of a call on memory: the first one in its staged row, further ones in rows of their own.
   */
  setEffects(row: number, { count, kinds, addrs, sizes, types }: MemoryEvents): void {
    const events = this.#events;
    const copy = count > 1 ? this.#copier(row) : null;
    for (let number = 0; number < count; number++) {
      const at = number > 0 ? copy!() : row;
      events.column("kind").u32[at] = kinds[number]!;
      const addr = events.column("addr");
      writeBig(addr, at, addrs[number]!);
      addr.nulls[at] = 0;
      writeNumber(events.column("size"), at, sizes[number]!);
      if (types[number] !== 0) events.column("type").u32[at] = types[number]!;
    }
  }

  /** Sets the source position of a staged event: the innermost frame that has one. */
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

  /**
   * Creates a function that appends a copy of a staged row, even after a flush, and returns its row number.
   */
  #copier(from: number): () => number {
    const kernel = this.#kernel!;
    const kept = EVENT_COLUMNS.filter(({ into }) => !into).map(({ name, type, nullable }) => {
      const column = this.#events.column(name);
      const width = type === "u64" ? 2 : 1;
      const words = column.u32.slice(width * from, width * (from + 1));
      return { name, width, words, none: nullable ? column.nulls[from]! : undefined };
    });
    return () => {
      if (kernel.get(S.EVENT_ROWS) >= BATCH_ROWS) this.#flush(this.#events, S.EVENT_ROWS);
      const to = kernel.get(S.EVENT_ROWS);
      for (const { name, width, words, none } of kept) {
        const column = this.#events.column(name);
        column.u32.set(words, width * to);
        if (none !== undefined) column.nulls[to] = none;
      }
      kernel.put(S.EVENT_ROWS, to + 1);
      return to;
    };
  }

  #flush(writer: RowWriter, place: number): void {
    writer.count = this.#kernel!.get(place);
    if (writer.count > 0) writer.flush();
    this.#kernel!.put(place, 0);
  }
}
