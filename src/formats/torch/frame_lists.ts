/**
 * Lists of frames. Python's pickler writes a shared list only once, so a list is turned into a backtrace as
 * soon as an entry refers to it.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { EMPTY_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { growArray } from "../../base/grow_array.ts";
import { AddressMap } from "../address_map.ts";
import { ArenaList } from "../arena_list.ts";
import { Backtrace } from "./event_layout.ts";
import { EMPTY_STACK, Frame, FRAMES_PER_STACK, List, State } from "./pickle_layout.ts";
import type { PickleState } from "./pickle_state.ts";

const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** Builds backtraces from frame lists. */
export class FrameLists {
  readonly #sink: TraceSink;
  readonly #state: PickleState;
  /** Backtraces by number, each with the frame shown for it, in memory shared with kernels. */
  readonly backtraces: ArenaList;
  /** Backtrace numbers, by stack id. */
  #numbers = new Uint32Array(1024);
  /** Frame ids, by function, file and line: a pickle without a memo contains equal frames again and again. */
  readonly #known = new AddressMap();
  #ids = new Uint32Array(FRAMES_PER_STACK);
  /** File names that mean that the source is unknown. */
  readonly #unknown: ReadonlySet<number>;
  #budget = SPARE_FRAMES;
  /** Whether frames of any backtrace were left out. */
  cut = false;

  /** Adds the two fixed backtraces: number 0 for "unknown", and the empty one. */
  constructor(sink: TraceSink, state: PickleState) {
    this.#sink = sink;
    this.#state = state;
    this.backtraces = new ArenaList(sink.arena, Backtrace.Bytes);
    while (this.backtraces.length <= EMPTY_STACK) this.backtraces.add();
    this.#unknown = new Set([...["??", "none"].map((name) => sink.strings.internText(name))]);
  }

  /** Frees the memory. */
  close(): void {
    this.backtraces.close();
  }

  /** Appends a frame to a list. */
  append(list: number, frame: number): void {
    const { lists, pool } = this.#state;
    // A list that was turned into a backtrace must not change, because entries refer to the backtrace.
    if (lists.word(list, List.Stack) !== 0) return;
    const length = lists.word(list, List.Length);
    let used = this.#state.get(State.PoolLength);
    const start = lists.word(list, List.Start);
    this.#state.reservePool(used + length + 1);
    if (start + length !== used) {
      // Another list was written after this one, so move this one to the end.
      for (let at = 0; at < length; at++) pool.set(used + at, 0, pool.word(start + at, 0));
      lists.write(list, List.Start, used);
      used += length;
      this.#state.set(State.PoolLength, used);
    }
    if (length >= FRAMES_PER_STACK) {
      if (this.#budget === 0) {
        this.cut = true;
        return;
      }
      this.#budget--;
    }
    // Prevents the reuse of lists that were begun later, because this list may be older than they are.
    this.#state.set(State.Kept, this.#state.get(State.Kept) + 1);
    pool.set(used, 0, frame);
    this.#state.set(State.PoolLength, used + 1);
    lists.write(list, List.Length, length + 1);
  }

  /** The backtrace number of a list. */
  stackOf(list: number): number {
    const { lists, kernel, pointer } = this.#state;
    if (lists.word(list, List.Stack) === 0) {
      lists.write(list, List.Stack, this.#intern(list));
      kernel.cacheStack(pointer, list);
    }
    return lists.word(list, List.Stack);
  }

  #intern(list: number): number {
    const { lists, frames, pool } = this.#state;
    const start = lists.word(list, List.Start), length = lists.word(list, List.Length);
    if (length === 0) return EMPTY_STACK;
    if (this.#ids.length < length) this.#ids = new Uint32Array(2 * length);
    // Frames of the allocator and the interpreter surround those of the program, and have no line numbers.
    let shown = pool.word(start, 0), found = false;
    for (let at = 0; at < length; at++) {
      const frame = pool.word(start + at, 0);
      if (!found && frames.word(frame, Frame.Line) > 0) {
        shown = frame;
        found = true;
      }
      this.#ids[at] = this.#idOf(frame);
    }
    // The frames are no longer needed.
    if (start + length === this.#state.get(State.PoolLength)) this.#state.set(State.PoolLength, start);
    return this.#numberOf(this.#sink.stacks.stack(this.#ids, 0, length), shown);
  }

  /** The number of a backtrace; `shown` is the frame to display for it. */
  #numberOf(stack: number, shown: number): number {
    if (stack >= this.#numbers.length) this.#numbers = growArray(this.#numbers, 2 * stack);
    if (this.#numbers[stack] === 0) {
      const { frames } = this.#state;
      const number = this.#numbers[stack] = this.backtraces.add();
      this.backtraces.set(number, Backtrace.Stack, stack);
      this.backtraces.set(number, Backtrace.Func, frames.word(shown, Frame.Name));
      this.backtraces.set(number, Backtrace.File, this.#fileOf(shown));
      this.backtraces.set(number, Backtrace.Line, frames.word(shown, Frame.Line));
    }
    return this.#numbers[stack]!;
  }

  #idOf(frame: number): number {
    const { frames } = this.#state;
    if (frames.word(frame, Frame.Id) === 0) {
      const func = frames.word(frame, Frame.Name);
      const file = this.#fileOf(frame);
      const line = frames.word(frame, Frame.Line);
      let id = this.#known.get(func, file, line);
      if (id < 0) {
        id = this.#sink.stacks.frame({ ...EMPTY_FRAME, func, file, line });
        this.#known.set(func, file, line, id);
      }
      frames.write(frame, Frame.Id, id + 1);
    }
    return frames.word(frame, Frame.Id) - 1;
  }

  #fileOf(frame: number): number {
    const file = this.#state.frames.word(frame, Frame.File);
    return this.#unknown.has(file) ? 0 : file;
  }
}
