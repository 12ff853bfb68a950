/**
 * The compiled loop over allocations and frees; see decoder.as.ts. It leaves all other lines to the reader.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { State, type Stop, SUM_ALLOCATIONS, TracePlace, UNKNOWN } from "./decoder_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import type { EventColumns } from "./event_columns.ts";

/** Room for the sums of one batch. */
const SUMS_ROOM = BATCH_ROWS / SUM_ALLOCATIONS + 1;
const FIRST_PLACES = 1024;

/** The frame that a trace is shown as, and its stack. */
export interface ShownPlace {
  readonly stack: number;
  readonly func: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
}

/** Runs the kernel on a window, batch by batch, and keeps the places of traces. */
export class LineDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #sums: number;
  readonly #events: EventColumns;
  #places: number;
  #room = FIRST_PLACES;
  #count = 1;

  /** Compiles the kernel over the sink's arena. */
  constructor(sink: TraceSink, events: EventColumns) {
    const { arena } = sink;
    this.#arena = arena;
    this.#events = events;
    this.#state = new KernelState(arena, State.Bytes);
    this.#sums = arena.alloc(SUMS_ROOM * 4);
    // Trace 0 is none.
    this.#places = arena.allocZeroed(FIRST_PLACES * TracePlace.Bytes);
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena);
    this.#state.set(State.Sums, this.#sums);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.begin();
  }

  /** Number of traces, that of none included. */
  get count(): number {
    return this.#count;
  }

  /** The trace that stopped the loop. */
  get trace(): number {
    return this.#state.word(State.Trace);
  }

  /** Blocks that the next event freed. */
  get temporary(): bigint {
    return this.#state.wide(State.Temporary);
  }

  /** Allocations so far. */
  get allocations(): number {
    return this.#state.word(State.Allocations);
  }

  /** Points the kernel at the staging rows of a batch. */
  begin(): void {
    const { kind, addr, size, time, stack, func, file, line, module, "#offset": offset } =
      this.#events.columns;
    this.#state.set(State.Row, 0);
    this.#state.set(State.SumCount, 0);
    this.#state.set(State.Kinds, kind.pointer);
    this.#state.set(State.Addrs, addr.pointer);
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

  /** Decodes from the window into the columns until something stops it; moves the window and the row count. */
  run(window: ByteWindow): Stop {
    this.#state.set(State.Place, window.pointer + window.at);
    this.#state.set(State.End, window.pointer + window.end);
    this.#state.set(State.Places, this.#places);
    this.#state.set(State.PlaceCount, this.#count);
    this.#state.setWide(State.Bias, BigInt(window.base - window.pointer));
    const stop = this.#kernel.decode(this.#state.pointer);
    window.at = this.#state.word(State.Place) - window.pointer;
    this.#events.writer.count = this.#state.word(State.Row);
    return stop;
  }

  /** Writes an allocation at a trace whose place is known. */
  allocate(trace: number, addr: bigint, size: bigint, offset: number): void {
    this.#write(trace, addr, size, offset, 1);
  }

  /** Writes a free. */
  release(addr: bigint, offset: number): void {
    this.#write(0, addr, 0n, offset, 0);
  }

  #write(trace: number, addr: bigint, size: bigint, offset: number, isAlloc: number): void {
    this.#state.set(State.Places, this.#places);
    this.#kernel.write(this.#state.pointer, trace, addr, size, BigInt(offset), isAlloc);
    this.#events.writer.count = this.#state.word(State.Row);
  }

  /** Rows have this time from here on, in nanoseconds. */
  setTime(low: number, high: number): void {
    this.#state.setWide(State.Time, joinHalves(low, high));
  }

  /** Sums of sizes of the batch. */
  get sums(): Uint32Array {
    const count = this.#state.word(State.SumCount);
    return this.#arena.u32.slice(this.#sums >>> 2, (this.#sums >>> 2) + count);
  }

  /** There is another trace. */
  addTrace(): void {
    const arena = this.#arena;
    if (this.#count === this.#room) {
      const larger = arena.alloc(2 * this.#room * TracePlace.Bytes);
      const bytes = this.#room * TracePlace.Bytes;
      arena.u8.set(arena.u8.subarray(this.#places, this.#places + bytes), larger);
      arena.free(this.#places);
      this.#places = larger;
      this.#room *= 2;
    }
    arena.u32[this.#placeOf(this.#count++)] = UNKNOWN;
  }

  /** Whether the place of a trace is known. */
  hasPlace(trace: number): boolean {
    return this.#arena.u32[this.#placeOf(trace)] !== UNKNOWN;
  }

  /** Says what a trace is shown as. */
  setPlace(trace: number, { stack, func, file, line, module }: ShownPlace): void {
    const { u32 } = this.#arena;
    const at = this.#placeOf(trace);
    u32[at + (TracePlace.Stack >>> 2)] = stack;
    u32[at + (TracePlace.Func >>> 2)] = func;
    u32[at + (TracePlace.File >>> 2)] = file;
    u32[at + (TracePlace.Line >>> 2)] = line;
    u32[at + (TracePlace.Module >>> 2)] = module;
  }

  /** Forgets the places of all traces. */
  forgetPlaces(): void {
    const { u32 } = this.#arena;
    for (let trace = 1; trace < this.#count; trace++) u32[this.#placeOf(trace)] = UNKNOWN;
  }

  /** Gives the memory back. */
  close(): void {
    this.#state.close();
    this.#arena.free(this.#sums);
    this.#arena.free(this.#places);
  }

  #placeOf(trace: number): number {
    return (this.#places + trace * TracePlace.Bytes) >>> 2;
  }
}
