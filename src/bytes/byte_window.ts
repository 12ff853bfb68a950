/**
 * The sliding window of a stream that a reader works on. It is in the arena, so that a WASM decoder and a
 * TypeScript reader see the same bytes.
 * @module
 */

import { powerOfTwo } from "../base/power_of_two.ts";
import { type Arena, ReadingFullError } from "../memory/arena.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { BorrowedPiece, ByteSource, PieceSource } from "./byte_source.ts";
import type { CancelCheck } from "./cancel_check.ts";

/** Initial size of a window; it grows only when a reader needs more bytes at once and the stream has them. */
export const WINDOW_BYTES = 1 << 20;

/** A window up to this size is not checked against the budget: the blocks of any reader take more. */
const SMALL_BYTES = FILE_LIMITS.recordWithoutBudget.most;

/**
 * A reader works synchronously on `bytes[at..end)` and awaits `more()` when a record extends beyond the
 * window's end:
 *
 * ```ts ignore
 * while (true) {
 *   const used = decodeWholeRecords(window.bytes, window.at, window.end);
 *   window.at += used;
 *   if (!(await window.more())) break; // the end: what is left is a cut record
 * }
 * ```
 */
export class ByteWindow {
  readonly #source: ByteSource;
  readonly #arena: Arena;
  /** The window's own buffer; 0 while the window shows borrowed pieces. */
  #own: number;
  #capacity: number;
  #wanted = 0;
  #lent = false;
  #pointer: number;
  #base = 0;
  #ended = false;
  #overflow: number | undefined;
  #onProgress: ((offset: number) => void) | undefined;
  #limit = Infinity;

  /**
   * If there is not enough memory for a record, the stream ends there for its reader and `overflow` is set;
   * if this is false, an error is thrown instead.
   */
  endsWhereFull = false;
  /** Checked before more is read. */
  turns: CancelCheck | undefined;
  /** Next unread byte, as an index into `bytes`. */
  at = 0;
  /** End of the available bytes, as an index into `bytes`. */
  end = 0;
  /** View of the window; `more()` replaces it. */
  bytes: Uint8Array;

