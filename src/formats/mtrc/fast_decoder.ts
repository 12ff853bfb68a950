/**
 * Runs the compiled loop over ordinary records; see decoder.as.ts. Anything irregular is left to the careful
 * decoder.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { CACHED_NAMES, CachedName, FormFlag, State, type Stop } from "./decoder_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import type { BodyForm, NameSlots, Staging } from "./staging.ts";

/** Runs the kernel on a window, one batch of rows at a time. */
export class FastDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #cache: number;

  /** Compiles the kernel over the sink's arena. */
  constructor(sink: TraceSink) {
    const arena = sink.arena;
    const strings = sink.strings;
    this.#arena = arena;
    this.#state = new KernelState(arena, State.Bytes);
    this.#cache = arena.allocZeroed(CACHED_NAMES * CachedName.Bytes);
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena, {
      // Pointers above 2 GB arrive as negative numbers.
      intern: (pointer, length) => strings.intern(arena.u8, pointer! >>> 0, (pointer! >>> 0) + length!),
    });
  }

  /** Passes the column addresses of a segment to the kernel, for a new batch. */
  begin(staging: Staging, slots: NameSlots, form: BodyForm): void {
    const { kind, thread, func, file, line, addr, size, index, offset } = staging;
    this.#state.set(State.Rows, BATCH_ROWS);
    this.#state.set(
      State.Flags,
      (form.source ? FormFlag.Source : 0) | (form.narrow ? FormFlag.Narrow : 0) |
        (form.reallocs ? FormFlag.Reallocs : 0),
    );
    this.#state.set(State.Kinds, kind.pointer);
    this.#state.set(State.Threads, thread.pointer);
    this.#state.set(State.ThreadNulls, thread.nullsPointer);
    this.#state.set(State.Funcs, func.pointer);
    this.#state.set(State.Files, file.pointer);
    this.#state.set(State.Lines, line.pointer);
    this.#state.set(State.LineNulls, line.nullsPointer);
    this.#state.set(State.Addrs, addr.pointer);
    this.#state.set(State.AddrNulls, addr.nullsPointer);
    this.#state.set(State.Sizes, size.pointer);
    this.#state.set(State.SizeNulls, size.nullsPointer);
    this.#state.set(State.Indexes, index.pointer);
    this.#state.set(State.IndexNulls, index.nullsPointer);
    this.#state.set(State.Offsets, offset.pointer);
    this.#state.set(State.Slots, slots.pointer);
    this.#state.set(State.Cache, this.#cache);
  }

  /**
   * Decodes records into the columns until something stops the kernel; returns the reason, and advances the
   * window and the row count.
   */
  run(window: ByteWindow, staging: Staging): Stop {
    this.#state.set(State.Place, window.pointer + window.at);
    this.#state.set(State.End, window.pointer + window.end);
    this.#state.set(State.Row, staging.writer.count);
    this.#state.setWide(State.Bias, BigInt(window.base - window.pointer));
    const stop = this.#kernel.decode(this.#state.pointer);
    window.at = this.#state.word(State.Place) - window.pointer;
    staging.writer.count = this.#state.word(State.Row);
    return stop;
  }

  /** Frees the kernel's memory. */
  close(): void {
    this.#state.close();
    this.#arena.free(this.#cache);
  }
}
