/**
 * Reads lists of lists of numbers with a compiled loop; see plain.as.ts. Values that are not in llvm-cov's
 * usual form are left to the code that builds values.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { Arena } from "../../memory/arena.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { BulkReader } from "./bulk_reader.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./plain.wasm.ts";
import { END, LIST, skipBlanks } from "./plain_json.ts";
import { CELLS, NumberRow, State, Stop } from "./plain_layout.ts";

/** Number of rows per call of the kernel; they fit in the L1 cache. */
const ROWS = 256;

const kernelsOf = sharedKernels<Kernels>(WASM_BASE64);

/** Reads rows of numbers and booleans: `[[1,2,true],…]`. The bytes must be in the arena. */
export class NumberRows implements BulkReader {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  /** `CELLS` cells per row: shorter rows are filled with NaN, longer ones are truncated. */
  cells: Float64Array = new Float64Array(ROWS * CELLS);
  /** Number of rows. */
  count = 0;

  /** Allocates a little memory, which `close()` frees. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#kernel = kernelsOf(arena);
    this.#state = new KernelState(arena, State.Bytes + ROWS * NumberRow.Bytes);
    this.#state.set(State.Out, this.#state.pointer + State.Bytes);
    this.#state.set(State.Room, ROWS);
  }

  clear(): void {
    this.count = 0;
  }

  /** Reads a list of lists. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.count = 0;
    if (bytes[at] !== LIST) return 0;
    at = skipBlanks(bytes, at + 1, end);
    if (bytes[at] === END) return at + 1;
    const pointer = bytes.byteOffset;
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    let stop: Stop;
    do {
      stop = this.#kernel.rows(this.#state.pointer);
      if (stop === Stop.Other) return 0;
      this.#take();
    } while (stop === Stop.Full);
    return this.#state.word(State.Place) - pointer;
  }

  /** Returns whether every row has a number in these cells. */
  hasNumbers(...places: readonly number[]): boolean {
    const { cells } = this;
    const end = this.count * CELLS;
    return places.every((place) => {
      for (let at = place; at < end; at += CELLS) if (!(cells[at]! >= 0)) return false;
      return true;
    });
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
  }

  #take(): void {
    const count = this.#state.word(State.Count);
    const length = this.count * CELLS;
    this.count += count;
    const end = this.count * CELLS;
    if (end > this.cells.length) this.cells = growArray(this.cells, Math.max(end, 2 * this.cells.length));
    const from = (this.#state.pointer + State.Bytes) >>> 3;
    this.cells.set(this.#arena.f64.subarray(from, from + count * CELLS), length);
  }
}
