/**
 * Runs the compiled loop over allocations, frees, pushes and pops; see decoder.as.ts. All other records are
 * left to the reader.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { KindCode } from "../../events/kind_code.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { ALLOCATORS, isSimpleFree, MMAP, MUNMAP } from "./allocators.ts";
import type { Counter } from "./cursor.ts";
import { CallStacks } from "./call_stacks.ts";
import { NEW_ADDRESS, READ_AHEAD_BYTES, State, Stop } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { EventRows } from "./event_rows.ts";
import { CODE_VERSION, type MemrayHeader } from "./header.ts";
import type { SharedRecords } from "./shared_records.ts";

/** Records have four bits for the number of an allocator. */
const ALLOCATOR_NUMBERS = 16;
/** Size of the table of `State.NamePlanes`. */
const PLANES_BYTES = 5 * ALLOCATOR_NUMBERS;

/** Runs the kernel on a window, one batch of rows at a time. */
export class EventDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #isNew: boolean;
  readonly #rows: EventRows;
  readonly #shared: SharedRecords;
  readonly #state: KernelState<State>;
  readonly #recent: number;
  readonly #names: number;
  /** Working memory of the kernel: see `State.NamePlanes`, `State.Allocators` and `State.Places`. */
  readonly #planes: number;
  readonly #allocators: number;
  readonly #places: number;
  /** Buffer for the last bytes of the stream, padded with zeros so that the kernel may read past them. */
  readonly #tail: number;
  /** The call stacks of all threads. */
  readonly calls: CallStacks;

  /** Sets up the kernel's state in the sink's arena. */
  constructor(sink: TraceSink, header: MemrayHeader, shared: SharedRecords, rows: EventRows) {
    const { arena, strings } = sink;
    this.#arena = arena;
    this.#shared = shared;
    this.#rows = rows;
    this.#isNew = header.version >= CODE_VERSION;
    this.#state = new KernelState(arena, State.Bytes);
    this.#recent = arena.allocZeroed(8 * (NEW_ADDRESS + 1));
    this.#tail = arena.alloc(2 * READ_AHEAD_BYTES);
    this.#kernel = shared.kernel;
    this.calls = new CallStacks(arena, this.#kernel, shared.frames, shared.stacks, header);
    const names = ALLOCATORS[this.#isNew ? "new" : "old"];
    this.#names = arena.allocZeroed(4 * ALLOCATOR_NUMBERS);
    for (const [at, name] of names.entries()) {
      arena.u32[(this.#names >>> 2) + at] = name === "" ? 0 : strings.internText(name);
    }
    this.#planes = arena.allocZeroed(PLANES_BYTES);
    for (const [at, name] of names.entries()) {
      const code = arena.u32[(this.#names >>> 2) + at]!;
      for (let byte = 0; byte < 4; byte++) {
        arena.u8[this.#planes + ALLOCATOR_NUMBERS * byte + at] = code >>> 8 * byte;
      }
      if (isSimpleFree(name)) arena.u8[this.#planes + 4 * ALLOCATOR_NUMBERS + at] = 255;
    }
    this.#allocators = arena.alloc(BATCH_ROWS);
    this.#places = arena.alloc(8 * BATCH_ROWS);
    const bits = (is: (name: string) => boolean): number =>
      names.reduce((all, name, at) => is(name) ? all | 1 << at : all, 0);
    this.#state.set(State.Simple, bits(isSimpleFree));
    this.#state.set(State.Mapped, bits((name) => name === MMAP || name === MUNMAP));
    this.#state.set(State.AllocText, strings.internText("alloc"));
    this.#state.set(State.FreeText, strings.internText("free"));
    this.#state.set(State.HasNative, header.native ? 1 : 0);
    this.#state.set(State.Recent, this.#recent);
    this.#state.set(State.Calls, this.calls.pointer);
    this.#state.set(State.NativeTree, shared.native.pointer);
    this.#state.set(State.AllocatorNames, this.#names);
    this.#state.set(State.NamePlanes, this.#planes);
    this.#state.set(State.Allocators, this.#allocators);
    this.#state.set(State.Places, this.#places);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.#state.set(State.NoTime, 1);
    this.begin();
  }

  /** Whether the last record was an event. */
  get lastIsEvent(): boolean {
    return this.#state.word(State.LastIsEvent) !== 0;
  }

  /** Records that the last record was not an event. */
  noteOther(): void {
    this.#state.set(State.LastIsEvent, 0);
  }

  /** The native frame of the current record: that of a mapping, or the frame for which the loop stopped. */
  get nativeFrame(): number {
    return this.#state.word(State.NativeFrame);
  }

  /** Number of the function (mmap or munmap) of the mapping just read. */
  get allocator(): number {
    return this.#state.word(State.Allocator);
  }

  /** Address of the mapping just read. */
  get addr(): bigint {
    return this.#state.wide(State.Addr);
  }

  /** Size of the mapping just read. */
  get size(): bigint {
    return this.#state.wide(State.Size);
  }

  /** The current thread. */
  get thread(): bigint {
    return this.#state.wide(State.Thread);
  }

  /** Sets the thread of all rows that follow. */
  setThread(thread: bigint): void {
    this.#kernel.fillHead(this.#state.pointer);
    this.#state.setWide(State.Thread, thread);
    this.calls.switchTo(thread);
  }

  /** Sets the time of all rows that follow, in nanoseconds. */
  setTime(low: number, high: number): void {
    this.#kernel.fillHead(this.#state.pointer);
    this.#state.setWide(State.Time, joinHalves(low, high));
    this.#state.set(State.NoTime, 0);
  }

  /** Gives the kernel the addresses of the staging columns, for a new batch. */
  begin(): void {
    const { columns } = this.#rows;
    for (const count of [State.Row, State.HeadDone, State.RowsDone]) this.#state.set(count, 0);
    this.#state.set(State.Kinds, columns.kind.pointer);
    this.#state.set(State.Pairings, columns["#pairing"].pointer);
    this.#state.set(State.Keys, columns["#key"].pointer);
    this.#state.set(State.Names, columns.name.pointer);
    this.#state.set(State.Addrs, columns.addr.pointer);
    this.#state.set(State.Sizes, columns.size.pointer);
    this.#state.set(State.SizeNulls, columns.size.nullsPointer);
    this.#state.set(State.Threads, columns.thread.pointer);
    this.#state.set(State.Times, columns.time.pointer);
    this.#state.set(State.TimeNulls, columns.time.nullsPointer);
    this.#state.set(State.Stacks, columns.stack.pointer);
    this.#state.set(State.Funcs, columns.func.pointer);
    this.#state.set(State.Files, columns.file.pointer);
    this.#state.set(State.Lines, columns.line.pointer);
    this.#state.set(State.Natives, columns.native.pointer);
    this.#state.set(State.Offsets, columns["#offset"].pointer);
  }

  /**
   * Decodes records into the columns until something stops the kernel, and returns what; advances the window
   * and the row count.
   */
  run(window: ByteWindow): Stop {
    const left = window.end - window.at;
    const isTail = left <= READ_AHEAD_BYTES;
    if (isTail && (!window.ended || left === 0)) return Stop.Limit;
    const { instruction, nativeNumber, frameId } = this.#shared;
    const from = isTail ? this.#copyTail(window) : window.pointer + window.at;
    this.#state.set(State.Place, from);
    this.#state.set(State.End, from + left);
    this.#state.set(State.Limit, isTail ? from + left : from + left - READ_AHEAD_BYTES);
    this.calls.point();
    this.#state.setWide(State.Bias, BigInt(window.offset - from));
    this.#give(State.Instruction, instruction);
    this.#give(State.NativeNumber, nativeNumber);
    this.#give(State.FrameId, frameId);
    const stop = this.#isNew
      ? this.#kernel.decode(this.#state.pointer)
      : this.#kernel.decodeOld(this.#state.pointer);
    this.#take(State.Instruction, instruction);
    this.#take(State.NativeNumber, nativeNumber);
    this.#take(State.FrameId, frameId);
    window.at += this.#state.word(State.Place) - from;
    this.#rows.writer.count = this.#state.word(State.Row);
    return stop;
  }

  /**
   * Writes the row of a mapping. With `hasPlace` the row gets the current stack, which must have been made
   * before.
   */
  writeMapping(
    pairing: KindCode,
    { size, key, native, hasPlace }: { size: bigint; key: bigint; native: number; hasPlace: boolean },
  ): void {
    this.#kernel.writeMapping(this.#state.pointer, pairing, size, key, native, hasPlace ? 1 : 0);
    this.#rows.writer.count = this.#state.word(State.Row);
  }

  /** Completes the rows so far; needed before they are handed to the table. */
  fillRows(): void {
    this.calls.point();
    this.#kernel.fillRows(this.#state.pointer);
  }

  /** Frees the kernel's memory. */
  close(): void {
    this.calls.close();
    this.#state.close();
    for (
      const each of [this.#recent, this.#tail, this.#names, this.#planes, this.#allocators, this.#places]
    ) this.#arena.free(each);
  }

  /** Copies the last bytes of the stream into the padded buffer; returns its address. */
  #copyTail(window: ByteWindow): number {
    const { u8 } = this.#arena;
    u8.fill(0, this.#tail, this.#tail + 2 * READ_AHEAD_BYTES);
    u8.set(window.bytes.subarray(window.at, window.end), this.#tail);
    return this.#tail;
  }

  #give(field: State, { low, high }: Counter): void {
    const at = (this.#state.pointer + field) >>> 2;
    this.#arena.u32[at] = low;
    this.#arena.u32[at + 1] = high;
  }

  #take(field: State, counter: Counter): void {
    const at = (this.#state.pointer + field) >>> 2;
    counter.low = this.#arena.u32[at]!;
    counter.high = this.#arena.u32[at + 1]!;
  }
}
