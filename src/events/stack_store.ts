/**
 * Stores every distinct backtrace of a session once, under a number, as long as it is used. Millions of
 * events share few stacks and even fewer frames.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";
import { FRAME_FIELDS, FrameIndex } from "./frame_index.ts";
import { StackEntry, StackStoreState } from "./stack_layout.ts";
import { LISTS_PER_BATCH, StackMemory } from "./stack_memory.ts";

/** The fields of a frame; texts are string codes, 0 = unknown. */
export interface Frame {
  /** Low half of the code address. */
  addrLow: number;
  /** High half of the code address. */
  addrHigh: number;
  /** False if the format gave no address. */
  hasAddr: boolean;
  /** String id of the function name. */
  func: number;
  /** Program or library. */
  module: number;
  /** String id of the source file. */
  file: number;
  /** Source line, 0 = unknown. */
  line: number;
  /** Low half of the offset in the function or module, whichever the format defines. */
  offsetLow: number;
  /** High half of that offset. */
  offsetHigh: number;
  /** False if there is no offset. */
  hasOffset: boolean;
  /** Distinguishes frames that are equal except for their spelling in the file; 0 by default. */
  variant?: number;
}

/** A frame without any fields, to which readers add those of their format. */
export const EMPTY_FRAME: Readonly<Frame> = {
  addrLow: 0,
  addrHigh: 0,
  hasAddr: false,
  func: 0,
  module: 0,
  file: 0,
  line: 0,
  offsetLow: 0,
  offsetHigh: 0,
  hasOffset: false,
};

/** Variants are in the bits above the two flags. */
const VARIANT_SHIFT = 2;

/** Supplies frames for backtraces that were interned without names. */
export interface StackNames {
  /** Returns whether it supplies the frames of a backtrace. */
  names(stack: number): boolean;
  /**
   * Returns where the frames of a backtrace begin in `list`, after their number; the frames may be looked up by this call.
   */
  placeOf(stack: number): number;
  /** Yields the frames of a backtrace, innermost first; looks up only the frames that are read. */
  frames(stack: number): Iterable<number>;
  /** Lists of frames, each preceded by its length. */
  readonly list: Uint32Array;
}

/** Backtraces may always take this many bytes, however small the budget is. */
const LEAST_STACKS = 1 << 26;
/** Lists with more frames are copied through a view. */
const MANY_FRAMES = 64;

/** Frames and stacks by number; 0 is "none". A stack lists its frames innermost first. */
export class StackStore {
  #frames = new Int32Array(FRAME_FIELDS * 256);
  /** The fields of the frame that is being looked for. */
  readonly #fields = new Int32Array(FRAME_FIELDS);
  #frameCount = 1;
  readonly #frameIndex = new FrameIndex();
  #frameHolders = new Uint32Array(256);
  readonly #freeFrames: number[] = [];
  /** The suppliers of names for backtraces. */
  readonly #names: StackNames[] = [];
  /** The stacks, in a memory created for the first of them. */
  #stacks: StackMemory | undefined;
  /** Maximum bytes of all backtraces together; the columns may take the same amount. */
  #most = Math.max(LEAST_STACKS, dataSettings().budget);

  /** The largest stack id ever assigned, plus one. */
  get size(): number {
    return this.#stacks?.get(StackStoreState.Count) ?? 1;
  }