  /** Reads nothing yet: call `more()`. The source begins at `base` of the stream. */
  constructor(source: ByteSource, arena: Arena, capacity: number = WINDOW_BYTES, base = 0) {
    this.#source = source;
    this.#arena = arena;
    this.#capacity = capacity;
    this.#base = base;
    this.#own = this.#pointer = arena.alloc(capacity);
    this.bytes = arena.u8.subarray(this.#pointer, this.#pointer + capacity);
  }

  /** Called after every read with the number of bytes read so far. */
  set onProgress(report: ((offset: number) => void) | undefined) {
    this.#onProgress = report;
  }

  /** Arena address of `bytes[0]`, for kernels; it changes with `more()`. */
  get pointer(): number {
    return this.#pointer;
  }

  /** Offset in the stream of `bytes[0]`. */
  get base(): number {
    return this.#base;
  }

  /** Offset in the stream of the next unread byte. */
  get offset(): number {
    return this.#base + this.at;
  }

  /** Number of unread bytes that are available. */
  get left(): number {
    return this.end - this.at;
  }

  /** True once the source has reached its end. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * The bytes that the window would have needed when there was not enough memory for a record: the stream
   * ended there for its reader.
   */
  get overflow(): number | undefined {
    return this.#overflow;
  }

  /** Length of the whole stream, if known. */
  get size(): number | undefined {
    return this.#source.size;
  }

  /** Ends the stream at an offset, as if nothing followed: the source may have grown since it was read. */
  endAt(offset: number): void {
    this.#limit = offset;
    this.#cutAtLimit();
  }

  /** From now on, this many bytes are available at once, for readers that let another thread process them. */
  widen(bytes: number): void {
    this.#wanted = bytes;
  }

  /**
   * Drops the bytes before `at` and reads more; returns false if the stream has ended. Positions change,
   * because the remaining bytes move to the front.
   */
  async more(): Promise<boolean> {
    if (this.#ended) return false;
    const turn = this.turns?.look();
    if (turn) await turn;
    const { lender } = this.#source;
    if (lender && this.left <= lender.headRoom) {
      const piece = await lender.borrow();
      if (piece !== undefined) {
        const hasMore = this.#look(piece, lender);
        this.#cutAtLimit();
        return hasMore;
      }
    }
    this.#base += this.at;
    if (this.#lent) this.#copyLent(lender!);
    else if (this.at > 0) {
      this.bytes.copyWithin(0, this.at, this.end);
      this.end -= this.at;
    }
    this.at = 0;
    if (this.end === this.#capacity || this.#capacity < this.#wanted) {
      if (!this.#grow()) {
        this.#ended = true;
        return false;
      }
    } else this.bytes = this.#arena.u8.subarray(this.#pointer, this.#pointer + this.#capacity);
    // Short reads (from a pipe) are collected, so that decoders get long runs.
    const wanted = Math.min(this.#capacity, this.end + (this.#capacity >> 1));
    const before = this.end;
    while (this.end < wanted) {
      const count = await this.#source.read(this.bytes.subarray(this.end));
      if (count === 0) {
        this.#ended = true;
        break;
      }
      this.end += count;
    }
    this.#cutAtLimit();
    this.#onProgress?.(this.#base + this.end);
    return this.end > before;
  }

  #cutAtLimit(): void {
    if (this.#base + this.end < this.#limit) return;
    this.end = Math.max(this.at, this.#limit - this.#base);
    this.#ended = true;
  }

  /** Continues after the end of the source, because it is a file that has grown. */
  goOn(): void {
    this.#ended = false;
  }

  /** Reads until `count` unread bytes are available; returns false if the stream ends before that. */
  async need(count: number): Promise<boolean> {
    while (this.left < count) if (!(await this.more())) return false;
    return true;
  }

  /** Skips `count` bytes, whether they are available or not; returns false if the stream ends before that. */
  async skip(count: number): Promise<boolean> {
    while (this.left < count) {
      count -= this.left;
      this.at = this.end;
      if (!(await this.more())) return false;
    }
    this.at += count;
    return true;
  }

  /** Whether these bytes are in the window's own buffer and fill most of it. */
  holds(pointer: number, bytes: number): boolean {
    return !this.#lent && pointer >= this.#own && pointer + bytes <= this.#own + this.#capacity &&
      4 * bytes > this.#capacity;
  }

  /** Continues in a new buffer. The caller keeps the old one until it calls the returned function. */
  leaveBuffer(): () => void {
    const { left } = this;
    const before = this.#own;
    const capacity = Math.max(WINDOW_BYTES, powerOfTwo(left + 1));
    const pointer = this.#arena.alloc(capacity);
    this.#arena.u8.copyWithin(pointer, this.#pointer + this.at, this.#pointer + this.end);
    this.#own = this.#pointer = pointer;
    this.#capacity = capacity;
    this.bytes = this.#arena.u8.subarray(pointer, pointer + capacity);
    this.#base += this.at;
    this.at = 0;
    this.end = left;
    return () => this.#arena.free(before);
  }

  /** Frees the memory and closes the source. */
  close(): void {
    this.#arena.free(this.#own);
    this.#own = this.#pointer = 0;
    this.#source.close();
  }

  /** Continues with a borrowed piece; unread bytes are copied in front of it. */
  #look(piece: BorrowedPiece | null, lender: PieceSource): boolean {
    if (piece === null) {
      this.#ended = true;
      this.#onProgress?.(this.#base + this.end);
      return false;
    }
    const { left } = this;
    const pointer = piece.pointer - left;
    const bytes = this.#arena.u8.subarray(pointer, piece.pointer + piece.length);
    bytes.set(this.bytes.subarray(this.at, this.end));
    if (this.#lent) lender.giveBack();
    else {
      this.#arena.free(this.#own);
      this.#own = 0;
      this.#lent = true;
    }
    this.#base += this.at;
    this.at = 0;
    this.end = bytes.length;
    this.bytes = bytes;
    this.#pointer = pointer;
    this.#onProgress?.(this.#base + this.end);
    return true;
  }

  /** Returns to the window's own buffer, because a record is longer than the space in front of a piece. */
  #copyLent(lender: PieceSource): void {
    const { left } = this;
    while (this.#capacity < left) this.#capacity *= 2;
    this.#own = this.#arena.alloc(this.#capacity);
    const bytes = this.#arena.u8.subarray(this.#own, this.#own + this.#capacity);
    bytes.set(this.bytes.subarray(this.at, this.end));
    lender.giveBack();
    this.#lent = false;
    this.end = left;
    this.bytes = bytes;
    this.#pointer = this.#own;
  }

  /**
   * Returns a larger capacity: twice as large, or what is left of the budget; undefined if that is no
   * increase. May throw `ReadingFullError`.
   */
  #larger(): number | undefined {
    const capacity = Math.max(this.#capacity * 2, this.#wanted);
    if (capacity <= SMALL_BYTES) return capacity;
    const room = Math.floor(this.#arena.roomFor(this.#capacity));
    if (room >= this.#capacity + WINDOW_BYTES) return Math.min(capacity, room);
    if (!this.endsWhereFull) throw new ReadingFullError("a record", capacity);
    this.#overflow = capacity;
    return undefined;
  }

  /** Enlarges the buffer; returns false if there is no memory for it. */
  #grow(): boolean {
    const capacity = this.#larger();
    if (capacity === undefined) return false;
    if (this.#arena.extend(this.#pointer, capacity)) {
      this.#capacity = capacity;
      this.bytes = this.#arena.u8.subarray(this.#pointer, this.#pointer + capacity);
      return true;
    }
    const pointer = this.#arena.alloc(capacity);
    const bytes = this.#arena.u8.subarray(pointer, pointer + capacity);
    bytes.set(this.bytes.subarray(0, this.end));
    this.#arena.free(this.#pointer);
    this.#own = this.#pointer = pointer;
    this.#capacity = capacity;
    this.bytes = bytes;
    return true;
  }
}
