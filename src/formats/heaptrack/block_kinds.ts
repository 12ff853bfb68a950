/**
 * Kinds of blocks, each a size with a backtrace. New kinds are collected, so their stacks can be looked up or
 * added in bulk.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { KernelState } from "../../memory/kernel_state.ts";
import { ArenaList } from "../arena_list.ts";
import { Kind, KINDS_AT_ONCE, State } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";

/** Initial capacity for frames of backtraces. */
const FIRST_FRAMES = 1 << 16;

/** Keeps the kinds in lists that the kernel can access. */
export class BlockKinds {
  readonly #sink: TraceSink;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  /** The kernel keeps the length of this list. */
  readonly #kinds: ArenaList;
  readonly #frames: ArenaList;
  readonly #depths: ArenaList;
  readonly #ids: ArenaList;

  /** Creates empty lists. */
  constructor(sink: TraceSink, kernel: Kernels, state: KernelState<State>) {
    const { arena } = sink;
    this.#sink = sink;
    this.#kernel = kernel;
    this.#state = state;
    this.#kinds = new ArenaList(arena, Kind.Bytes);
    this.#kinds.add();
    this.#frames = new ArenaList(arena, 4);
    this.#frames.reserve(FIRST_FRAMES);
    this.#depths = new ArenaList(arena, 4);
    this.#depths.reserve(KINDS_AT_ONCE);
    this.#ids = new ArenaList(arena, 4);
    this.#ids.reserve(KINDS_AT_ONCE);
    state.set(State.Depths, this.#depths.pointer);
    state.set(State.Ids, this.#ids.pointer);
    this.#lend();
  }

  /** Number of kinds. */
  get count(): number {
    return this.#state.word(State.KindCount);
  }

  /** Adds a kind that the kernel did not take; its backtrace must exist or be 0. */
  add(sizeLow: number, sizeHigh: number, backtrace: number): void {
    this.makeRoom();
    this.#kernel.addKind(this.#state.pointer, joinHalves(sizeLow, sizeHigh), backtrace);
  }

  /** Makes room for one more kind. Throws `ReadingFullError`. */
  makeRoom(): void {
    const { count } = this;
    if (count - this.#state.word(State.Placed) === KINDS_AT_ONCE) this.place();
    if (count + 1 < this.#kinds.room) return;
    this.#kinds.length = count + 1;
    this.#kinds.reserve(count + 2);
    this.#lend();
  }

  /**
   * Looks up the stacks of new kinds. If it throws, the next call continues where it stopped. Throws
   * `ReadingFullError`.
   */
  place(): void {
    const state = this.#state;
    while (state.word(State.Placed) < this.count) {
      if (state.word(State.Listed) === state.word(State.Placed)) this.#list();
      const lists = state.word(State.Lists);
      const { arena, stacks } = this.#sink;
      const wordsOf = ({ pointer }: ArenaList, length: number): Uint32Array =>
        arena.u32.subarray(pointer >>> 2, (pointer >>> 2) + length);
      const frames = wordsOf(this.#frames, state.word(State.ListFrames));
      stacks.stackAll(frames, wordsOf(this.#depths, lists), wordsOf(this.#ids, lists));
      this.#kernel.placeKinds(state.pointer);
    }
  }

  /** Frees the memory. */
  close(): void {
    for (const each of [this.#kinds, this.#frames, this.#depths, this.#ids]) each.close();
  }

  /** Lists the backtraces of at least one new kind. */
  #list(): void {
    const state = this.#state;
    const before = state.word(State.Listed);
    while (true) {
      this.#kernel.listKinds(state.pointer);
      if (state.word(State.Listed) > before) return;
      this.#frames.reserve(this.#frames.room + 1);
      this.#lend();
    }
  }

  /** Gives the kernel the current pointers of lists that may have moved. */
  #lend(): void {
    this.#state.set(State.Kinds, this.#kinds.pointer);
    this.#state.set(State.KindRoom, this.#kinds.room);
    this.#state.set(State.List, this.#frames.pointer);
    this.#state.set(State.ListRoom, this.#frames.room);
  }
}
