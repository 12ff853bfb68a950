/**
 * Which packed blocks are in memory. A block is written once and never changes, so that it may leave memory at any time
 * that nobody looks at it: its bytes are written to a file, once, and read back on demand.
 *
 * - Memory has a budget. When a piece is taken that goes beyond it, blocks leave until it fits: those first that nobody has
 *   looked at for the longest time (a clock: each block that was used since it was last passed is passed again).
 * - The address of a block is known between `pin` and `unpin` only; a pinned block does not move. `withBlock` in
 *   `tables/block.ts` does both, and so does `StoredColumn.gather`; there is no other way to an address.
 * - The budget is soft. Where all that is left is pinned or no block at all, memory grows beyond it, until addresses end.
 * - Without a file (nothing may be written, or the disk is full) blocks without a copy stay where they are.
 * @module
 */

import type { Arena } from "./arena.ts";
import type { BlockFile } from "./block_file.ts";

/** A place in a file. */
interface FilePlace {
  readonly file: Pick<BlockFile, "read">;
  readonly offset: number;
  /** What the bytes must sum up to, where the file outlives the program. */
  readonly checksum?: number;
}

/** The bytes of one block, wherever they are. */
export class PackedBytes {
  /** Who frees the memory. */
  readonly owner: Arena;
  /** Number of bytes. */
  readonly bytes: number;
  /** Address, 0 while they are out; only `BlockStore` looks here. */
  pointer = 0;
  /** Copy in a file. */
  place: FilePlace | undefined;
  /** How many look at them. */
  pins = 0;
  /** Whether somebody has looked at them since the clock passed. */
  used = false;

  /** Bytes that are in memory, or have a place in a file. */
  constructor(owner: Arena, bytes: number) {
    this.owner = owner;
    this.bytes = bytes;
  }
}

/** Pieces that are taken before blocks are looked at again, when none could leave. */
const LOOKS_SPARED = 256;

/** Blocks of one memory. */
export class BlockStore {
  /** What was wrong when a block could not be written; blocks have stayed in memory since. */
  failure: unknown;
  /** Whether any block has ever been out: until then addresses in lists for kernels are right. */
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

  /** `openFile` opens the file for blocks that leave; it gives undefined where none can be written. */
  constructor(openFile?: (() => BlockFile | undefined) | undefined) {
    this.#openFile = openFile;
  }

  /** Whether blocks may have left: there is a file, or one can be opened, and it takes bytes. */
  get canWrite(): boolean {
    return this.failure === undefined && (this.#file !== undefined || this.#openFile !== undefined);
  }

  /** Bytes of blocks that are in memory. */
  get bytesInMemory(): number {
    return this.#bytesInMemory;
  }

  /** Room for a new block of an owner, pinned. */
  add(owner: Arena, bytes: number): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.pins = 1;
    packed.pointer = owner.alloc(bytes);
    this.#enter(packed);
    return packed;
  }

  /** A block whose bytes an owner has written to a piece of its own. */
  adopt(owner: Arena, pointer: number, bytes: number): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.pointer = pointer;
    this.#enter(packed);
    return packed;
  }

  /** A block that lies in a file already. */
  addStored(owner: Arena, bytes: number, place: FilePlace): PackedBytes {
    const packed = new PackedBytes(owner, bytes);
    packed.place = place;
    this.someOut = true;
    return packed;
  }

  /** The address of a block, which does not move until it is unpinned as often. */
  pin(packed: PackedBytes): number {
    packed.used = true;
    packed.pins++;
    if (packed.pointer === 0) this.#read(packed);
    return packed.pointer;
  }

  /** The block may leave. */
  unpin(packed: PackedBytes): void {
    packed.pins--;
  }

  /** The block is not needed any more. Its memory goes back, unless all of its owner has. */
  drop(packed: PackedBytes): void {
    if (packed.pointer !== 0) this.#exit(packed);
    if (packed.place?.file === this.#file && packed.place !== undefined && --this.#copies === 0) {
      this.#file!.clear();
    }
    packed.place = undefined;
  }

  /**
   * Lets blocks leave until `wanted` bytes are free, or those in memory take no more than `least` bytes, or none can leave;
   * how many came free.
   */
  makeRoom(wanted: number, least = 0): number {
    // Looking at all blocks in vain is not repeated with every small piece.
    if (least > 0 && this.#fruitless > 0) {
      this.#fruitless--;
      return 0;
    }
    let freed = 0;
    let looks = 2 * this.#inMemory.size;
    for (const packed of this.#inMemory) {
      if (freed >= wanted || this.#bytesInMemory <= least || --looks < 0) break;
      if (packed.pins === 0 && !packed.used && this.#leave(packed)) {
        freed += packed.bytes;
        continue;
      }
      packed.used = false;
      // To the end of the line.
      this.#inMemory.delete(packed);
      this.#inMemory.add(packed);
    }
    if (freed === 0 && looks < 0) this.#fruitless = LOOKS_SPARED;
    return freed;
  }

  /** Writes a block where that has not been done, and frees its memory. */
  #leave(packed: PackedBytes): boolean {
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
    // It is not tried again with every block.
    if (!this.#file) this.#openFile = undefined;
    return this.#file;
  }

  #read(packed: PackedBytes): void {
    const { owner, bytes, place } = packed;
    if (!place) {
      packed.pins--;
      throw new Error(`Cannot read a block of ${owner.owner}: it was given back before`);
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
