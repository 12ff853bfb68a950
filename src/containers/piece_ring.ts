/**
 * A ring of chunks in shared memory that one thread fills with decoded bytes and another reads in place. It
 * has few chunks, so decoding waits if reading does not keep up.
 * @module
 */

/** Maximum decoded bytes in a chunk: as many as writers put into a snappy chunk. */
export const PIECE_BYTES = 1 << 20;
/**
 * Number of bytes in front of every chunk that its reader may write, for the start of a record that the chunk
 * continues.
 */
export const HEAD_ROOM = 1 << 16;
/** Chunks in a ring. */
const PIECES = 4;
/** Bytes after every chunk, so that kernels may read whole vectors at its end. */
const TAIL_ROOM = 64;
/** Bytes from one chunk to the next. */
const STRIDE = HEAD_ROOM + PIECE_BYTES + TAIL_ROOM;

/** Bytes of shared memory that a ring takes. */
export const RING_BYTES: number = PIECES * STRIDE;
/** Bytes of the control words that the threads share. */
export const CONTROL_BYTES = 256;

// 32-bit words of the control block.
const PHASE = 0;
const PUBLISHED = 1;
const RELEASED = 2;
const WAITING = 3;
const STOPPED = 4;
const LENGTHS = 8;
// Index of a 64-bit word of the control block.
const POSITION = 8;
const CONSUMED = 9;
const STARTS = 10;

// Phases of the writer.
const NEW = 0;
const RUNNING = 1;
const CANCELLED = 2;
const ENDED = 3;

/** A filled chunk. */
export interface Piece {
  /** Address of its first byte; the `HEAD_ROOM` bytes before it belong to the reader. */
  readonly pointer: number;
  /** Number of bytes. */
  readonly length: number;
  /** Stream offset of the first byte of the piece. */
  readonly start: number;
}

/** Either side of a ring; each thread creates its own over the same memory. */
export class PieceRing {
  readonly #words: Int32Array;
  readonly #longs: BigInt64Array;
  readonly #base: number;

  /** `control` must be zeroed; chunks start at address `base`. */
  constructor(control: SharedArrayBuffer, base: number) {
    this.#words = new Int32Array(control);
    this.#longs = new BigInt64Array(control);
    this.#base = base;
  }

  /**
   * Writer: starts, unless the reader has already stopped; the writer must not write to chunks before this
   * returns true.
   */
  begin(): boolean {
    return Atomics.compareExchange(this.#words, PHASE, NEW, RUNNING) === NEW;
  }

  /** Writer: waits for a free chunk; undefined if the reader has stopped. Blocks the thread. */
  take(): number | undefined {
    const words = this.#words;
    while (!this.stopped) {
      const released = Atomics.load(words, RELEASED);
      const published = Atomics.load(words, PUBLISHED);
      if (published - released < PIECES) return this.#pointer(published);
      Atomics.wait(words, RELEASED, released);
    }
    return undefined;
  }

  /**
   * Writer: marks the taken chunk as filled with `length` bytes from stream offset `start`. Returns true if
   * the reader must be woken.
   */
  publish(start: number, length: number): boolean {
    const words = this.#words;
    const published = Atomics.load(words, PUBLISHED);
    Atomics.store(words, LENGTHS + published % PIECES, length);
    Atomics.store(this.#longs, STARTS + published % PIECES, BigInt(start));
    Atomics.store(words, PUBLISHED, published + 1);
    return this.#wake();
  }

  /** Writer: marks the end, after the last chunk. Returns true if the reader must be woken. */
  end(): boolean {
    Atomics.store(this.#words, PHASE, ENDED);
    return this.#wake();
  }

  /** Writer: whether the reader has stopped. */
  get stopped(): boolean {
    return Atomics.load(this.#words, STOPPED) !== 0;
  }

  /** Stream offset that the reader has reached without the ring. */
  get position(): number {
    return Number(Atomics.load(this.#longs, POSITION));
  }

  set position(offset: number) {
    Atomics.store(this.#longs, POSITION, BigInt(offset));
  }

  /** File bytes that the writer has read. */
  get consumed(): number {
    return Number(Atomics.load(this.#longs, CONSUMED));
  }

  set consumed(offset: number) {
    Atomics.store(this.#longs, CONSUMED, BigInt(offset));
  }

  /** Reader: the oldest filled chunk; undefined if there is none. */
  oldest(): Piece | undefined {
    return this.#full(0);
  }

  /** Reader: the chunk after the oldest. */
  second(): Piece | undefined {
    return this.#full(1);
  }

  /** Reader: releases the oldest chunk. */
  release(): void {
    Atomics.add(this.#words, RELEASED, 1);
    Atomics.notify(this.#words, RELEASED);
  }

  /** Reader: requests to be woken by the next `publish` or `end`; check again before waiting. */
  askForWake(): void {
    Atomics.store(this.#words, WAITING, 1);
  }

  /** Reader: stops. Returns true if the writer never started, so that the memory can be freed at once. */
  stop(): boolean {
    Atomics.store(this.#words, STOPPED, 1);
    Atomics.notify(this.#words, RELEASED);
    return Atomics.compareExchange(this.#words, PHASE, NEW, CANCELLED) === NEW;
  }

  /** Whether the writer has ended, so that the chunks filled by now are the last. */
  get ended(): boolean {
    return Atomics.load(this.#words, PHASE) === ENDED;
  }

  #full(ahead: number): Piece | undefined {
    const index = Atomics.load(this.#words, RELEASED) + ahead;
    if (Atomics.load(this.#words, PUBLISHED) - index <= 0) return undefined;
    return {
      pointer: this.#pointer(index),
      length: Atomics.load(this.#words, LENGTHS + index % PIECES),
      start: Number(Atomics.load(this.#longs, STARTS + index % PIECES)),
    };
  }

  #pointer(index: number): number {
    return this.#base + index % PIECES * STRIDE + HEAD_ROOM;
  }

  #wake(): boolean {
    return Atomics.exchange(this.#words, WAITING, 0) === 1;
  }
}
