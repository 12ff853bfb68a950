/**
 * A ring of pieces in shared memory that one thread fills with decoded bytes and another one reads where they lie.
 * There are few pieces, so that decoding waits when reading does not keep up.
 * @module
 */

/** Decoded bytes in a piece, at most: what writers of snappy chunks put into one. */
export const PIECE_BYTES = 1 << 20;
/** Bytes in front of every piece that its reader may write: the start of a record whose rest the piece brings. */
export const HEAD_ROOM = 1 << 16;
/** Pieces of a ring. */
const PIECES = 4;
/** Bytes after every piece, so that kernels may read whole vectors at its end. */
const TAIL_ROOM = 64;
/** Bytes from one piece to the next. */
const STRIDE = HEAD_ROOM + PIECE_BYTES + TAIL_ROOM;

/** Bytes of shared memory that a ring takes. */
export const RING_BYTES: number = PIECES * STRIDE;
/** Bytes of the words by which the threads talk. */
export const CONTROL_BYTES = 256;

// 32-bit words of the control block.
const PHASE = 0;
const PUBLISHED = 1;
const RELEASED = 2;
const WAITING = 3;
const STOPPED = 4;
const LENGTHS = 8;
// 64-bit words.
const POSITION = 8;
const CONSUMED = 9;
const STARTS = 10;

// Phases of the writer.
const NEW = 0;
const RUNNING = 1;
const CANCELLED = 2;
const ENDED = 3;

/** A piece available. */
export interface Piece {
  /** Address of its first byte; `HEAD_ROOM` bytes before it are the reader's. */
  readonly pointer: number;
  /** How many bytes it holds. */
  readonly length: number;
  /** Offset in the stream of its first byte. */
  readonly start: number;
}

/** Either side of a ring; each thread makes its own over the same memory. */
export class PieceRing {
  readonly #words: Int32Array;
  readonly #longs: BigInt64Array;
  readonly #base: number;

  /** `control` is zeroed at first; pieces lie from address `base` on. */
  constructor(control: SharedArrayBuffer, base: number) {
    this.#words = new Int32Array(control);
    this.#longs = new BigInt64Array(control);
    this.#base = base;
  }

  /** Writer: begins, unless the reader has lost interest before; nothing is written to pieces without it. */
  begin(): boolean {
    return Atomics.compareExchange(this.#words, PHASE, NEW, RUNNING) === NEW;
  }

  /** Writer: a piece to fill, after waiting for one; undefined when the reader wants no more. Blocks the thread. */
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

  /** Writer: the piece that was taken holds `length` bytes from stream offset `start` on. True = wake the reader. */
  publish(start: number, length: number): boolean {
    const words = this.#words;
    const published = Atomics.load(words, PUBLISHED);
    Atomics.store(words, LENGTHS + published % PIECES, length);
    Atomics.store(this.#longs, STARTS + published % PIECES, BigInt(start));
    Atomics.store(words, PUBLISHED, published + 1);
    return this.#wake();
  }

  /** Writer: no more pieces come. True = wake the reader. */
  end(): boolean {
    Atomics.store(this.#words, PHASE, ENDED);
    return this.#wake();
  }

  /** Writer: whether the reader wants no more. */
  get stopped(): boolean {
    return Atomics.load(this.#words, STOPPED) !== 0;
  }

  /** How far the reader has come without the ring, an offset in the stream. */
  get position(): number {
    return Number(Atomics.load(this.#longs, POSITION));
  }

  set position(offset: number) {
    Atomics.store(this.#longs, POSITION, BigInt(offset));
  }

  /** Bytes of the file that the writer has read. */
  get consumed(): number {
    return Number(Atomics.load(this.#longs, CONSUMED));
  }

  set consumed(offset: number) {
    Atomics.store(this.#longs, CONSUMED, BigInt(offset));
  }

  /** Reader: the oldest piece that is full; undefined when there is none. */
  oldest(): Piece | undefined {
    return this.#full(0);
  }

  /** Reader: the piece after the oldest. */
  second(): Piece | undefined {
    return this.#full(1);
  }

  /** Reader: gives the oldest piece back. */
  release(): void {
    Atomics.add(this.#words, RELEASED, 1);
    Atomics.notify(this.#words, RELEASED);
  }

  /** Reader: asks to be woken by the next `publish` or `end`; look again before waiting. */
  askForWake(): void {
    Atomics.store(this.#words, WAITING, 1);
  }

  /** Reader: wants no more. True when the writer never began, so that the memory is free at once. */
  stop(): boolean {
    Atomics.store(this.#words, STOPPED, 1);
    Atomics.notify(this.#words, RELEASED);
    return Atomics.compareExchange(this.#words, PHASE, NEW, CANCELLED) === NEW;
  }

  /** Whether the writer has ended: pieces that are full by now are the last. */
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
