/**
 * Keeps the samples of a profile while it is read; see samples.as.ts.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import type { SampleList } from "./sample_list.ts";
import { State, Stop } from "./samples_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./samples.wasm.ts";

/** The kernel of a memory. */
export const kernelsOf: (arena: Arena) => Kernels = sharedKernels<Kernels>(WASM_BASE64);

/** Moves samples from a window into a list. */
export class SampleKeeper {
  readonly #arena: Arena;
  readonly #list: SampleList;
  readonly #kernel: Kernels;
  readonly #state: number;

  /** Takes memory of the arena. */
  constructor(arena: Arena, list: SampleList) {
    this.#arena = arena;
    this.#list = list;
    this.#kernel = kernelsOf(arena);
    this.#state = arena.allocZeroed(State.Bytes);
  }

  /** Moves the samples at the place of the window, up to the next field that is none; says why it stopped. Throws `ReadingFullError`. */
  keep(window: ByteWindow): Stop {
    let stop = Stop.Kept;
    while (stop === Stop.Kept) {
      const piece = this.#list.last;
      const from = window.pointer + window.at;
      this.#set(State.Place, from);
      this.#set(State.End, window.pointer + window.end);
      this.#set(State.Kept, piece?.end ?? 0);
      this.#set(State.KeptEnd, piece?.roomEnd ?? 0);
      this.#set(State.Samples, this.#list.count);
      stop = this.#kernel.keep(this.#state);
      window.at += this.#get(State.Place) - from;
      this.#list.count = this.#get(State.Samples);
      if (piece !== undefined) piece.end = this.#get(State.Kept);
      // The bytes of the sample are in the window: it is no longer than these.
      if (stop === Stop.Kept) this.#list.addPiece(this.#get(State.Need));
    }
    return stop;
  }

  /** Gives the memory back. */
  close(): void {
    this.#arena.free(this.#state);
  }

  #get(field: State): number {
    return this.#arena.u32[(this.#state + field) >>> 2]!;
  }

  #set(field: State, value: number): void {
    this.#arena.u32[(this.#state + field) >>> 2] = value;
  }
}
