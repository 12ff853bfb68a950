/**
 * A shared WebAssembly memory that grows, divided into allocations. Kernels and workers access columns,
 * staging rows and file windows in place. Arenas decide who owns an allocation and when it is freed.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { BlockStore } from "./block_store.ts";
import { dataSettings } from "./data_settings.ts";
import { FreeSpace } from "./free_space.ts";
import { type Guards, guardsOf } from "./guards.ts";

const PAGE = 65536;
/**
 * End of 32-bit pointers. The last page stays unused, so that the end of an allocation is a valid pointer
 * too.
 */
const LIMIT = FILE_LIMITS.memory.most - PAGE;

/** When the address space runs out, at least this many bytes of blocks are evicted at once. */
const LEAST_ROOM = 1 << 26;
/**
 * Blocks always retain at least this fraction (1/8) of the budget, since reading a block again for each
 * access takes too long.
 */
const LEAST_SHARE = 8;

/** More memory is needed than 32-bit pointers can address, or than the system provides. */
export class ArenaFullError extends Error {
  override readonly name: string = "ArenaFullError";
  /** Bytes in use when the error occurred; much of that is freed before the error is handled. */
  readonly used: number;

  /** Takes the message and the bytes in use. */
  constructor(message: string, used: number) {
    super(message);
    this.used = used;
  }
}

/** The data that a reader needs or stores does not fit in the budget. */
export class ReadingFullError extends ArenaFullError {
  /** Describes the data that did not fit. */
  readonly what: string;

  /** Takes a description of the data that did not fit, and its size in bytes. */
  constructor(what: string, bytes: number) {
    super(
      `Cannot continue reading: ${what} would take ${bytes} bytes, more than --memory leaves for it`,
      bytes,
    );
    this.what = what;
  }
}

/** The memory, its views, and its allocations. */
export class Heap {
  /** The memory itself, for kernels and workers. */
  readonly memory: WebAssembly.Memory;
  /** The blocks in it, which can be spilled. */
  readonly store: BlockStore;
  /** Bytes above which blocks are spilled; the memory may become larger than that. */
  budget: number;
  readonly #space: FreeSpace;
  readonly #guards: Guards | undefined;
  readonly #limit: number;
  readonly #first: number;
  #used = 0;
  #highWater: number;
  #u8!: Uint8Array;
  #u16!: Uint16Array;
  #u32!: Uint32Array;
  #u64!: BigUint64Array;
  #f64!: Float64Array;

