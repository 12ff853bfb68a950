/**
 * Names for the frames of backtraces, which are looked up in programs when a query first reads them. A
 * backtrace keeps its number: its frames, which were bare addresses, are replaced by frames with names.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import {
  type CodePlace,
  type FrameNames,
  type FunctionAt,
  nameFrame,
  nameFrames,
} from "../events/code_place.ts";
import type { FrameNaming, UnnamedFrames } from "../events/unnamed_frames.ts";
import type { StackNames } from "../events/stack_pool.ts";
import { ReadingFullError } from "../memory/arena.ts";
import type { Pools } from "./pools.ts";

/** The fields of a source position that rows show, taken from their backtraces. */
export enum PlaceField {
  Func = 0,
  File = 1,
  Line = 2,
  Module = 3,
}

const FIELD_COUNT = 4;
/** Stored in place of an offset: nothing has been looked up yet. */
export const NOT_LOOKED_UP = 1;

/** The frames at an address, with names, innermost first. */
interface NamedAddress {
  readonly frames: readonly number[];
  /** For each frame, whether it is hidden, that is, shown as the position only if all frames are hidden. */
  readonly isHidden: readonly boolean[];
}

/** Names of the backtraces of a trace, each looked up at most once. */
export class DeferredNames implements StackNames {
  readonly #pools: Pools;
  readonly #frames: UnnamedFrames;
  readonly #rules: FrameNaming;
  readonly #functionAt: FunctionAt;
  /** The backtraces with unnamed frames, in order of first appearance. */
  readonly #bare: readonly number[];
  /**
   * Where the shown values of a backtrace begin in `words`, by its id; 1 if it was not looked up, 0 for other
   * backtraces.
   */
  readonly starts: Uint32Array;
  /** Values that rows show, `PlaceField` after `PlaceField`, for each backtrace. */
  words: Uint32Array = new Uint32Array(64 * FIELD_COUNT);
  /** Number of backtraces whose shown values are known. */
  #known = 0;
  /** Where the frames of a backtrace begin in `list`, by its id; 0 if they were not looked up. */
  readonly #places: Uint32Array;
  list: Uint32Array = new Uint32Array(256);
  #end = 1;
  readonly #addresses = new Map<number, NamedAddress>();
  /** Number of frames that were looked up. */
  lookedUp = 0;
  /** Milliseconds that the lookups took. */
  milliseconds = 0;
  /** Called after queries that may have looked up names. */
  settle: (() => Promise<void>) | undefined;

