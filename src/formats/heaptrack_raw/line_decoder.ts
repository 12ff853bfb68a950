/**
 * Runs the compiled loop over allocations and frees; see decoder.as.ts. Other lines are left to the reader.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { AddressTree } from "../address_tree.ts";
import { ArenaList } from "../arena_list.ts";
import { State, type Stop, SUM_ALLOCATIONS, TracePlace } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { EventColumns } from "./event_columns.ts";

/** Capacity for the checksums of one batch. */
const SUMS_ROOM = BATCH_ROWS / SUM_ALLOCATIONS + 1;

/** A stack and the frame that represents it. */
export interface ShownPlace {
  readonly stack: number;
  readonly func: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
}

/** Runs the kernel on a window, batch by batch, and stores the places of traces. */
export class LineDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #sums: number;
  readonly #events: EventColumns;
  readonly #tree: AddressTree;
  readonly #places: ArenaList;

  /** The kernel adds traces to `tree`. */
  constructor(sink: TraceSink, kernel: Kernels, tree: AddressTree, events: EventColumns) {
    const { arena } = sink;
    this.#arena = arena;
    this.#events = events;
    this.#state = new KernelState(arena, State.Bytes);
    this.#sums = arena.alloc(SUMS_ROOM * 4);
    this.#tree = tree;
    this.#places = new ArenaList(arena, TracePlace.Bytes);
    // Trace 0 means that there is no trace.
    this.#places.add();
    this.#kernel = kernel;
    this.#state.set(State.Tree, tree.pointer);
    this.#state.set(State.Sums, this.#sums);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.begin();
  }

  /** The trace at which the loop stopped. */
  get trace(): number {
    return this.#state.word(State.Trace);
  }

  /** Number of blocks that were freed by the event right after their allocation. */
  get temporary(): bigint {
    return this.#state.wide(State.Temporary);
  }

  /** Number of allocations so far. */
  get allocations(): number {
    return this.#state.word(State.Allocations);
  }

  /** Gives the kernel the staging rows of a new batch. */
  begin(): void {
    const { kind, addr, size, time, stack, func, file, line, module, "#offset": offset } =
      this.#events.columns;
    this.#state.set(State.Row, this.#events.writer.count);
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

  /**
   * Decodes from the window into the columns until the kernel stops; advances the window and the row count.
   */
  run(window: ByteWindow): Stop {
    this.#state.set(State.Place, window.pointer + window.at);
    this.#state.set(State.End, window.pointer + window.end);
    this.#state.set(State.Places, this.#places.pointer);
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
    this.#state.set(State.Places, this.#places.pointer);
    this.#kernel.write(this.#state.pointer, trace, addr, size, BigInt(offset), isAlloc);
    this.#events.writer.count = this.#state.word(State.Row);
  }

  /** Sets the time of the next rows, in nanoseconds. */
  setTime(low: number, high: number): void {
    this.#state.setWide(State.Time, joinHalves(low, high));
  }

  /** Checksums of the sizes in the batch. */
  get sums(): Uint32Array {
    const count = this.#state.word(State.SumCount);
    return this.#arena.u32.slice(this.#sums >>> 2, (this.#sums >>> 2) + count);
  }

  /** Whether the place of a trace is known. */
  hasPlace(trace: number): boolean {
    return trace === 0 || this.#tree.known(trace) !== undefined;
  }

  /** Sets the stack and the source position of a backtrace. */
  setPlace(trace: number, { stack, func, file, line, module }: ShownPlace): void {
    const places = this.#places;
    const place = places.add();
    places.set(place, TracePlace.Stack, stack);
    places.set(place, TracePlace.Func, func);
    places.set(place, TracePlace.File, file);
    places.set(place, TracePlace.Line, line);
    places.set(place, TracePlace.Module, module);
    this.#tree.keep(trace, place);
  }

  /** Discards the places of all traces; the tree must do so too. */
  forgetPlaces(): void {
    this.#places.length = 1;
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
    this.#arena.free(this.#sums);
    this.#places.close();
  }
}