  /** Starts with little memory and grows on demand. */
  constructor(guard: (heap: Heap) => Guards | undefined = guardsOf) {
    const { budget, openFile, most = Infinity } = dataSettings();
    this.budget = budget;
    this.store = new BlockStore(openFile);
    this.memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
    this.#look();
    this.#guards = guard(this);
    if (this.#guards) this.#look();
    // Address 0 stays unused, so that it can mean "none".
    this.#first = this.#highWater = this.#guards?.first ?? PAGE;
    this.#limit = Math.min(this.#guards?.limit ?? LIMIT, this.#first + most);
    this.#space = new FreeSpace(this.#first);
  }

  /** Bytes allocated and not freed. */
  get used(): number {
    return this.#used;
  }

  /** Maximum number of allocated bytes so far: the process never returns memory below that. */
  get highWater(): number {
    return this.#highWater - this.#first;
  }

  /** View of the whole memory; take it again after an allocation, since growth replaces it. */
  get u8(): Uint8Array {
    return this.#u8;
  }

  /** View in half words; index is pointer / 2. */
  get u16(): Uint16Array {
    return this.#u16;
  }

  /** View in words; index is pointer / 4. */
  get u32(): Uint32Array {
    return this.#u32;
  }

  /** View in 64-bit words; index is pointer / 8. */
  get u64(): BigUint64Array {
    return this.#u64;
  }

  /** View in doubles; index is pointer / 8. */
  get f64(): Float64Array {
    return this.#f64;
  }

  /** Allocates at least `bytes` bytes, uninitialized, aligned to 16. */
  take(bytes: number): number {
    const room = this.#guards ? this.#guards.room(bytes) : bytes;
    this.makeRoom(bytes);
    const pointer = this.#placeFor(room);
    if (this.#space.end > this.#u8.length) this.#grow(pointer);
    if (this.#space.end > this.#highWater) this.#highWater = this.#space.end;
    const piece = this.#guards ? this.#guards.open(pointer, bytes) : pointer;
    this.#used += this.#sizeAt(piece)!;
    return piece;
  }

  /** Extends an allocation in place, without a copy. Returns false if it cannot grow. */
  extend(pointer: number, bytes: number): boolean {
    // In tests, guard bytes follow an allocation.
    if (this.#guards) return false;
    const before = this.#sizeAt(pointer)!;
    this.makeRoom(bytes - before);
    if (!this.#space.extend(pointer, bytes, this.#limit)) return false;
    this.#used += this.#sizeAt(pointer)! - before;
    if (this.#space.end > this.#u8.length) this.#grow();
    if (this.#space.end > this.#highWater) this.#highWater = this.#space.end;
    return true;
  }

  /**
   * Throws `ArenaFullError` if fewer than this many bytes are left, or if no free range is as long as
   * `longest`.
   */
  needPlace(bytes: number, longest: number): void {
    const left = (): number => this.#limit - this.#first - this.#used;
    while (left() < bytes && this.store.makeRoom(LEAST_ROOM) > 0);
    if (left() < bytes) {
      throw new ArenaFullError(`Cannot allocate memory: only ${left()} bytes are left`, this.#used);
    }
    this.#space.give(this.#placeFor(longest));
  }

  #placeFor(room: number): number {
    let pointer = this.#space.take(room, this.#limit);
    // When the address space runs out, each free range may be too short.
    while (pointer === undefined && this.store.makeRoom(Math.max(room, LEAST_ROOM)) > 0) {
      pointer = this.#space.take(room, this.#limit);
    }
    if (pointer !== undefined) return pointer;
    throw new ArenaFullError(
      `Cannot allocate memory: it would need ${this.#space.end + room} bytes, the limit is ${this.#limit}`,
      this.#used,
    );
  }

  /** Evicts blocks until the remaining ones fit in the budget. */
  makeRoom(more = 0): void {
    const beyond = this.#used + more - this.budget;
    if (beyond > 0) this.store.makeRoom(beyond, this.budget / LEAST_SHARE);
  }

  /** Frees an allocation; false if none begins there. */
  give(pointer: number): boolean {
    const size = this.#sizeAt(pointer);
    // In tests, an allocation is not reused at once; the memory returned here belonged to an older one, if
    // any.
    const room = this.#guards ? this.#guards.close(pointer) : pointer;
    if (size === undefined) return false;
    this.#used -= size;
    return room === undefined || this.#space.give(room);
  }

  /** In tests: throws if something wrote outside the allocations. */
  check(): void {
    this.#guards?.check();
  }

  /**
   * Grows the memory to the end of the allocations. If the system provides no more, frees `pointer` (if any).
   */
  #grow(pointer?: number): void {
    const have = this.#u8.length;
    // Untouched pages take no memory, so growing by a quarter costs nothing and avoids creating new views.
    const wanted = Math.min(LIMIT + PAGE, Math.max(this.#space.end, Math.floor(have * 1.25)));
    const pages = Math.ceil((wanted - have) / PAGE);
    try {
      this.memory.grow(pages);
    } catch {
      if (pointer !== undefined) this.#space.give(pointer);
      throw new ArenaFullError(
        `Cannot allocate memory: the system refused ${pages * PAGE} more bytes`,
        this.#used,
      );
    }
    this.#look();
  }

  /** Length of the allocation at an address, rounded up. */
  #sizeAt(pointer: number): number | undefined {
    return this.#guards ? this.#guards.sizeAt(pointer) : this.#space.sizeAt(pointer);
  }

  #look(): void {
    const buffer = this.memory.buffer;
    this.#u8 = new Uint8Array(buffer);
    this.#u16 = new Uint16Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
    this.#f64 = new Float64Array(buffer);
  }
}
