/**
 * Native stacks as the file has them: a tree of return addresses, and the list of modules that holds at a time.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { firstWhere } from "../../base/first_where.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt } from "../format.ts";
import { type FrameNames, namedFrames } from "../named_frames.ts";
import { ArenaList } from "../arena_list.ts";
import { NativeStack } from "./decoder_layout.ts";
import { WordsList } from "../words_list.ts";

/** Frames per stack that are always kept. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
const NO_NAMES: FrameNames = { func: 0, file: 0, line: 0 };

/** A module where it was loaded. */
interface Module {
  readonly name: number;
  readonly base: bigint;
  /** End of its last segment. */
  readonly end: bigint;
}

/** A stretch of memory that a module lies in. */
interface Segment {
  readonly from: bigint;
  readonly to: bigint;
  readonly module: Module;
}

/** Addresses, modules, and stacks of them. */
export class NativeTree {
  readonly #sink: TraceSink;
  readonly #functionAt: FunctionAt | undefined;
  readonly #lows = new WordsList();
  readonly #highs = new WordsList();
  readonly #parents = new WordsList();
  /** Where the decoder of events sees them. */
  readonly #stacks: ArenaList;
  #generation = 1;
  #frames = new Map<bigint, readonly number[]>();
  #segments: Segment[] = [];
  #isSorted = true;
  #list = new Uint32Array(256);
  #budget = SPARE_FRAMES;
  /** Whether frames of a stack had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    this.#functionAt = functionAt;
    this.#stacks = new ArenaList(sink.arena, NativeStack.Bytes);
  }

  /** Where stacks are, `NativeStack` by number of their frames; elsewhere after `stack`. */
  get pointer(): number {
    return this.#stacks.pointer;
  }

  /** Number of these that there is room for. */
  get count(): number {
    return this.#stacks.length;
  }

  /** Native frames so far. */
  get frameCount(): number {
    return this.#lows.length;
  }

  /** Those of an earlier one are of other modules. */
  get generation(): number {
    return this.#generation;
  }

  /** Takes the next frame, numbered from 1: a return address, and the number of the frame that called. */
  add(low: number, high: number, parent: number): void {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#parents.push(parent <= this.#parents.length ? parent : 0);
  }

  /** A new list of modules begins: stacks are shown anew from here on. */
  beginModules(): void {
    this.#segments = [];
    this.#generation++;
    this.#frames = new Map();
  }

  /** A module by its name, with its segments: their places from its base on, and their sizes. */
  addModule(name: number, base: bigint, segments: readonly (readonly [from: bigint, size: bigint])[]): void {
    const end = segments.reduce((most, [from, size]) => from + size > most ? from + size : most, 0n);
    const module = { name, base, end: base + end };
    for (const [from, size] of segments) {
      this.#segments.push({ from: base + from, to: base + from + size, module });
    }
    this.#isSorted = false;
  }

  /** The stack of a frame by number; 0 where it has none. */
  stack(number: number): number {
    if (number === 0 || number > this.#lows.length) return 0;
    const stacks = this.#stacks;
    while (stacks.length <= number) stacks.add();
    if (stacks.word(number, NativeStack.Generation) === this.#generation) {
      return stacks.word(number, NativeStack.Stack);
    }
    this.#budget += FRAMES_PER_STACK;
    let depth = 0;
    for (let each = number; each > 0; each = this.#parents.words[each - 1]!) {
      if (depth >= FRAMES_PER_STACK && this.#budget <= depth) {
        this.cut = true;
        break;
      }
      const address = joinHalves(this.#lows.words[each - 1]!, this.#highs.words[each - 1]!);
      for (const frame of this.#framesAt(address)) {
        if (depth === this.#list.length) this.#list = grown(this.#list, 2 * depth);
        this.#list[depth++] = frame;
      }
    }
    this.#budget -= depth;
    const stack = this.#sink.stacks.stack(this.#list, 0, depth);
    stacks.set(number, NativeStack.Stack, stack);
    stacks.set(number, NativeStack.Generation, this.#generation);
    return stack;
  }

  /** Gives the memory back. */
  close(): void {
    this.#stacks.close();
  }

  /** Frames of an address: functions that were inlined there first. */
  #framesAt(address: bigint): readonly number[] {
    const known = this.#frames.get(address);
    if (known !== undefined) return known;
    // A return address may lie behind the last instruction of its function.
    const inside = address > 0n ? address - 1n : 0n;
    const module = this.#segmentAt(inside)?.module;
    const { strings, stacks } = this.#sink;
    const place = module &&
      this.#functionAt?.(strings.text(module.name), module.base, module.end, address, true);
    const offset = module ? inside - module.base : 0n;
    const frames = (place ? namedFrames(place, strings) : [NO_NAMES]).map((names) =>
      stacks.frame({
        addrLow: lowHalf(address),
        addrHigh: highHalf(address),
        hasAddr: true,
        ...names,
        module: module?.name ?? 0,
        offsetLow: lowHalf(offset),
        offsetHigh: highHalf(offset),
        hasOffset: module !== undefined,
      })
    );
    this.#frames.set(address, frames);
    return frames;
  }

  #segmentAt(address: bigint): Segment | undefined {
    const segments = this.#segments;
    if (!this.#isSorted) {
      segments.sort((left, right) => left.from < right.from ? -1 : left.from > right.from ? 1 : 0);
      this.#isSorted = true;
    }
    const found = segments[firstWhere(segments.length, (at) => segments[at]!.from > address) - 1];
    return found && address < found.to ? found : undefined;
  }
}
