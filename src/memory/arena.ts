/**
 * What an owner (a trace, a result, a running statement) has taken of a heap. Closing the owner gives all of it back,
 * whatever went wrong in between.
 * @module
 */

import type { BlockStore, PackedBytes } from "./block_store.ts";
import { ArenaFullError, Heap, ReadingFullError } from "./heap.ts";

export { ArenaFullError, ReadingFullError };

/** The pieces of one owner, and views of the memory that all owners of a session share. */
export class Arena {
  /** The memory that the pieces are cut from. */
  readonly heap: Heap;
  /** Who takes here, for messages. */
  readonly owner: string;
  readonly #pieces = new Set<number>();
  /** Blocks of the owner, in memory or not. */
  readonly #blocks = new Set<PackedBytes>();
  #closed = false;
  /** Hears of each new block while it is made. */
  onBlock: ((packed: PackedBytes) => void) | undefined;

  /** A new memory, unless one is given. */
  constructor(owner = "session", heap: Heap = new Heap()) {
    this.owner = owner;
    this.heap = heap;
  }

  /** Another owner in the same memory. */
  forOwner(owner: string): Arena {
    return new Arena(owner, this.heap);
  }

  /** Computes something with memory of its own, all of which comes back at the end, also where memory runs out. */
  withScratch<T>(compute: (scratch: Arena) => T): T {
    const scratch = this.forOwner(`scratch of ${this.owner}`);
    try {
      return compute(scratch);
    } finally {
      scratch.close();
    }
  }

  /** The memory itself, for kernels and workers. */
  get memory(): WebAssembly.Memory {
    return this.heap.memory;
  }

  /** Bytes that all owners of the memory have taken and not returned. */
  get used(): number {
    return this.heap.used;
  }

  /** The blocks of all owners of the memory. */
  get store(): BlockStore {
    return this.heap.store;
  }

  /** Number of pieces that this owner holds. */
  get pieceCount(): number {
    return this.#pieces.size;
  }

  /** View of everything; take it again after an `alloc`, growth makes a longer one. */
  get u8(): Uint8Array {
    return this.heap.u8;
  }

  /** View in half words; index is pointer / 2. */
  get u16(): Uint16Array {
    return this.heap.u16;
  }

  /** View in words; index is pointer / 4. */
  get u32(): Uint32Array {
    return this.heap.u32;
  }

  /** View in 64-bit words; index is pointer / 8. */
  get u64(): BigUint64Array {
    return this.heap.u64;
  }

  /** View in doubles; index is pointer / 8. */
  get f64(): Float64Array {
    return this.heap.f64;
  }

  /** A piece of at least `bytes` bytes with anything in it, aligned to 16. */
  alloc(bytes: number): number {
    if (this.#closed) throw new Error(`Cannot take memory for ${this.owner}: it was closed before`);
    if (!(bytes >= 0 && Number.isInteger(bytes))) {
      throw new RangeError(`Cannot take ${bytes} bytes of memory`);
    }
    const pointer = this.heap.take(bytes);
    this.#pieces.add(pointer);
    return pointer;
  }

  /** Allocates at least `bytes` bytes, filled with zeros. */
  allocZeroed(bytes: number): number {
    const pointer = this.alloc(bytes);
    this.heap.u8.fill(0, pointer, pointer + bytes);
    return pointer;
  }

  /** Makes a piece longer where it lies; false where another one is after it. */
  extend(pointer: number, bytes: number): boolean {
    if (!this.#pieces.has(pointer)) throw new Error(`No piece of ${this.owner} begins at ${pointer}`);
    return this.heap.extend(pointer, bytes);
  }

  /** Bytes that a piece of so many may become within the budget, once blocks have left. */
  roomFor(bytes: number): number {
    this.heap.makeRoom(bytes);
    return this.heap.budget - this.heap.used + bytes;
  }

  /** Takes a piece back; 0 stands for none. Nothing happens after `close`, which has taken everything back. */
  free(pointer: number): void {
    if (pointer === 0 || this.#closed) return;
    if (!this.#pieces.delete(pointer)) {
      throw new Error(`Cannot free memory of ${this.owner}: no piece of it begins at ${pointer}`);
    }
    this.heap.give(pointer);
  }

  /** Room for the bytes of a new block, pinned: write them, then `store.unpin`. */
  addBlock(bytes: number): PackedBytes {
    const packed = this.store.add(this, bytes);
    this.#blocks.add(packed);
    this.onBlock?.(packed);
    return packed;
  }

  /** A piece of this owner becomes a block as it is. */
  adoptBlock(pointer: number, bytes: number): PackedBytes {
    if (!this.#pieces.has(pointer)) throw new Error(`No piece of ${this.owner} begins at ${pointer}`);
    const packed = this.store.adopt(this, pointer, bytes);
    this.#blocks.add(packed);
    this.onBlock?.(packed);
    return packed;
  }

  /** A block whose bytes lie in a file. */
  addStoredBlock(bytes: number, place: NonNullable<PackedBytes["place"]>): PackedBytes {
    const packed = this.store.addStored(this, bytes, place);
    this.#blocks.add(packed);
    return packed;
  }

  /** Takes a block back. Nothing happens after `close`. */
  freeBlock(packed: PackedBytes): void {
    if (this.#blocks.delete(packed)) this.store.drop(packed);
  }

  /** Takes everything back. */
  close(): void {
    for (const packed of this.#blocks) this.store.drop(packed);
    this.#blocks.clear();
    this.#closed = true;
    for (const pointer of this.#pieces) this.heap.give(pointer);
    this.#pieces.clear();
  }
}
