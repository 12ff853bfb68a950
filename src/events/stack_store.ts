/**
 * Every distinct backtrace of a session once, by number, as long as it is used. Millions of events share few stacks
 * and fewer frames.
 * @module
 */

import { grown } from "../base/grown.ts";
import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

/** What is known about one frame; text fields are codes of the string pool, 0 = unknown. */
export interface Frame {
  /** Low half of the code address. */
  addrLow: number;
  /** High half of the code address. */
  addrHigh: number;
  /** False when the format gave no address. */
  hasAddr: boolean;
  /** Function name. */
  func: number;
  /** Program or library. */
  module: number;
  /** Source file. */
  file: number;
  /** Source line, 0 = unknown. */
  line: number;
  /** Low half of the offset in function or module, as the format says. */
  offsetLow: number;
  /** High half of that offset. */
  offsetHigh: number;
  /** False when there is no offset. */
  hasOffset: boolean;
  /** Tells frames apart that a file spells in different ways and that are the same otherwise; 0 when absent. */
  variant?: number;
}

/** A frame of which nothing is known: readers add what their format says. */
export const BARE_FRAME: Readonly<Frame> = {
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

const FIELDS = 9;
/** Variants stand in the bits above the two flags. */
const VARIANT_SHIFT = 2;

/** Frames in the first piece of lists, which grows up to the size of the others, in a power of two. */
const FIRST_PIECE = 1 << 12;
const PIECE_SHIFT = 20;
const PIECE = 1 << PIECE_SHIFT;

/** Bytes of a stack beside its list: where it is, its depth, hash and holders. */
const BYTES_OF_STACK = 16;
/** Backtraces may take as much as this, however small the budget is. */
const LEAST_STACKS = 1 << 26;

/** Frames and stacks by number; 0 is "none". A stack lists its frames innermost first. */
export class StackStore {
  #frames = new Int32Array(FIELDS * 256);
  #frameCount = 1;
  #frameIndex = new Map<string, number>();
  /** The lists, in pieces: one that is full is never copied. A list is in one piece, the last of which has room. */
  #pieces: Uint32Array[] = [new Uint32Array(FIRST_PIECE)];
  /** Where the next list begins, as `#starts` has it: the number of the piece, and the place in it. */
  #next = 0;
  /** Entries of lists, those without references too. */
  #listsUsed = 0;
  #starts = new Uint32Array(1 << 8);
  #hashes = new Uint32Array(1 << 8);
  #slots = new Uint32Array(1 << 9);
  #count = 1;
  #inUse = 0;
  /** Entries of lists without references. */
  #wasted = 0;
  #depths = new Uint32Array(1 << 8);
  #holders = new Uint32Array(1 << 8);
  #frameHolders = new Uint32Array(256);
  /** What all backtraces together may take: as much as the columns. */
  #most = Math.max(LEAST_STACKS, dataSettings().budget);
  readonly #freeStacks: number[] = [];
  readonly #freeFrames: number[] = [];

  /** One more than the largest id of a stack that was ever given out. */
  get size(): number {
    return this.#count;
  }

  /** Stacks and frames with references. */
  get inUse(): number {
    return this.#inUse + this.#frameIndex.size;
  }

  /** Whether a stack of this id is in the pool. */
  has(id: number): boolean {
    return this.#holders[id]! > 0;
  }

  /** Bytes of memory behind the store. */
  get byteLength(): number {
    let lists = 0;
    for (const { byteLength } of this.#pieces) lists += byteLength;
    return this.#frames.byteLength + lists + this.#starts.byteLength +
      this.#hashes.byteLength + this.#depths.byteLength + this.#holders.byteLength +
      this.#slots.byteLength + this.#frameIndex.size * 120;
  }

  /** The id of a frame. Readers call this once per distinct frame of their file, not once per event. */
  frame(frame: Readonly<Frame>): number {
    const flags = (frame.hasAddr ? 1 : 0) | (frame.hasOffset ? 2 : 0) |
      ((frame.variant ?? 0) << VARIANT_SHIFT);
    const fields = [
      frame.addrLow | 0,
      frame.addrHigh | 0,
      flags,
      frame.func,
      frame.module,
      frame.file,
      frame.line | 0,
      frame.offsetLow | 0,
      frame.offsetHigh | 0,
    ];
    const key = fields.join();
    const known = this.#frameIndex.get(key);
    if (known !== undefined) return known;
    if (this.#freeFrames.length === 0 && (this.#frameCount + 1) * FIELDS > this.#frames.length) {
      this.#need(this.#frames.byteLength);
      this.#frames = grown(this.#frames, this.#frames.length * 2);
      this.#frameHolders = grown(this.#frameHolders, this.#frames.length / FIELDS);
    }
    const id = this.#freeFrames.pop() ?? this.#frameCount++;
    this.#frames.set(fields, id * FIELDS);
    this.#frameIndex.set(key, id);
    return id;
  }

  /** What is known about a frame. */
  describeFrame(id: number): Frame {
    const at = id * FIELDS;
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

  /** The id of the stack `frames[start..start+depth)`, innermost frame first; an empty one is "none". */
  stack(frames: Uint32Array, start: number, depth: number): number {
    if (depth === 0) return 0;
    const hash = hashOf(frames, start, depth);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let id = this.#slots[slot]!; id !== 0; id = this.#slots[slot]!) {
      if (this.#hashes[id] === hash && this.#same(id, frames, start, depth)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(frames, start, depth, hash, slot);
  }

  /** Number of frames of a stack. */
  depth(id: number): number {
    return this.has(id) ? this.#depths[id]! : 0;
  }

  /** Frame id at `level` of a stack; level 0 is the innermost frame. */
  frameAt(id: number, level: number): number {
    const start = this.#starts[id]!;
    return this.#pieces[start >>> PIECE_SHIFT]![(start & (PIECE - 1)) + level]!;
  }

  /** Writes the frames of a stack to `to`, from a place on; gives the place after them. */
  copyFrames(id: number, to: Uint32Array | Uint16Array, at: number): number {
    const list = this.#pieces[this.#starts[id]! >>> PIECE_SHIFT]!, from = this.#starts[id]! & (PIECE - 1);
    const depth = this.depth(id);
    for (let level = 0; level < depth; level++) to[at + level] = list[from + level]!;
    return at + depth;
  }

  /** One more owner holds a frame. */
  holdFrame(id: number): void {
    this.#frameHolders[id]!++;
  }

  /** One less does. */
  releaseFrame(id: number): void {
    if (--this.#frameHolders[id]! > 0) return;
    this.#frameIndex.delete(this.#frames.subarray(id * FIELDS, (id + 1) * FIELDS).join());
    this.#freeFrames.push(id);
  }

  /** One more owner holds a stack. */
  hold(id: number): void {
    this.#holders[id]!++;
  }

  /** One less holds each of some stacks; without any a stack goes, and its id may stand for another one later. */
  releaseAll(ids: readonly number[]): void {
    const gone = ids.filter((id) => --this.#holders[id]! === 0);
    // Of a trace with a million, most go at once: what is left is put into an empty table.
    const isMost = 2 * gone.length > this.#inUse;
    for (const id of gone) {
      if (!isMost) this.#unlink(id);
      this.#wasted += this.#depths[id]!;
      this.#freeStacks.push(id);
    }
    this.#inUse -= gone.length;
    if (isMost) this.#rehash(Math.max(1 << 9, 4 * powerOfTwo(this.#inUse)), true);
    if (this.#wasted > 1 << 14 && this.#wasted > this.#listsUsed >>> 1) this.#compact();
  }

  /** Empties the slot of a stack. */
  #unlink(id: number): void {
    const mask = this.#slots.length - 1;
    let hole = this.#hashes[id]! & mask;
    while (this.#slots[hole] !== id) hole = (hole + 1) & mask;
    // Those after it move up, so that no search ends too early.
    for (let slot = (hole + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#hashes[this.#slots[slot]!]! & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.#slots[hole] = this.#slots[slot]!;
      hole = slot;
    }
    this.#slots[hole] = 0;
  }

  #same(id: number, frames: Uint32Array, start: number, depth: number): boolean {
    if (this.#depths[id]! !== depth) return false;
    const list = this.#pieces[this.#starts[id]! >>> PIECE_SHIFT]!;
    const mine = this.#starts[id]! & (PIECE - 1);
    for (let at = 0; at < depth; at++) if (list[mine + at] !== frames[start + at]) return false;
    return true;
  }

  #add(frames: Uint32Array, start: number, depth: number, hash: number, slot: number): number {
    const place = this.#roomFor(depth);
    const id = this.#freeStacks.pop() ?? this.#newId();
    const list = this.#pieces.at(-1)!, from = place & (PIECE - 1);
    // A loop, because a view of a list costs more than copying a few dozen frames.
    for (let at = 0; at < depth; at++) list[from + at] = frames[start + at]!;
    this.#starts[id] = place;
    this.#next = place + depth;
    this.#depths[id] = depth;
    this.#listsUsed += depth;
    this.#hashes[id] = hash;
    this.#holders[id] = 0;
    this.#slots[slot] = id;
    if (++this.#inUse * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return id;
  }

  /** Where a list of so many frames may begin, in the last piece. Throws `ReadingFullError`. */
  #roomFor(depth: number): number {
    const last = this.#pieces.length - 1, list = this.#pieces[last]!;
    const used = this.#next - last * PIECE;
    if (used + depth <= list.length) return this.#next;
    const isFirst = last === 0 && used + depth <= PIECE;
    const room = isFirst ? Math.max(2 * list.length, powerOfTwo(used + depth)) : Math.max(PIECE, depth);
    this.#need(4 * (isFirst ? room - list.length : room));
    if (isFirst) {
      this.#pieces[0] = grown(list, room);
      return this.#next;
    }
    return (this.#pieces.push(new Uint32Array(room)) - 1) * PIECE;
  }

  /** Throws `ReadingFullError` where more bytes are beyond what backtraces may take; what has been read can still be finished. */
  #need(more: number): void {
    const wanted = this.byteLength + more;
    if (wanted <= this.#most) return;
    this.#most = wanted;
    throw new ReadingFullError("the backtraces of the traces", wanted);
  }

  #newId(): number {
    if (this.#count === this.#starts.length) {
      const room = this.#count * 2;
      this.#need(BYTES_OF_STACK * this.#count);
      this.#starts = grown(this.#starts, room);
      this.#depths = grown(this.#depths, room);
      this.#hashes = grown(this.#hashes, room);
      this.#holders = grown(this.#holders, room);
    }
    return this.#count++;
  }

  /** Makes a table of another length; with `heldOnly` for those that somebody holds, which a new one is not yet. */
  #rehash(length: number, heldOnly = false): void {
    const slots = new Uint32Array(length);
    const mask = length - 1;
    for (const id of this.#slots) {
      if (id === 0 || (heldOnly && this.#holders[id] === 0)) continue;
      let at = this.#hashes[id]! & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = id;
    }
    this.#slots = slots;
  }

  /** Moves the lists in use together. */
  #compact(): void {
    const before = this.#pieces;
    this.#pieces = [new Uint32Array(FIRST_PIECE)];
    this.#next = this.#listsUsed = this.#wasted = 0;
    for (const id of this.#slots) {
      if (id === 0) continue;
      const list = before[this.#starts[id]! >>> PIECE_SHIFT]!, start = this.#starts[id]! & (PIECE - 1);
      const depth = this.#depths[id]!;
      const place = this.#roomFor(depth);
      this.#pieces.at(-1)!.set(list.subarray(start, start + depth), place & (PIECE - 1));
      this.#starts[id] = place;
      this.#next = place + depth;
      this.#listsUsed += depth;
    }
  }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** A hash of a list; two of its halves are computed beside each other. */
function hashOf(frames: Uint32Array, start: number, depth: number): number {
  const end = start + depth;
  let hash = depth, other = 0, at = start;
  for (; at + 1 < end; at += 2) {
    hash = Math.imul(hash ^ frames[at]!, 0x9e37_79b1);
    other = Math.imul(other ^ frames[at + 1]!, 0x85eb_ca6b);
    hash ^= hash >>> 15;
    other ^= other >>> 13;
  }
  if (at < end) other = Math.imul(other ^ frames[at]!, 0x85eb_ca6b);
  hash = Math.imul(hash ^ Math.imul(other ^ (other >>> 16), 0xc2b2_ae35), 0x9e37_79b1);
  return (hash ^ (hash >>> 15)) >>> 0;
}
