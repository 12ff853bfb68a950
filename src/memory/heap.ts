/**
 * One growing shared WebAssembly memory, cut into pieces. Kernels and workers read columns, staging rows and file windows
 * in place. Who may use a piece, and when it comes back, is the business of arenas.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { BlockStore } from "./block_store.ts";
import { dataSettings } from "./data_settings.ts";
import { FreeSpace } from "./free_space.ts";
import { type Guards, guardsOf } from "./guards.ts";

const PAGE = 65536;
/** 32-bit pointers end here; the last page stays unused, so that the end of a piece is a pointer too. */
const LIMIT = FILE_LIMITS.memory.most - PAGE;

/** Blocks leave together when addresses end. */
const LEAST_ROOM = 1 << 26;
/** Whatever else takes the budget, blocks keep one part in so many: reading each of them again for each access takes longer. */
const LEAST_SHARE = 8;

/** The index would need more memory than 32-bit pointers reach, or than the system gives. */
export class ArenaFullError extends Error {
  override readonly name: string = "ArenaFullError";
  /** Bytes that were in use: much of it is given back before somebody learns of it. */
  readonly used: number;

  /** For memory of which this many bytes are in use. */
  constructor(message: string, used: number) {
    super(message);
    this.used = used;
  }
}

/** What a reader needs at once, or keeps, is beyond the budget: another way of being full. */
export class ReadingFullError extends ArenaFullError {
  /** What would have been beyond it. */
  readonly what: string;

  /** For what would take this many bytes. */
  constructor(what: string, bytes: number) {
    super(
      `Cannot continue reading: ${what} would take ${bytes} bytes, more than --memory leaves for it`,
      bytes,
    );
    this.what = what;
  }
}

/** The memory, its views, and its pieces. */
export class Heap {
  /** The memory itself, for kernels and workers. */
  readonly memory: WebAssembly.Memory;
  /** The blocks in it, which may leave. */
  readonly store: BlockStore;
  /** Bytes beyond which blocks leave; the memory may become larger than that. */
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
    // Address 0 stays free, so that it can mean "nothing".
    this.#first = this.#highWater = this.#guards?.first ?? PAGE;
    this.#limit = Math.min(this.#guards?.limit ?? LIMIT, this.#first + most);
    this.#space = new FreeSpace(this.#first);
  }

  /** Bytes handed out and not returned. */
  get used(): number {
    return this.#used;
  }

  /** The furthest that pieces have reached, in bytes from the first: memory of the process never gets less than that. */
  get highWater(): number {
    return this.#highWater - this.#first;
  }

  /** View of everything; take it again after an allocation, growth makes a longer one. */
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

  /** A piece of at least `bytes` bytes with anything in it, aligned to 16. */
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

  /** Makes a piece longer where it lies: nothing is copied, and memory need not hold it twice. False where it cannot. */
  extend(pointer: number, bytes: number): boolean {
    // Under test what is behind a piece guards it.
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
   * Throws `ArenaFullError` where fewer than this many bytes are left, or none of their pieces is as long as `longest`.
   */
  needPlace(bytes: number, longest: number): void {
    const left = (): number => this.#limit - this.#first - this.#used;
    while (left() < bytes && this.store.makeRoom(LEAST_ROOM) > 0);
    if (left() < bytes) {
      throw new ArenaFullError(`Cannot hold the index: only ${left()} bytes of memory are left`, this.#used);
    }
    this.#space.give(this.#placeFor(longest));
  }

  #placeFor(room: number): number {
    let pointer = this.#space.take(room, this.#limit);
    // Where addresses end, what is free may lie in pieces that are too small.
    while (pointer === undefined && this.store.makeRoom(Math.max(room, LEAST_ROOM)) > 0) {
      pointer = this.#space.take(room, this.#limit);
    }
    if (pointer !== undefined) return pointer;
    throw new ArenaFullError(
      `Cannot hold the index: ${this.#space.end + room} bytes needed, memory ends at ${this.#limit}`,
      this.#used,
    );
  }

  /** Blocks leave until the rest is within the budget. */
  makeRoom(more = 0): void {
    const beyond = this.#used + more - this.budget;
    if (beyond > 0) this.store.makeRoom(beyond, this.budget / LEAST_SHARE);
  }

  /** Takes a piece back; false where none begins. */
  give(pointer: number): boolean {
    const size = this.#sizeAt(pointer);
    // Under test a piece waits before it is used again; the room is that of another one then, or nothing yet.
    const room = this.#guards ? this.#guards.close(pointer) : pointer;
    if (size === undefined) return false;
    this.#used -= size;
    return room === undefined || this.#space.give(room);
  }

  /** Under test: throws when something wrote outside the pieces. */
  check(): void {
    this.#guards?.check();
  }

  /** Makes the memory as long as the pieces; `pointer`, where there is one, goes back when the system gives no more. */
  #grow(pointer?: number): void {
    const have = this.#u8.length;
    // Untouched pages take no memory, so growing by a quarter only saves new views.
    const wanted = Math.min(LIMIT + PAGE, Math.max(this.#space.end, Math.floor(have * 1.25)));
    const pages = Math.ceil((wanted - have) / PAGE);
    try {
      this.memory.grow(pages);
    } catch {
      if (pointer !== undefined) this.#space.give(pointer);
      throw new ArenaFullError(
        `Cannot hold the index: the system refused ${pages * PAGE} more bytes`,
        this.#used,
      );
    }
    this.#look();
  }

  /** Length of the piece at an address, as it is cut. */
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
