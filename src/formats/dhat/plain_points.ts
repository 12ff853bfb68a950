/**
 * The compiled loop over program points as valgrind writes them; see plain.as.ts. It leaves all others to the reader.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { FRAMES, Point, POINTS, State } from "./plain_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./plain.wasm.ts";

/** Points that follow each other. */
export class PlainPoints {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #points: number;
  readonly #frames: number;
  /** How many were read last. */
  count = 0;
  /** Frames of all of them. */
  frameCount = 0;

  /** Compiles the kernel. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena);
    this.#state = new KernelState(arena, State.Bytes);
    this.#points = arena.alloc(POINTS * Point.Bytes);
    this.#frames = arena.alloc(4 * FRAMES);
    this.#state.set(State.Points, this.#points);
    this.#state.set(State.Frames, this.#frames);
  }

  /** Reads points of `bytes[at..end)`, which are of the arena, with commas between them; where the last one ends. */
  read(bytes: Uint8Array, at: number, end: number): number {
    const pointer = bytes.byteOffset;
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    this.#kernel.points(this.#state.pointer);
    this.count = this.#state.word(State.Count);
    this.frameCount = this.#state.word(State.FrameCount);
    return this.#state.word(State.Place) - pointer;
  }

  /** A word of a point. */
  word(point: number, field: Point): number {
    return this.#arena.u32[(this.#points + point * Point.Bytes + field) >>> 2]!;
  }

  /** The figures of a point, two words for each. */
  figures(point: number, words: number): Uint32Array {
    const from = (this.#points + point * Point.Bytes) >>> 2;
    return this.#arena.u32.subarray(from, from + words);
  }

  /** Frame numbers of all points. */
  get frames(): Uint32Array {
    return this.#arena.u32.subarray(this.#frames >>> 2, (this.#frames >>> 2) + this.frameCount);
  }

  /** Gives the memory back. */
  close(): void {
    this.#state.close();
    for (const each of [this.#points, this.#frames]) this.#arena.free(each);
  }
}
