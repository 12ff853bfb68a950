/**
 * Stores the samples of a profile while it is read; see samples.as.ts.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { SampleList } from "./sample_list.ts";
import { State, Stop } from "./samples_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./samples.wasm.ts";

/** The sample kernel, instantiated once per arena. */
export const kernelsOf: (arena: Arena) => Kernels = sharedKernels<Kernels>(WASM_BASE64);

/** Moves samples from a window into a list. */
export class SampleKeeper {
  readonly #list: SampleList;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;

  /** Sets up the kernel's state in the arena. */
  constructor(arena: Arena, list: SampleList) {
    this.#list = list;
    this.#kernel = kernelsOf(arena);
    this.#state = new KernelState(arena, State.Bytes);
  }

  /**
   * Moves the samples at the window's position into the list and returns why it stopped. Throws
   * `ReadingFullError`.
   */
  keep(window: ByteWindow): Stop {
    let stop = Stop.Kept;
    while (stop === Stop.Kept) {
      const piece = this.#list.last;
      const from = window.pointer + window.at;
      this.#state.set(State.Place, from);
      this.#state.set(State.End, window.pointer + window.end);
      this.#state.set(State.Kept, piece?.end ?? 0);
      this.#state.set(State.KeptEnd, piece?.roomEnd ?? 0);
      this.#state.set(State.Samples, this.#list.count);
      stop = this.#kernel.keep(this.#state.pointer);
      window.at += this.#state.word(State.Place) - from;
      this.#list.count = this.#state.word(State.Samples);
      if (piece !== undefined) piece.end = this.#state.word(State.Kept);
      // The complete sample is in the window, so its length is bounded.
      if (stop === Stop.Kept) this.#list.addPiece(this.#state.word(State.Need));
    }
    return stop;
  }

  /** Frees the kernel's state. */
  close(): void {
    this.#state.close();
  }
}
