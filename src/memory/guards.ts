/**
 * What watches over the pieces of a heap under test: a margin around each piece, a pattern in fresh and another one in
 * freed memory, and a map of what may be touched, which the checked build of the kernels looks at.
 * @module
 */

import type { Heap } from "./heap.ts";

/** Guard bytes on either side of a piece. */
const MARGIN = 64;
const MARGIN_WORD = 0xfdfd_fdfd;
/** Fresh pieces begin and end with this, so that reading before writing gives values that no trace has. */
const FRESH_BYTE = 0xa5;
/** Freed pieces begin and end with this, and must still do so when they are handed out again. */
const FREED_BYTE = 0xdd;
/** What is filled and looked at of a piece: all of a small one, and these bytes at both ends of a large one. */
const EDGE = 16384;
/** Freed pieces wait for so many others to be freed, so that writes after the free are found. */
const WAITING = 64;
/** The map has a byte for every 16 bytes of memory: 1 where a piece lies. Kernels expect it at this address. */
const MAP_START = 65536;
/** Memory of a guarded heap ends here, so that its map is not larger than 128 MiB (of which few pages are touched). */
const GUARDED_LIMIT = 2 ** 31;

/** What memory is filled with: copying into shared memory takes a fiftieth of the time of `fill()`, which goes by elements. */
const PATTERNS = {
  fresh: new Uint8Array(2 * EDGE).fill(FRESH_BYTE),
  freed: new Uint8Array(2 * EDGE).fill(FREED_BYTE),
  margin: new Uint8Array(MARGIN).fill(MARGIN_WORD & 255),
  inside: new Uint8Array(65536).fill(1),
  outside: new Uint8Array(65536),
};

/** Eight freed bytes as a number, to be compared at once. */
const FREED_DOUBLE = new Float64Array(PATTERNS.freed.buffer)[0];

let wanted = false;
let stacks = false;

/**
 * From now on every new heap is guarded. The tests call this before they load anything else. With `withStacks` a failure
 * says where its piece was taken; an error for each piece would take more time than all other guards.
 */
export function guardAllHeaps({ withStacks = false }: { readonly withStacks?: boolean } = {}): void {
  wanted = true;
  stacks = withStacks;
}

/** Whether new heaps are guarded. */
export function guardsWanted(): boolean {
  return wanted;
}

/** Memory was touched outside of its piece, or after it was freed. */
export class GuardError extends Error {
  override readonly name: string = "GuardError";
}

/** A guarded piece. */
interface Guarded {
  readonly bytes: number;
  /** How many pieces were taken before. */
  readonly number: number;
  /** Where it was taken, if that is written down. */
  readonly taken: Error | undefined;
}

/** The margins, patterns and the map of one heap. */
export class Guards {
  /** First address behind the map. */
  readonly first: number = MAP_START + GUARDED_LIMIT / 16;
  /** Where memory ends. */
  readonly limit: number = GUARDED_LIMIT;
  readonly #heap: Heap;
  readonly #pieces = new Map<number, Guarded>();
  readonly #freed: { readonly pointer: number; readonly piece: Guarded }[] = [];
  #taken = 0;

  /** Makes room for the map. */
  constructor(heap: Heap) {
    this.#heap = heap;
    heap.memory.grow(Math.ceil(this.first / 65536) + 1);
  }

  /** Bytes to take for a piece. */
  room(bytes: number): number {
    return covered(bytes) + 2 * MARGIN;
  }

  /** Bytes of the piece at an address, as it is cut. */
  sizeAt(pointer: number): number | undefined {
    const piece = this.#pieces.get(pointer);
    return piece && covered(piece.bytes);
  }

  /** Makes a piece out of fresh room; its address. */
  open(start: number, bytes: number): number {
    const { u8 } = this.#heap;
    const pointer = start + MARGIN;
    const end = pointer + covered(bytes);
    u8.set(PATTERNS.margin, start);
    u8.set(PATTERNS.margin, end);
    this.#fill(PATTERNS.fresh, pointer, bytes);
    // What rounding up has left over belongs to the margin.
    u8.fill(MARGIN_WORD & 255, pointer + bytes, end);
    this.#map(PATTERNS.inside, pointer, end);
    const taken = stacks ? new Error("taken here") : undefined;
    this.#pieces.set(pointer, { bytes, number: this.#taken++, taken });
    return pointer;
  }

