/**
 * The guards of a heap under test: a margin around each piece, one pattern in fresh and another in freed memory, and a
 * map of accessible memory, which the checked build of the kernels uses.
 * @module
 */

import { GuardError, type Guards } from "../../../src/memory/guards.ts";
import type { Heap } from "../../../src/memory/heap.ts";
import { type Exports as Watch, WASM_BASE64 } from "./watch.wasm.ts";

/** Bytes on either side of a piece that nobody may write to; the kernel has the same constant. */
const MARGIN = 64;
/** Freed pieces are kept until this many others are freed, so that writes after the free are found. */
const WAITING = 64;
/** The map has a bit for every 16 bytes of memory: 1 if a piece covers them. Kernels expect it at this address. */
const MAP_START = 65536;
/**
 * Memory of a guarded heap ends here. Its map is 8 MiB: the garbage collector counts the memory of all heaps, and with
 * maps of 128 MiB it ran so often that tests took twice as long.
 */
const GUARDED_LIMIT = 2 ** 30;
/** Start and end of far pieces; memory before them is never accessed. */
const FAR = 2 ** 31;
const FAR_LIMIT = FAR + GUARDED_LIMIT;

/** Compiled once: every heap has an instance. */
const MODULE = new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64));

/** A guarded piece. */
interface Guarded {
  readonly bytes: number;
  /** Number of pieces allocated before. */
  readonly number: number;
  /** The stack trace of its allocation, if recorded. */
  readonly taken: Error | undefined;
}

/** The margins, patterns and the map of one heap. */
class WatchedPieces implements Guards {
  readonly first: number;
  readonly limit: number;
  readonly #watch: Watch;
  readonly #pieces = new Map<number, Guarded>();
  readonly #freed: { readonly pointer: number; readonly piece: Guarded }[] = [];
  readonly #withStacks: boolean;
  #taken = 0;

  /** Reserves memory for the map. */
  constructor({ memory }: Heap, { withStacks = false, far = false }: WatchOptions) {
    this.limit = far ? FAR_LIMIT : GUARDED_LIMIT;
    const map = MAP_START + this.limit / 128;
    this.first = far ? FAR : map;
    memory.grow(Math.ceil(this.first / 65536) + 1);
    this.#watch = new WebAssembly.Instance(MODULE, { env: { memory } }).exports as unknown as Watch;
    this.#withStacks = withStacks;
  }

  /** Bytes to allocate for a piece, including margins. */
  room(bytes: number): number {
    return covered(bytes) + 2 * MARGIN;
  }

  /** Size of the piece at an address, in allocated bytes. */
  sizeAt(pointer: number): number | undefined {
    const piece = this.#pieces.get(pointer);
    return piece && covered(piece.bytes);
  }

  /** Makes a piece in fresh memory; returns its address. */
  open(start: number, bytes: number): number {
    const pointer = start + MARGIN;
    this.#watch.open(pointer, bytes);
    const taken = this.#withStacks ? new Error("taken here") : undefined;
    this.#pieces.set(pointer, { bytes, number: this.#taken++, taken });
    return pointer;
  }

  /** Checks a piece and overwrites it. Returns the memory that may be reused: that of a piece freed earlier. */
  close(pointer: number): number | undefined {
    const piece = this.#pieces.get(pointer);
    if (!piece) throw new GuardError(`No piece begins at ${pointer}: it was freed before, or never taken`);
    this.#expectMargins(pointer, piece);
    this.#pieces.delete(pointer);
    this.#watch.close(pointer, piece.bytes);
    this.#freed.push({ pointer, piece });
    if (this.#freed.length <= WAITING) return undefined;
    const oldest = this.#freed.shift()!;
    this.#expectFreed(oldest.pointer, oldest.piece);
    return oldest.pointer - MARGIN;
  }

  /** Checks all pieces, and the recently freed ones. */
  check(): void {
    for (const [pointer, piece] of this.#pieces) this.#expectMargins(pointer, piece);
    for (const { pointer, piece } of this.#freed) this.#expectFreed(pointer, piece);
  }

  #expectMargins(pointer: number, piece: Guarded): void {
    const at = this.#watch.brokenMargin(pointer, piece.bytes) >>> 0;
    if (at > 0) this.#fail(at < pointer ? "before" : "behind", at - pointer, piece);
  }

  #expectFreed(pointer: number, piece: Guarded): void {
    const at = this.#watch.brokenFreed(pointer, piece.bytes) >>> 0;
    if (at > 0) this.#fail("to (it was free)", at - pointer, piece);
  }

  #fail(side: string, offset: number, { bytes, number, taken }: Guarded): never {
    const origin = taken?.stack ?? "QUARRY_GUARD_STACKS=1 says where it was taken";
    throw new GuardError(
      `Somebody wrote ${side} a piece of ${bytes} bytes (number ${number}), at its byte ${offset}\n${origin}`,
    );
  }
}

/** Size of a piece in the map, in whole units. */
function covered(bytes: number): number {
  return Math.ceil(Math.max(bytes, 1) / 16) * 16;
}

/** Options of the guards. */
export interface WatchOptions {
  /** Whether a failure shows where its piece was allocated; recording that takes more time than all other guards. */
  readonly withStacks?: boolean;
  /** Whether pieces begin at 2 GiB, where an address read as a signed number is negative. */
  readonly far?: boolean;
}

/** Creates guards for a heap. */
export function watchPieces(options: WatchOptions = {}): (heap: Heap) => Guards {
  return (heap) => new WatchedPieces(heap, options);
}
