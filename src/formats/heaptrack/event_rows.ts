/**
 * Writes rows of `events`: an allocation or a free of a kind, which is a size with a backtrace.
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
import { type Arena, ArenaFullError } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { BlockKinds } from "./block_kinds.ts";
import { nanosecondsOf } from "./clock.ts";
import { Slot, State, Stop } from "./decoder_layout.ts";
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

/** Initial capacity for live blocks. */
const FIRST_SLOTS = 1024;

/** Writes rows, most of them in a compiled loop; see decoder.as.ts. */
export class EventRows {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #state: KernelState<State>;
  readonly #kinds: BlockKinds;
  #slots: number;
  #slotRoom = FIRST_SLOTS;
  /** Whether the rows of the current batch have their stacks and functions. */
  #isPlaced = false;
  /**
   * The kinds of the rows of the current batch, stored while the rows contain stacks because the trace is
   * shown.
   */
  #entries = new Uint32Array(0);
  /** Current time in nanoseconds since the start, as two halves. */
  timeLow = 0;
  timeHigh = 0;

  /** Opens the table; `paths` is the address of the backtraces, which the kernel reads too. */
  constructor(sink: TraceSink, kernel: Kernels, paths: number) {
    const { arena } = sink;
    this.#arena = arena;
    this.#writer = sink.events(COLUMNS, "index", { moving: true, counted: true });
    this.#columns = columnsOf(this.#writer);
    this.#kernel = kernel;
    this.#state = new KernelState(arena, State.Bytes);
    this.#kinds = new BlockKinds(sink, kernel, this.#state);
    this.#slots = arena.alloc(FIRST_SLOTS * Slot.Bytes);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.#state.set(State.Paths, paths);
    this.#begin();
  }

  /** Number of kinds. */
  get kinds(): number {
    return this.#kinds.count;
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** Number of allocations that were freed before the next allocation or free. */
  get temporary(): number {
    return this.#state.word(State.Temporary);
  }

  /** Adds a kind of blocks; its backtrace must exist or be 0. Throws `ReadingFullError`. */
  addKind(sizeLow: number, sizeHigh: number, backtrace: number): void {
    this.#kinds.add(sizeLow, sizeHigh, backtrace);
  }

  /** Sets the time of the next rows, in milliseconds. */
  setTime(low: number, high: number): void {
    [this.timeLow, this.timeHigh] = nanosecondsOf(low, high);
    this.#state.setWide(State.Time, joinHalves(this.timeLow, this.timeHigh));
  }

  /**
   * Decodes allocations, frees, kinds and backtraces in their usual form from `at` on; returns where the
   * first other line begins.
   */
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
      else if (stop === Stop.Kinds) this.#kinds.makeRoom();
      else return this.#state.word(State.Place) - pointer;
    }
  }

  /** Writes an allocation of an existing kind. */
  allocate(kind: number, offset: number): void {
    this.#write(kind, offset, 1);
  }

  /** Writes a free of an existing kind. */
  release(kind: number, offset: number): void {
    this.#write(kind, offset, 0);
  }

  /** Writes the current batch. Throws `ReadingFullError`. */
  flush(): void {
    this.#place();
    this.#writer.flush();
  }

  /** Writes the current batch as if the trace ended here, until `resume`. Throws `ReadingFullError`. */
  pause(): void {
    const at = this.#columns.stack.pointer >>> 2;
    this.#entries = this.#arena.u32.slice(at, at + this.#writer.count);
    this.flush();
  }

  /** Continues with the current batch as it was before `pause`. */
  resume(): void {
    this.#arena.u32.set(this.#entries, this.#columns.stack.pointer >>> 2);
    this.#isPlaced = false;
  }

  /**
   * Frees the memory. The rows of the current batch get their stacks first, even after an error, since the
   * caller still writes them.
   */
  close(): void {
    try {
      this.#place();
    } catch (error) {
      if (!(error instanceof ArenaFullError)) throw error;
      this.#writer.count = 0;
    }
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

  /** Fills in the stacks and functions of the current batch. */
  #place(): void {
    if (this.#isPlaced) return;
    // Needed even without rows, to detect backtraces that are too deep.
    this.#kinds.place();
    this.#kernel.placeRows(this.#state.pointer);
    this.#isPlaced = true;
  }

  #nextBatch(): void {
    this.flush();
    this.#begin();
  }

  /** Gives the kernel the slots, which may have moved. */
  #lend(): void {
    this.#state.set(State.Slots, this.#slots);
    this.#state.set(State.SlotRoom, this.#slotRoom);
  }

  /** Gives the kernel the staging rows of a new batch. */
  #begin(): void {
    this.#isPlaced = false;
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
