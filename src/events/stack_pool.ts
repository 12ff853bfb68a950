/**
 * Every distinct backtrace of a session once, by number. Millions of events share few stacks and fewer frames.
 * @module
 */

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

/** Id of "no stack". */
export const NO_STACK = 0;
/** What resolvers write in place of a function that they looked for and did not find. It is a fact and not a name. */
export const UNKNOWN_FUNCTION = "??";
const FIELDS = 9;
/** Variants stand in the bits above the two flags. */
const VARIANT_SHIFT = 2;

/** Interns frames and lists of frames; a stack lists its frames innermost first. */
export class StackPool {
  #frames = new Int32Array(FIELDS * 256);
  #frameCount = 1;
  #frameIndex = new Map<string, number>();
  #lists = new Uint32Array(1 << 12);
  #listsUsed = 0;
  #starts = new Uint32Array(1 << 8);
  #hashes = new Uint32Array(1 << 8);
  #slots = new Uint32Array(1 << 9);
  #count = 1;

  /** Number of stacks, id 0 ("none") included. */
  get size(): number {
    return this.#count;
  }

  /** Number of distinct frames, id 0 ("none") included. */
  get frameCount(): number {
    return this.#frameCount;
  }

  /** Bytes of memory behind the pool. */
  get byteLength(): number {
    return this.#frames.byteLength + this.#lists.byteLength + this.#starts.byteLength +
      this.#hashes.byteLength +
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
    const id = this.#frameCount++;
    if (this.#frameCount * FIELDS > this.#frames.length) {
      const larger = new Int32Array(this.#frames.length * 2);
      larger.set(this.#frames);
      this.#frames = larger;
    }
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
    if (depth === 0) return NO_STACK;
    let hash = depth;
    for (let at = start; at < start + depth; at++) {
      hash = Math.imul(hash ^ frames[at]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash >>>= 0;
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
    return id <= 0 || id >= this.#count ? 0 : this.#starts[id + 1]! - this.#starts[id]!;
  }

  /** Frame id at `level` of a stack; level 0 is the innermost frame. */
  frameAt(id: number, level: number): number {
    return this.#lists[this.#starts[id]! + level]!;
  }

  #same(id: number, frames: Uint32Array, start: number, depth: number): boolean {
    const mine = this.#starts[id]!;
    if (this.#starts[id + 1]! - mine !== depth) return false;
    for (let at = 0; at < depth; at++) if (this.#lists[mine + at] !== frames[start + at]) return false;
    return true;
  }

  #add(frames: Uint32Array, start: number, depth: number, hash: number, slot: number): number {
    if (this.#listsUsed + depth > this.#lists.length) {
      const larger = new Uint32Array(Math.max(this.#lists.length * 2, this.#listsUsed + depth));
      larger.set(this.#lists.subarray(0, this.#listsUsed));
      this.#lists = larger;
    }
    if (this.#count + 2 > this.#starts.length) {
      const starts = new Uint32Array(this.#starts.length * 2);
      starts.set(this.#starts);
      this.#starts = starts;
      const hashes = new Uint32Array(starts.length);
      hashes.set(this.#hashes);
      this.#hashes = hashes;
    }
    const id = this.#count++;
    this.#lists.set(frames.subarray(start, start + depth), this.#listsUsed);
    this.#starts[id] = this.#listsUsed;
    this.#listsUsed += depth;
    this.#starts[id + 1] = this.#listsUsed;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    if (this.#count * 2 > this.#slots.length) {
      const slots = new Uint32Array(this.#slots.length * 2);
      const mask = slots.length - 1;
      for (let each = 1; each < this.#count; each++) {
        let at = this.#hashes[each]! & mask;
        while (slots[at] !== 0) at = (at + 1) & mask;
        slots[at] = each;
      }
      this.#slots = slots;
    }
    return id;
  }
}