  /** Names all backtraces that the pools contain now. */
  constructor(pools: Pools, frames: UnnamedFrames, rules: FrameNaming, functionAt: FunctionAt) {
    this.#pools = pools;
    this.#frames = frames;
    this.#rules = rules;
    this.#functionAt = functionAt;
    this.#bare = [...pools.stacks.held];
    const size = this.#bare.reduce((most, id) => Math.max(most, id), 0) + 1;
    this.starts = new Uint32Array(size);
    this.#places = new Uint32Array(size);
    for (const id of this.#bare) this.starts[id] = NOT_LOOKED_UP;
    pools.stacks.nameBy(this);
  }

  /** Number of frames that can be looked up. */
  get frameCount(): number {
    return this.#frames.size;
  }

  /**
   * Whether the shown values of all backtraces are known; that may require fewer names than those of all
   * frames.
   */
  get isWhole(): boolean {
    return this.#known === this.#bare.length;
  }

  names(stack: number): boolean {
    return (this.starts[stack] ?? 0) !== 0;
  }

  /** Looks up the shown values of all backtraces; yields after each. */
  *lookUpAll(): Generator<void> {
    if (this.isWhole) return;
    for (const id of this.#bare) {
      if (this.starts[id] !== NOT_LOOKED_UP) continue;
      this.lookUp(id);
      yield;
    }
  }

  /** Looks up the shown values of all backtraces without a pause. */
  finish(): void {
    for (const _ of this.lookUpAll());
  }

  /** Looks up all frames of all backtraces without a pause. */
  finishFrames(): void {
    for (const id of this.#bare) this.placeOf(id);
  }

  /** Ids of all frames with names, ascending. */
  get namedFrames(): number[] {
    const frames = new Set<number>();
    for (const id of this.#bare) {
      const at = this.placeOf(id), depth = this.list[at]!;
      for (let level = 1; level <= depth; level++) frames.add(this.list[at + level]!);
    }
    return [...frames].sort((left, right) => left - right);
  }

  /** Whether no backtrace has this value. Looks up backtraces until one is found that does. */
  isEmpty(what: PlaceField): boolean {
    const shows = (id: number): boolean => this.shown(id, what) !== 0;
    return !this.#bare.some((id) => this.starts[id] !== NOT_LOOKED_UP && shows(id)) &&
      !this.#bare.some(shows);
  }

  /** Returns a shown value of a backtrace; 0 if there is none. */
  shown(stack: number, what: PlaceField): number {
    const known = this.starts[stack]!;
    return this.words[(known > NOT_LOOKED_UP ? known : this.lookUp(stack)) + what]!;
  }

  placeOf(stack: number): number {
    const known = this.#places[stack]!;
    if (known !== 0) return known;
    return this.#timed(() => {
      const { stacks } = this.#pools;
      const depth = stacks.bareDepth(stack);
      const frames: number[] = [];
      for (let level = 0; level < depth; level++) {
        frames.push(...this.#framesAt(stacks.bareFrameAt(stack, level)).frames);
      }
      const at = this.#end;
      this.#end += 1 + frames.length;
      if (this.#end > this.list.length) {
        this.list = growArray(this.list, Math.max(this.#end, 2 * this.list.length));
      }
      this.list[at] = frames.length;
      this.list.set(frames, at + 1);
      return this.#places[stack] = at;
    });
  }

  *frames(stack: number): Generator<number> {
    const { stacks } = this.#pools;
    const depth = stacks.bareDepth(stack);
    for (let level = 0; level < depth; level++) {
      yield* this.#framesAt(stacks.bareFrameAt(stack, level)).frames;
    }
  }

  /**
   * Looks up frames, from the innermost one on, until one of them is the position of the event; returns where
   * the values begin in `words`.
   */
  lookUp(stack: number): number {
    return this.#timed(() => {
      const { stacks } = this.#pools;
      const depth = stacks.bareDepth(stack);
      let shown = 0, first = 0;
      for (let level = 0; level < depth && shown === 0; level++) {
        const { frames, isHidden } = this.#framesAt(stacks.bareFrameAt(stack, level));
        first ||= frames[0]!;
        shown = frames.find((_, at) => !isHidden[at]) ?? 0;
      }
      const { func, file, line, module } = stacks.describeFrame(shown || first);
      const at = FIELD_COUNT * ++this.#known;
      if (at + FIELD_COUNT > this.words.length) this.words = growArray(this.words, 2 * this.words.length);
      this.words.set([func, file, line, module], at);
      return this.starts[stack] = at;
    });
  }

  #timed(look: () => number): number {
    const start = performance.now();
    const found = look();
    this.milliseconds += performance.now() - start;
    return found;
  }

  #framesAt(frame: number): NamedAddress {
    let known = this.#addresses.get(frame);
    if (known === undefined) this.#addresses.set(frame, known = this.#nameFrame(frame));
    return known;
  }

  #nameFrame(frame: number): NamedAddress {
    const { stacks, strings } = this.#pools;
    const { hides, inlinedHaveNoOffset } = this.#rules;
    const bare = stacks.describeFrame(frame);
    const isHidden = (func: number): boolean =>
      hides !== undefined && hides(strings.text(func), strings.text(bare.module));
    const place = this.#frames.lookUp(frame, this.#functionAt);
    if (place === null) return { frames: [frame], isHidden: [isHidden(bare.func)] };
    this.lookedUp++;
    const names = this.#namesAt(place, bare);
    const variant = this.#frames.spellingOf(frame);
    return {
      frames: names.map((each, at) => {
        const hasNone = inlinedHaveNoOffset === true && at < names.length - 1;
        const offset = hasNone ? { offsetLow: 0, offsetHigh: 0, hasOffset: false } : {};
        return withRoom(() => stacks.frame({ ...bare, ...offset, ...each, variant }));
      }),
      isHidden: names.map((each) => isHidden(each.func)),
    };
  }

  /**
   * Returns the names of the frames at an address, innermost first; those that the frame already has if
   * nothing is known about the address.
   */
  #namesAt(place: CodePlace | undefined, { func, file, line }: FrameNames): readonly FrameNames[] {
    if (place === undefined) return [{ func, file, line }];
    const { strings } = this.#pools;
    return this.#rules.staysOne ? [nameFrame(place, { file, line }, strings)] : nameFrames(place, strings);
  }
}

/**
 * Runs a function with more room: backtraces may take more memory than while the trace was read, where the
 * budget limits them.
 */
function withRoom(intern: () => number): number {
  while (true) {
    try {
      return intern();
    } catch (error) {
      if (!(error instanceof ReadingFullError)) throw error;
    }
  }
}
