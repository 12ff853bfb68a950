/**
 * The compiled loop over ordinary records; see decoder.as.ts. It leaves everything odd to the careful decoder.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { CACHED_NAMES, CachedName, Form, State, type Stop } from "./decoder_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import type { BodyForm, NameSlots, Staging } from "./staging.ts";

/** Runs the kernel on a window, batch by batch. */
export class FastDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: number;
  readonly #cache: number;

  /** Compiles the kernel over the sink's arena. */
  constructor(sink: TraceSink) {
    const arena = sink.arena;
    const strings = sink.strings;
    this.#arena = arena;
    this.#state = arena.allocZeroed(State.Bytes);
    this.#cache = arena.allocZeroed(CACHED_NAMES * CachedName.Bytes);
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena, {
      // Pointers above 2 GB arrive as negative numbers.
      intern: (pointer, length) => strings.intern(arena.u8, pointer! >>> 0, (pointer! >>> 0) + length!),
    });
  }

  /** Points the kernel at the columns of a segment, for a batch. */
  begin(staging: Staging, slots: NameSlots, form: BodyForm): void {
    const { kind, thread, func, file, line, addr, size, index, offset } = staging;
    this.#set(State.Rows, BATCH_ROWS);
    this.#set(
      State.Flags,
      (form.source ? Form.Source : 0) | (form.narrow ? Form.Narrow : 0) | (form.reallocs ? Form.Reallocs : 0),
    );
    this.#set(State.Kinds, kind.pointer);
    this.#set(State.Threads, thread.pointer);
    this.#set(State.ThreadNulls, thread.nullsPointer);
    this.#set(State.Funcs, func.pointer);
    this.#set(State.Files, file.pointer);
    this.#set(State.Lines, line.pointer);
    this.#set(State.LineNulls, line.nullsPointer);
    this.#set(State.Addrs, addr.pointer);
    this.#set(State.AddrNulls, addr.nullsPointer);
    this.#set(State.Sizes, size.pointer);
    this.#set(State.SizeNulls, size.nullsPointer);
    this.#set(State.Indexes, index.pointer);
    this.#set(State.IndexNulls, index.nullsPointer);
    this.#set(State.Offsets, offset.pointer);
    this.#set(State.Slots, slots.pointer);
    this.#set(State.Cache, this.#cache);
  }

  /** Decodes from the window into the columns until something stops it; moves the window and the row count. */
  run(window: ByteWindow, staging: Staging): Stop {
    this.#set(State.Place, window.pointer + window.at);
    this.#set(State.End, window.pointer + window.end);
    this.#set(State.Row, staging.writer.count);
    this.#arena.u64[(this.#state + State.Bias) >>> 3] = BigInt(window.base - window.pointer);
    const stop = this.#kernel.decode(this.#state);
    window.at = this.#arena.u32[(this.#state + State.Place) >>> 2]! - window.pointer;
    staging.writer.count = this.#arena.u32[(this.#state + State.Row) >>> 2]!;
    return stop;
  }

  /** Gives the memory back. */
  close(): void {
    this.#arena.free(this.#state);
    this.#arena.free(this.#cache);
  }

  #set(field: State, value: number): void {
    this.#arena.u32[(this.#state + field) >>> 2] = value;
  }
}
