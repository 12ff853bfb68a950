/**
 * The allocations of one owner (a trace, a result, a running statement) in a heap. Closing the arena frees
 * all of them, whatever failed before.
 * @module
 */

import type { BlockStore, PackedBytes } from "./block_store.ts";
import { ArenaFullError, Heap, ReadingFullError } from "./heap.ts";

export { ArenaFullError, ReadingFullError };

/** The allocations of one owner, and views of the memory that all owners of a session share. */
export class Arena {
  /** The heap in which memory is allocated. */
  readonly heap: Heap;
  /** Name of the owner, for messages. */
  readonly owner: string;
  readonly #pieces = new Set<number>();
  /** Blocks of the owner, in memory or spilled. */
  readonly #blocks = new Set<PackedBytes>();
  /** Blocks of other owners that must stay while this one is open. */
  readonly #borrowed: PackedBytes[] = [];
  #closed = false;
  /** Called with each new block while it is being filled. */
  onBlock: ((packed: PackedBytes) => void) | undefined;

  /** Creates a new heap, unless one is given. */
  constructor(owner = "session", heap: Heap = new Heap()) {
    this.owner = owner;
    this.heap = heap;
  }

  /** An arena for another owner in the same memory. */
  forOwner(owner: string): Arena {
    return new Arena(owner, this.heap);
  }

  /** Runs a computation with scratch memory that is freed at the end, even if memory runs out. */
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

  /** Bytes that all owners of the memory have allocated. */
  get used(): number {
    return this.heap.used;
  }

  /** The blocks of all owners in this memory. */
  get store(): BlockStore {
    return this.heap.store;
  }

  /** Number of allocations of this owner. */
  get pieceCount(): number {
    return this.#pieces.size;
  }

  /** A view of the whole memory. Do not keep it across an `alloc`: growth of the memory replaces it. */
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

  /** Allocates at least `bytes` bytes, uninitialized, aligned to 16. */
  alloc(bytes: number): number {
    if (this.#closed) throw new Error(`Cannot allocate memory for ${this.owner}: it is closed`);
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

  /** Allocates memory with the same bytes as other memory. */
  allocCopy(pointer: number, bytes: number): number {
    const copy = this.alloc(bytes);
    this.heap.u8.copyWithin(copy, pointer, pointer + bytes);
    return copy;
  }

  /** Extends an allocation in place; returns false if another one follows it. */
  extend(pointer: number, bytes: number): boolean {
    if (!this.#pieces.has(pointer)) throw new Error(`No piece of ${this.owner} begins at ${pointer}`);
    return this.heap.extend(pointer, bytes);
  }

  /** The maximum size within the budget for an allocation of this many bytes, if blocks are spilled. */
  roomFor(bytes: number): number {
    this.heap.makeRoom(bytes);
    return this.heap.budget - this.heap.used + bytes;
  }

  /** Frees an allocation; 0 means no allocation. Has no effect after `close`, which frees everything. */
  free(pointer: number): void {
    if (pointer === 0 || this.#closed) return;
    if (!this.#pieces.delete(pointer)) {
      throw new Error(`Cannot free memory of ${this.owner}: no piece of it begins at ${pointer}`);
    }
    this.heap.give(pointer);
  }

  /** Allocates the bytes of a new, pinned block. After writing them, call `store.unpin`. */
  addBlock(bytes: number): PackedBytes {
    const packed = this.store.add(this, bytes);
    this.#blocks.add(packed);
    this.onBlock?.(packed);
    return packed;
  }

  /** Turns an allocation of this owner into a block without copying it. */
  adoptBlock(pointer: number, bytes: number): PackedBytes {
    if (!this.#pieces.has(pointer)) throw new Error(`No piece of ${this.owner} begins at ${pointer}`);
    const packed = this.store.adopt(this, pointer, bytes);
    this.#blocks.add(packed);
    this.onBlock?.(packed);
    return packed;
  }

  /** Adds a block whose bytes are in a file. */
  addStoredBlock(bytes: number, place: NonNullable<PackedBytes["place"]>): PackedBytes {
    const packed = this.store.addStored(this, bytes, place);
    this.#blocks.add(packed);
    return packed;
  }

  /** Keeps a block of another owner readable until this arena is closed, even if its owner frees the block. */
  borrowBlock(packed: PackedBytes): void {
    packed.borrowers++;
    this.#borrowed.push(packed);
  }

  /** Frees a block, or lets its last borrower do so. Has no effect after `close`. */
  freeBlock(packed: PackedBytes): void {
    if (!this.#blocks.has(packed)) return;
    packed.isFreed = true;
    if (packed.borrowers > 0) return;
    this.#blocks.delete(packed);
    this.store.drop(packed);
  }

  /** Frees all allocations. */
  close(): void {
    for (const packed of this.#borrowed.splice(0)) {
      packed.borrowers--;
      if (packed.isFreed) packed.owner.freeBlock(packed);
    }
    for (const packed of this.#blocks) this.store.drop(packed);
    this.#blocks.clear();
    this.#closed = true;
    for (const pointer of this.#pieces) this.heap.give(pointer);
    this.#pieces.clear();
  }
}