  /** Checks a piece and spoils it. The room that may be used again: that of a piece that was freed a while ago. */
  close(pointer: number): number | undefined {
    const piece = this.#pieces.get(pointer);
    if (!piece) throw new GuardError(`No piece begins at ${pointer}: it was freed before, or never taken`);
    this.#expectMargins(pointer, piece);
    this.#pieces.delete(pointer);
    this.#fill(PATTERNS.freed, pointer, piece.bytes);
    this.#map(PATTERNS.outside, pointer, pointer + covered(piece.bytes));
    this.#freed.push({ pointer, piece });
    if (this.#freed.length <= WAITING) return undefined;
    const oldest = this.#freed.shift()!;
    this.#expectFreed(oldest.pointer, oldest.piece);
    return oldest.pointer - MARGIN;
  }

  /** Checks all pieces, and those that were freed of late. */
  check(): void {
    for (const [pointer, piece] of this.#pieces) this.#expectMargins(pointer, piece);
    for (const { pointer, piece } of this.#freed) this.#expectFreed(pointer, piece);
  }

  #expectMargins(pointer: number, piece: Guarded): void {
    const { u32, u8 } = this.#heap;
    const end = pointer + covered(piece.bytes);
    for (let at = (pointer - MARGIN) >>> 2; at < pointer >>> 2; at++) {
      if (u32[at] !== MARGIN_WORD) this.#fail("before", 4 * at - pointer, piece);
    }
    for (let at = pointer + piece.bytes; at < end; at++) {
      if (u8[at] !== (MARGIN_WORD & 255)) this.#fail("behind", at - pointer, piece);
    }
    for (let at = end >>> 2; at < (end + MARGIN) >>> 2; at++) {
      if (u32[at] !== MARGIN_WORD) this.#fail("behind", 4 * at - pointer, piece);
    }
  }

  #fail(side: string, offset: number, { bytes, number, taken }: Guarded): never {
    const origin = taken?.stack ?? "QUARRY_GUARD_STACKS=1 says where it was taken";
    throw new GuardError(
      `Somebody wrote ${side} a piece of ${bytes} bytes (number ${number}), at its byte ${offset}\n${origin}`,
    );
  }

  #expectFreed(pointer: number, piece: Guarded): void {
    const { f64 } = this.#heap;
    for (const [from, to] of edges(pointer, piece.bytes)) {
      for (let at = from >>> 3; at < to >>> 3; at++) {
        if (f64[at] !== FREED_DOUBLE) this.#fail("to (it was free)", 8 * at - pointer, piece);
      }
    }
  }

  /** Fills both ends of a piece, and what rounding up has left over. */
  #fill(pattern: Uint8Array, pointer: number, bytes: number): void {
    const { u8 } = this.#heap;
    for (const [from, to] of edges(pointer, bytes)) u8.set(pattern.subarray(0, to - from), from);
  }

  /** Says whether what lies between two addresses may be touched. */
  #map(pattern: Uint8Array, pointer: number, end: number): void {
    const { u8 } = this.#heap;
    const last = MAP_START + end / 16;
    for (let at = MAP_START + pointer / 16; at < last; at += pattern.length) {
      u8.set(pattern.subarray(0, last - at), at);
    }
  }
}

/** Bytes of a piece as it is cut. */
function covered(bytes: number): number {
  return Math.ceil(Math.max(bytes, 1) / 16) * 16;
}

/** The parts of a piece that get a pattern. */
function edges(pointer: number, bytes: number): (readonly [from: number, to: number])[] {
  const end = pointer + covered(bytes);
  return bytes <= 2 * EDGE ? [[pointer, end]] : [[pointer, pointer + EDGE], [end - EDGE, end]];
}
