/**
 * Decides which packed blocks are in memory. A block is written once and never changes, so it can be evicted whenever it is
 * not in use: its bytes are written to a file once, and read back on demand.
 *
 * - Memory has a budget. If an allocation exceeds it, blocks are evicted until it fits. The clock algorithm selects blocks
 *   that have not been used for a long time.
 * - A block has an address only between `pin` and `unpin`, and does not move while it is pinned. `withBlock` in
 *   `tables/block.ts` calls both, and so does `StoredColumn.gather`; there is no other way to get an address.
 * - The budget is soft. If no block can be evicted, memory grows beyond the budget, up to the end of the address space.
 * - Without a file (nothing may be written, or the disk is full) blocks without a copy stay in memory.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import type { BlockFile } from "./block_file.ts";

/** A location in a file. */
interface FilePlace {
  readonly file: Pick<BlockFile, "read">;
  readonly offset: number;
  /** Expected checksum of the bytes, for a file that outlives the process. */
  readonly checksum?: number;
}

/** The bytes of one block, in memory or in a file. */
export class PackedBytes {
  /** The arena that owns the memory. */
  readonly owner: Arena;
  /** Number of bytes. */
  readonly bytes: number;
  /** Address; 0 while spilled. Only `BlockStore` reads it. */
  pointer = 0;
  /** Position of the copy in a file. */
  place: FilePlace | undefined;
  /** Number of users that have pinned the block. */
  pins = 0;
  /** Whether the block was used since the clock algorithm last visited it. */
  used = false;
  /** Number of other owners that read the block. */
  borrowers = 0;
  /** Whether its owner has freed it; the bytes stay until the last borrower has closed. */
  isFreed = false;

  /** Creates a block whose bytes are in memory, or at a location in a file. */
  constructor(owner: Arena, bytes: number) {
    this.owner = owner;
    this.bytes = bytes;
  }
}

/** After a search that evicted nothing, number of allocations before the next search. */
const LOOKS_SPARED = 256;

/** The blocks of one memory. */
export class BlockStore {
  /** The reason why a block could not be written, after which blocks stay in memory. */
  failure: unknown;
  /** Whether any block has ever been evicted; until then all addresses in block lists are valid. */
  someOut = false;
  /** Bytes read back so far. */
  bytesRead = 0;
  /** Bytes written so far. */
  bytesWritten = 0;
  readonly #inMemory = new Set<PackedBytes>();
  #bytesInMemory = 0;
  #fruitless = 0;
  #openFile: (() => BlockFile | undefined) | undefined;
  #file: BlockFile | undefined;
  #copies = 0;

  /** `openFile` opens the file for spilled blocks; it returns undefined if none can be written. */
  constructor(openFile?: (() => BlockFile | undefined) | undefined) {
    this.#openFile = openFile;
  }

  /** Whether blocks can be spilled: a file is or can be opened, and writing to it works. */
  get canWrite(): boolean {
    return this.failure === undefined && (this.#file !== undefined || this.#openFile !== undefined);
  }

  /** Bytes of blocks that are in memory. */
  get bytesInMemory(): number {
    return this.#bytesInMemory;
  }

  /** Allocates a new block of an owner, pinned. */
  add(owner: Arena, bytes: number): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.pins = 1;
    packed.pointer = owner.alloc(bytes);
    this.#enter(packed);
    return packed;
  }

  /** Turns an allocation that an owner has filled into a block. */
  adopt(owner: Arena, pointer: number, bytes: number): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.pointer = pointer;
    this.#enter(packed);
    return packed;
  }

  /** Adds a block that is already in a file. */
  addStored(owner: Arena, bytes: number, place: FilePlace): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.place = place;
    this.someOut = true;
    return packed;
  }

  /** Pins a block and returns its address, which is stable until every pin is undone. */
  pin(packed: PackedBytes): number {
    packed.used = true;
    packed.pins++;
    if (packed.pointer === 0) this.#read(packed);
    return packed.pointer;
  }

  /** Undoes a pin, after which the block may be evicted. */
  unpin(packed: PackedBytes): void {
    packed.pins--;
  }

  /** Drops a block. Its memory is freed, unless its owner is being closed as a whole. */
  drop(packed: PackedBytes): void {
    if (packed.pointer !== 0) this.#exit(packed);
    if (packed.place !== undefined && packed.place.file === this.#file) {
      if (--this.#copies === 0) this.#file.clear();
      else this.#file.give(packed.place.offset);
    }
    packed.place = undefined;
  }

  /**
   * Evicts blocks until `wanted` bytes are free, the blocks in memory take at most `least` bytes, or none can
   * be evicted. Returns the number of bytes freed.
   */
  makeRoom(wanted: number, least = 0): number {
    // A search that evicted nothing is not repeated for every small allocation.
    if (least > 0 && this.#fruitless > 0) {
      this.#fruitless--;
      return 0;
    }
    let freed = 0;
    let looks = 2 * this.#inMemory.size;
    for (const packed of this.#inMemory) {
      if (freed >= wanted || this.#bytesInMemory <= least || --looks < 0) break;
      if (packed.pins === 0 && !packed.used && this.#evict(packed)) {
        freed += packed.bytes;
        continue;
      }
      packed.used = false;
      // Moves the block to the end of the queue.
      this.#inMemory.delete(packed);
      this.#inMemory.add(packed);
    }
    if (freed === 0 && looks < 0) this.#fruitless = LOOKS_SPARED;
    return freed;
  }

  /** Writes a block to the file if it has no copy there, and frees its memory. */
  #evict(packed: PackedBytes): boolean {
    if (!packed.place) {
      const file = this.#fileForBlocks();
      if (!file) return false;
      const { pointer, bytes, owner } = packed;
      try {
        packed.place = { file, offset: file.append(owner.u8.subarray(pointer, pointer + bytes)) };
      } catch (error) {
        this.failure ??= error;
        return false;
      }
      this.bytesWritten += bytes;
      this.#copies++;
    }
    this.#exit(packed);
    this.someOut = true;
    return true;
  }

  #enter(packed: PackedBytes): void {
    this.#inMemory.add(packed);
    this.#bytesInMemory += packed.bytes;
  }

  #exit(packed: PackedBytes): void {
    this.#inMemory.delete(packed);
    this.#bytesInMemory -= packed.bytes;
    packed.owner.free(packed.pointer);
    packed.pointer = 0;
  }

  #fileForBlocks(): BlockFile | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.#file) return this.#file;
    try {
      this.#file = this.#openFile?.();
    } catch (error) {
      this.failure = error;
    }
    // Does not try to open the file again for every block.
    if (!this.#file) this.#openFile = undefined;
    return this.#file;
  }

  #read(packed: PackedBytes): void {
    const { owner, bytes, place } = packed;
    if (!place) {
      packed.pins--;
      throw new Error(`Cannot read a block of ${owner.owner}: it was freed before`);
    }
    let pointer = 0;
    try {
      pointer = owner.alloc(bytes);
      place.file.read(place.offset, owner.u8.subarray(pointer, pointer + bytes), place.checksum);
    } catch (error) {
      packed.pins--;
      owner.free(pointer);
      throw error;
    }
    this.bytesRead += bytes;
    packed.pointer = pointer;
    this.#enter(packed);
  }
}
