/**
 * Runs the compiled loop over plain lines; see decoder.as.ts. All other lines are left to the reader.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { Callers } from "./callers.ts";
import { Call, CALLS, State, Stop } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { ParsedCall } from "./event_rows.ts";

/** Decodes plain lines with the kernel. */
export class CallDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #callers: Callers;
  readonly #state: KernelState<State>;
  readonly #calls: number;

  /** Sets up the state; `callers` numbers the callers of lines. */
  constructor(arena: Arena, kernel: Kernels, callers: Callers) {
    this.#arena = arena;
    this.#kernel = kernel;
    this.#callers = callers;
    this.#state = new KernelState(arena, State.Bytes);
    this.#calls = arena.alloc(CALLS * Call.Bytes);
    this.#state.set(State.Calls, this.#calls);
    this.#state.set(State.Callers, callers.table.pointer);
  }

  /**
   * Decodes plain lines from `at` on. For each it fills `into` and calls `take` with its mark. Returns where
   * the first other line begins.
   */
  decode(window: ByteWindow, at: number, into: ParsedCall, take: (mark: number) => void): number {
    const { pointer, end, base } = window;
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    this.#state.set(State.From, pointer);
    while (true) {
      const stop: Stop = this.#kernel.decode(this.#state.pointer);
      this.#callers.readNew();
      this.#take(base, into, take);
      if (stop === Stop.CallerRoom) this.#callers.table.makeRoom(this.#state.word(State.CallerBytes));
      else if (stop !== Stop.Full) return this.#state.word(State.Place) - pointer;
    }
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
    this.#arena.free(this.#calls);
  }

  #take(base: number, into: ParsedCall, take: (mark: number) => void): void {
    const { u32 } = this.#arena;
    const count = this.#state.word(State.Count);
    for (let each = 0, at = this.#calls >>> 2; each < count; each++, at += Call.Bytes >>> 2) {
      into.offset = base + u32[at + (Call.Offset >>> 2)]!;
      into.caller = u32[at + (Call.Caller >>> 2)]!;
      into.addrLow = u32[at + (Call.Addr >>> 2)]!;
      into.addrHigh = u32[at + (Call.Addr >>> 2) + 1]!;
      into.sizeLow = u32[at + (Call.Size >>> 2)]!;
      into.sizeHigh = u32[at + (Call.Size >>> 2) + 1]!;
      take(u32[at + (Call.Mark >>> 2)]!);
    }
  }
}
