/**
 * Runs the compiled loop over plain lines of lcov's text; see plain.as.ts. Other lines are left to the
 * reader.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { CoverageModel } from "./coverage_model.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./plain.wasm.ts";
import { CountedLine, LINES, Outcome, State, Stop } from "./plain_layout.ts";

/** Reads plain lines. */
export class PlainLines {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #lines: number;
  readonly #outcomes: number;
  /** Number of lines read by the last call. */
  count = 0;

  /** Compiles the kernel. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena);
    this.#state = new KernelState(arena, State.Bytes);
    this.#lines = arena.alloc(LINES * CountedLine.Bytes);
    this.#outcomes = arena.alloc(LINES * Outcome.Bytes);
    this.#state.set(State.Out, this.#lines);
    this.#state.set(State.Branches, this.#outcomes);
  }

  /**
   * Adds the plain lines of `bytes[at..end)`, which must be in the arena, to the model. Returns where the
   * first other line begins.
   */
  read(bytes: Uint8Array, at: number, end: number, model: CoverageModel): number {
    const pointer = bytes.byteOffset;
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    this.count = 0;
    let stop: Stop;
    do {
      stop = this.#kernel.lines(this.#state.pointer);
      this.#take(model);
    } while (stop === Stop.Full);
    return this.#state.word(State.Place) - pointer;
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
    for (const each of [this.#lines, this.#outcomes]) this.#arena.free(each);
  }

  #take(model: CoverageModel): void {
    const { u32 } = this.#arena;
    const count = this.#state.word(State.Count), outcomes = this.#state.word(State.BranchCount);
    this.count += count + outcomes;
    if (count > 0) model.counts(u32, this.#lines >>> 2, count);
    for (let each = 0, at = this.#outcomes >>> 2; each < outcomes; each++, at += Outcome.Bytes >>> 2) {
      model.numberedBranch(
        u32[at + (Outcome.Line >>> 2)]!,
        u32[at + (Outcome.Block >>> 2)]!,
        u32[at + (Outcome.Number >>> 2)]!,
        u32[at + (Outcome.Marks >>> 2)]!,
        u32[at + (Outcome.Low >>> 2)]!,
        u32[at + (Outcome.High >>> 2)]!,
      );
    }
  }
}
