/**
 * Rows of `events`: an allocation or a free of a kind, which is a size with a backtrace.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { stagingOf } from "../../events/cells.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  RECORD_OFFSET,
  type RowWriter,
  type TraceSink,
} from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { ArenaList } from "../arena_list.ts";
import type { Place } from "./backtraces.ts";
import { nanosecondsOf } from "./clock.ts";
import { Kind, Slot, State, Stop } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "u32" },
  { name: "index", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "time", type: "time" },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "module", type: "text" },
  RECORD_OFFSET,
];

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "index", "size", "time", RECORD_OFFSET.name as "#offset"),
    ...stagingOf(writer, "stack", "func", "file", "line", "module"),
  };
}

/** Live blocks that there is room for at first. */
const FIRST_SLOTS = 1024;

/** Writes rows, most of them in a compiled loop; see decoder.as.ts. */
export class EventRows {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #state: KernelState<State>;
  readonly #kinds: ArenaList;
  #slots: number;
  #slotRoom = FIRST_SLOTS;
  /** Nanoseconds since the start, both halves. */
  timeLow = 0;
  timeHigh = 0;

  /** Opens the table; `paths` are the backtraces, which the kernel reads too. */
  constructor(sink: TraceSink, kernel: Kernels, paths: number) {
    const { arena } = sink;
    this.#arena = arena;
    this.#writer = sink.events(COLUMNS, "index", { moving: true, counted: true });
    this.#columns = columnsOf(this.#writer);
    this.#kernel = kernel;
    this.#state = new KernelState(arena, State.Bytes);
    this.#kinds = new ArenaList(arena, Kind.Bytes);
    this.#slots = arena.alloc(FIRST_SLOTS * Slot.Bytes);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.#state.set(State.Paths, paths);
    this.#begin();
  }

  /** How many kinds there are. */
  get kinds(): number {
    return this.#kinds.length;
  }

  /** Rows so far. */
  get rows(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** Allocations that were freed before anything else was allocated or freed. */
  get temporary(): number {
    return this.#state.word(State.Temporary);
  }

  /** Takes another kind of blocks. */
  addKind(sizeLow: number, sizeHigh: number, place: Readonly<Place>): void {
    const kinds = this.#kinds;
    const kind = kinds.add();
    kinds.set(kind, Kind.Size, sizeLow);
    kinds.set(kind, Kind.Size + 4, sizeHigh);
    kinds.set(kind, Kind.Stack, place.stack);
    kinds.set(kind, Kind.Func, place.func);
    kinds.set(kind, Kind.File, place.file);
    kinds.set(kind, Kind.Line, place.line);
    kinds.set(kind, Kind.Module, place.module);
  }

  /** Rows have this time from here on, in milliseconds. */
  setTime(low: number, high: number): void {
    [this.timeLow, this.timeHigh] = nanosecondsOf(low, high);
    this.#state.setWide(State.Time, joinHalves(this.timeLow, this.timeHigh));
  }

  /** Reads the allocations, frees and backtraces from `at` on that are written as usual; where the first other line begins. */
  decode({ pointer, end, base }: ByteWindow, at: number): number {
    this.#lend();
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    this.#state.setWide(State.Bias, BigInt(base - pointer));
    while (true) {
      const stop: Stop = this.#kernel.decode(this.#state.pointer);
      this.#writer.count = this.#state.word(State.Row);
      if (stop === Stop.Full) this.#nextBatch();
      else if (stop === Stop.Slots) this.#growSlots();
      else return this.#state.word(State.Place) - pointer;
    }
  }

  /** Writes an allocation of a kind that there is. */
  allocate(kind: number, offset: number): void {
    this.#write(kind, offset, 1);
  }

  /** Writes a free of a kind that there is. */
  release(kind: number, offset: number): void {
    this.#write(kind, offset, 0);
  }

  /** Hands over what waits. */
  flush(): void {
    this.#writer.flush();
  }

  /** Gives the memory back. */
  close(): void {
    this.#kinds.close();
    this.#arena.free(this.#slots);
    this.#state.close();
  }

  #write(kind: number, offset: number, isAlloc: number): void {
    this.#lend();
    if (this.#state.word(State.SlotCount) === this.#slotRoom) this.#growSlots();
    this.#kernel.write(this.#state.pointer, kind, BigInt(offset), isAlloc);
    this.#writer.count = this.#state.word(State.Row);
    if (this.#writer.count === BATCH_ROWS) this.#nextBatch();
  }

  #nextBatch(): void {
    this.flush();
    this.#begin();
  }

  /** Points the kernel at kinds and slots, which may have moved. */
  #lend(): void {
    this.#state.set(State.Kinds, this.#kinds.pointer);
    this.#state.set(State.KindCount, this.#kinds.length);
    this.#state.set(State.Slots, this.#slots);
    this.#state.set(State.SlotRoom, this.#slotRoom);
  }

  /** Points it at the staging rows of a batch. */
  #begin(): void {
    const { kind, index, size, time, stack, func, file, line, module, "#offset": offset } = this.#columns;
    this.#state.set(State.Row, 0);
    this.#state.set(State.Codes, kind.pointer);
    this.#state.set(State.Indexes, index.pointer);
    this.#state.set(State.Sizes, size.pointer);
    this.#state.set(State.SizeNulls, size.nullsPointer);
    this.#state.set(State.Times, time.pointer);
    this.#state.set(State.Stacks, stack.pointer);
    this.#state.set(State.Funcs, func.pointer);
    this.#state.set(State.Files, file.pointer);
    this.#state.set(State.Lines, line.pointer);
    this.#state.set(State.Modules, module.pointer);
    this.#state.set(State.Offsets, offset.pointer);
  }

  #growSlots(): void {
    const arena = this.#arena;
    const bytes = this.#slotRoom * Slot.Bytes;
    const larger = arena.alloc(2 * bytes);
    arena.u8.set(arena.u8.subarray(this.#slots, this.#slots + bytes), larger);
    arena.free(this.#slots);
    this.#slots = larger;
    this.#slotRoom *= 2;
    this.#lend();
  }
}
