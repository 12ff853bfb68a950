/**
 * Lists of frames. Python's pickler writes a list that many entries share once, so that a list is a backtrace as soon as
 * an entry names it.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { grown } from "../../base/grown.ts";
import { AddressMap } from "../address_map.ts";
import { ArenaList } from "../arena_list.ts";
import { Backtrace } from "./event_layout.ts";
import { EMPTY_STACK, Frame, FRAMES_PER_STACK, List, State } from "./pickle_layout.ts";
import type { PickleState } from "./pickle_state.ts";

const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** Makes backtraces of lists. */
export class FrameLists {
  readonly #sink: TraceSink;
  readonly #state: PickleState;
  /** Backtraces by number, with the frames that they are shown as, for kernels. */
  readonly backtraces: ArenaList;
  /** Numbers of backtraces by their ids. */
  #numbers = new Uint32Array(1024);
  /** Ids of frames by function, file and line: without a memo the same frame comes again and again. */
  readonly #known = new AddressMap();
  #ids = new Uint32Array(FRAMES_PER_STACK);
  /** Files of frames of which no source is known. */
  readonly #unknown: ReadonlySet<number>;
  #budget = SPARE_FRAMES;
  /** Whether frames of a backtrace had to be left out. */
  cut = false;

  /** Number 0 is that nothing is known, and the next one that of no frames. */
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

  /** Puts a frame after the others of a list. */
  append(list: number, frame: number): void {
    const { lists, pool } = this.#state;
    // A list that is a backtrace already has what entries saw of it.
    if (lists.word(list, List.Stack) !== 0) return;
    const length = lists.word(list, List.Length);
    let used = this.#state.get(State.PoolLength);
    const start = lists.word(list, List.Start);
    this.#state.reservePool(used + length + 1);
    if (start + length !== used) {
      // Another list began in between: this one continues after it.
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
    // The list may be older than another one that may be used again.
    this.#state.set(State.Kept, this.#state.get(State.Kept) + 1);
    pool.set(used, 0, frame);
    this.#state.set(State.PoolLength, used + 1);
    lists.write(list, List.Length, length + 1);
  }

  /** The backtrace of a list, by its number. */
  stackOf(list: number): number {
    const { lists, kernel, pointer } = this.#state;
    if (lists.word(list, List.Stack) === 0) {
      lists.write(list, List.Stack, this.#intern(list));
      kernel.learnStack(pointer, list);
    }
    return lists.word(list, List.Stack);
  }

  #intern(list: number): number {
    const { lists, frames, pool } = this.#state;
    const start = lists.word(list, List.Start), length = lists.word(list, List.Length);
    if (length === 0) return EMPTY_STACK;
    if (this.#ids.length < length) this.#ids = new Uint32Array(2 * length);
    // Frames of the allocator and of the interpreter are around those of the program, and have no lines.
    let shown = pool.word(start, 0), found = false;
    for (let at = 0; at < length; at++) {
      const frame = pool.word(start + at, 0);
      if (!found && frames.word(frame, Frame.Line) > 0) {
        shown = frame;
        found = true;
      }
      this.#ids[at] = this.#idOf(frame);
    }
    // Nobody looks at the frames again.
    if (start + length === this.#state.get(State.PoolLength)) this.#state.set(State.PoolLength, start);
    return this.#numberOf(this.#sink.stacks.stack(this.#ids, 0, length), shown);
  }

  /** The number of a backtrace, which is shown as a frame. */
  #numberOf(stack: number, shown: number): number {
    if (stack >= this.#numbers.length) this.#numbers = grown(this.#numbers, 2 * stack);
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
        id = this.#sink.stacks.frame({ ...BARE_FRAME, func, file, line });
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
