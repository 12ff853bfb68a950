/**
 * Runs the compiled loop over program points in the form that valgrind writes; see plain.as.ts. Other points
 * are left to the reader.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { FRAMES, Point, POINTS, State } from "./plain_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./plain.wasm.ts";

/** A run of consecutive program points. */
export class PlainPoints {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #points: number;
  readonly #frames: number;
  /** Number of points in the last run. */
  count = 0;
  /** Total number of frames of all points. */
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

  /**
   * Reads comma-separated points from `bytes[at..end)`, which must be in the arena; returns where the last
   * one ends.
   */
  read(bytes: Uint8Array, at: number, end: number): number {
    const pointer = bytes.byteOffset;
    this.#state.set(State.Place, pointer + at);
    this.#state.set(State.End, pointer + end);
    this.#kernel.points(this.#state.pointer);
    this.count = this.#state.word(State.Count);
    this.frameCount = this.#state.word(State.FrameCount);
    return this.#state.word(State.Place) - pointer;
  }

  /** Returns a field of a point. */
  word(point: number, field: Point): number {
    return this.#arena.u32[(this.#points + point * Point.Bytes + field) >>> 2]!;
  }

  /** The figures of a point, two words for each. */
  figures(point: number, words: number): Uint32Array {
    const from = (this.#points + point * Point.Bytes) >>> 2;
    return this.#arena.u32.subarray(from, from + words);
  }

  /** The frame numbers of all points of the run. */
  get frames(): Uint32Array {
    return this.#arena.u32.subarray(this.#frames >>> 2, (this.#frames >>> 2) + this.frameCount);
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
    for (const each of [this.#points, this.#frames]) this.#arena.free(each);
  }
}