  /** Number of stacks and frames that have owners. */
  get inUse(): number {
    return (this.#stacks?.get(StackStoreState.InUse) ?? 0) + this.#frameIndex.size;
  }

  /** Whether the pool has a stack of this id. */
  has(id: number): boolean {
    return this.#stacks !== undefined && this.#stacks.entry(id, StackEntry.Holders) > 0;
  }

  /** Bytes of memory used by the store. */
  get byteLength(): number {
    return this.#frames.byteLength + this.#frameIndex.byteLength + (this.#stacks?.byteLength ?? 0);
  }

  /**
   * Returns the id of a frame. Readers call this once per distinct frame of their file, not once per event.
   */
  frame(frame: Readonly<Frame>): number {
    const flags = (frame.hasAddr ? 1 : 0) | (frame.hasOffset ? 2 : 0) |
      ((frame.variant ?? 0) << VARIANT_SHIFT);
    const fields = this.#fields;
    fields[0] = frame.addrLow;
    fields[1] = frame.addrHigh;
    fields[2] = flags;
    fields[3] = frame.func;
    fields[4] = frame.module;
    fields[5] = frame.file;
    fields[6] = frame.line;
    fields[7] = frame.offsetLow;
    fields[8] = frame.offsetHigh;
    const known = this.#frameIndex.find(this.#frames, fields);
    if (known !== 0) return known;
    if (this.#freeFrames.length === 0 && (this.#frameCount + 1) * FRAME_FIELDS > this.#frames.length) {
      this.#need(this.#frames.byteLength);
      this.#frames = growArray(this.#frames, this.#frames.length * 2);
      this.#frameHolders = growArray(this.#frameHolders, this.#frames.length / FRAME_FIELDS);
    }
    const id = this.#freeFrames.pop() ?? this.#frameCount++;
    for (let field = 0, at = id * FRAME_FIELDS; field < FRAME_FIELDS; field++) {
      this.#frames[at++] = fields[field]!;
    }
    this.#frameIndex.add(id);
    return id;
  }

  /** The fields of a frame. */
  describeFrame(id: number): Frame {
    const at = id * FRAME_FIELDS;
    const flags = this.#frames[at + 2]!;
    return {
      addrLow: this.#frames[at]! >>> 0,
      addrHigh: this.#frames[at + 1]! >>> 0,
      hasAddr: (flags & 1) !== 0,
      func: this.#frames[at + 3]!,
      module: this.#frames[at + 4]!,
      file: this.#frames[at + 5]!,
      line: this.#frames[at + 6]! >>> 0,
      offsetLow: this.#frames[at + 7]! >>> 0,
      offsetHigh: this.#frames[at + 8]! >>> 0,
      hasOffset: (flags & 2) !== 0,
      variant: flags >>> VARIANT_SHIFT,
    };
  }

  /**
   * Returns the id of the stack `frames[start..start+depth)`, innermost frame first; an empty stack has the
   * id 0.
   */
  stack(frames: Uint32Array, start: number, depth: number): number {
    if (depth === 0) return 0;
    const stacks = this.#stacks ??= this.#newMemory();
    const lists = stacks.listsFor(depth);
    const { u32 } = stacks;
    // Creating a view costs more than copying a few dozen frames.
    if (depth > MANY_FRAMES) u32.set(frames.subarray(start, start + depth), lists);
    else for (let at = 0; at < depth; at++) u32[lists + at] = frames[start + at]!;
    u32[stacks.depths] = depth;
    stacks.intern(1);
    return stacks.u32[stacks.ids]!;
  }

  /** Interns consecutive stacks in `frames`, given their depths, and writes their ids to `ids`. */
  stackAll(frames: Uint32Array, depths: Uint32Array, ids: Uint32Array): void {
    const stacks = this.#stacks ??= this.#newMemory();
    for (let from = 0, start = 0; from < depths.length; from += LISTS_PER_BATCH) {
      const some = depths.subarray(from, from + LISTS_PER_BATCH);
      let length = 0;
      for (let at = 0; at < some.length; at++) length += some[at]!;
      const lists = stacks.listsFor(length);
      stacks.u32.set(frames.subarray(start, start + length), lists);
      stacks.u32.set(some, stacks.depths);
      stacks.intern(some.length);
      ids.set(stacks.u32.subarray(stacks.ids, stacks.ids + some.length), from);
      start += length;
    }
  }

  /** Lets backtraces have frames other than those with which they were interned. */
  addNames(names: StackNames): void {
    this.#names.push(names);
  }

  /** Undoes `addNames`. */
  removeNames(names: StackNames): void {
    const at = this.#names.indexOf(names);
    if (at >= 0) this.#names.splice(at, 1);
  }

  #namesOf(id: number): StackNames | undefined {
    for (const each of this.#names) if (each.names(id)) return each;
    return undefined;
  }

  /** Number of frames of a stack. */
  depth(id: number): number {
    const names = this.#namesOf(id);
    if (!names) return this.bareDepth(id);
    const at = names.placeOf(id);
    return names.list[at]!;
  }

  /** Yields the frames of a stack, innermost first; looks up only the names of frames that are read. */
  *frames(id: number): Generator<number> {
    const names = this.#namesOf(id);
    if (names) return yield* names.frames(id);
    const depth = this.bareDepth(id);
    for (let level = 0; level < depth; level++) yield this.bareFrameAt(id, level);
  }

  /** Number of frames that a stack was interned with. */
  bareDepth(id: number): number {
    return this.has(id) ? this.#stacks!.entry(id, StackEntry.Depth) : 0;
  }

  /** Frame id at `level` of a stack; level 0 is the innermost frame. */
  frameAt(id: number, level: number): number {
    const names = this.#namesOf(id);
    if (!names) return this.bareFrameAt(id, level);
    const at = names.placeOf(id);
    return names.list[at + 1 + level]!;
  }

  /** Frame id at `level` of a stack as it was interned. */
  bareFrameAt(id: number, level: number): number {
    const { u16, u32 } = this.#stacks!;
    const place = this.#stacks!.entry(id, StackEntry.Place);
    return (place & 1) === 0 ? u16[2 * place + level]! : u32[place - 1 + level]!;
  }

  /** Copies the frames that a stack was interned with into `to` at an offset; returns the offset after them. */
  copyBareFrames(id: number, to: Uint32Array | Uint16Array, at: number): number {
    const depth = this.bareDepth(id);
    if (depth === 0) return at;
    const { u16, u32 } = this.#stacks!;
    const place = this.#stacks!.entry(id, StackEntry.Place);
    const isWide = (place & 1) !== 0;
    const list = isWide ? u32 : u16, from = isWide ? place - 1 : 2 * place;
    for (let level = 0; level < depth; level++) to[at + level] = list[from + level]!;
    return at + depth;
  }

  /** Adds an owner to a frame. */
  holdFrame(id: number): void {
    this.#frameHolders[id]!++;
  }

  /** Removes an owner from a frame. */
  releaseFrame(id: number): void {
    if (--this.#frameHolders[id]! > 0) return;
    this.#frameIndex.delete(this.#frames, id);
    this.#freeFrames.push(id);
  }

  /** Adds an owner to a stack. */
  hold(id: number): void {
    this.#stacks!.hold(id);
  }

  /**
   * Removes an owner from each of these stacks. A stack without owners is dropped, and its id may be reused.
   */
  releaseAll(ids: readonly number[]): void {
    this.#stacks?.releaseAll(ids);
  }

  #newMemory(): StackMemory {
    return new StackMemory((more) => this.#need(more));
  }

  /**
   * Throws `ReadingFullError` if this many more bytes exceed the limit for backtraces; everything that was
   * read remains usable.
   */
  #need(more: number): void {
    const wanted = this.byteLength + more;
    if (wanted <= this.#most) return;
    this.#most = wanted;
    throw new ReadingFullError("the backtraces of the traces", wanted);
  }
}
