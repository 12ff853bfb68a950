/**
 * A stream that another thread decodes while this thread reads. Starting a thread takes a while: until its
 * first piece arrives, this thread decodes by itself, and the other thread skips what has been read by then.
 * @module
 */

import type { BorrowedPiece, ByteSource, PieceSource } from "../bytes/byte_source.ts";
import { CONTROL_BYTES, HEAD_ROOM, type Piece, PieceRing, RING_BYTES } from "../containers/piece_ring.ts";
import type { Unwrapped } from "../containers/unwrap.ts";
import type { CancelCheck } from "../bytes/cancel_check.ts";
import type { Arena } from "../memory/arena.ts";
import { mayUseThreads } from "../memory/threads.ts";
import {
  DECODE_WORKER,
  type DecodeMessage,
  type DecodeOrder,
  type DecodeReport,
  errorOf,
} from "./decode_worker.ts";
import { FileSource } from "./file_source.ts";
import { mayLoad } from "./permission.ts";

/** A smaller file is completely read before a thread has started. */
export const MIN_BACKGROUND_BYTES: number = 4 << 20;

/** Maximum time between checks of signals and timers, in milliseconds. */
const LONGEST_RUN = 40;
/** Maximum wait for the other thread, in milliseconds, before checking whether reading was cancelled. */
const LONGEST_WAIT = 100;

/** A stream without its containers, and the damage found in them. */
export interface UnwrappedStream extends Pick<Unwrapped, "source" | "damage" | "points"> {
  /**
   * Waits until `damage` is complete for everything that was read, even if reading stopped early; the source
   * must be closed.
   */
  settled?(): Promise<void>;
}

/** Decodes the containers on another thread if that pays off; otherwise returns `inside` unchanged. */
export function decodeInBackground(
  inside: Pick<Unwrapped, "source" | "damage" | "points" | "containers">,
  file: ByteSource,
  arena: Arena,
  leastBytes = MIN_BACKGROUND_BYTES,
  turns?: CancelCheck,
): UnwrappedStream {
  const worthWhile = inside.containers.length > 0 && mayUseThreads() &&
    file instanceof FileSource && file.identity !== "" && (file.size ?? 0) >= leastBytes;
  if (!worthWhile || !mayLoad(DECODE_WORKER)) return inside;
  const source = new BackgroundSource(inside, file, arena, turns);
  return {
    source,
    damage: () => source.damage,
    points: () => source.points,
    settled: () => source.settled(),
  };
}

/** The stream as the reading thread sees it: decoded here at first, then by the other thread. */
class BackgroundSource implements ByteSource {
  readonly #inside: UnwrappedStream;
  readonly #file: FileSource;
  readonly #arena: Arena;
  readonly #turns: CancelCheck | undefined;
  readonly #base: number;
  readonly #ring: PieceRing;
  readonly #worker: Worker | undefined;
  #report: DecodeReport | undefined;
  #broken: string | undefined;
  #wake: (() => void) | undefined;
  /** True as long as this thread decodes by itself. */
  #direct = true;
  /** Number of bytes read so far. */
  #offset = 0;
  /** Number of pieces that are borrowed now. */
  #lent = 0;
  /** When the event loop last ran. */
  #lastTurn = performance.now();
  #closed = false;
  #freed = false;

  /** Lends the pieces of the other thread. */
  readonly lender: PieceSource = {
    headRoom: HEAD_ROOM,
    borrow: () => this.#borrow(),
    giveBack: () => {
      this.#lent--;
      this.#ring.release();
    },
  };

  /** Starts the thread; `inside` is the stream as this thread reads it, from its start. */
  constructor(
    inside: Pick<Unwrapped, "source" | "damage" | "points" | "containers">,
    file: FileSource,
    arena: Arena,
    turns: CancelCheck | undefined,
  ) {
    this.#turns = turns;
    this.#inside = inside;
    this.#file = file;
    this.#arena = arena;
    const control = new SharedArrayBuffer(CONTROL_BYTES);
    this.#base = arena.alloc(RING_BYTES);
    this.#ring = new PieceRing(control, this.#base);
    let worker: Worker | undefined;
    try {
      worker = new Worker(DECODE_WORKER, { type: "module" });
      worker.onerror = (event) => {
        event.preventDefault();
        this.#broken = event.message;
        this.#wake?.();
      };
      worker.onmessage = ({ data }: MessageEvent<DecodeMessage>) => this.#hear(data);
      const { path, identity } = file;
      const { containers } = inside;
      const order: DecodeOrder = {
        path,
        identity,
        limit: file.limit,
        containers,
        memory: arena.memory,
        base: this.#base,
        control,
        sums: file.isChecked ? file.sums : undefined,
        summing: !file.isChecked && file.sums !== undefined,
      };
      worker.postMessage(order);
      this.#worker = worker;
    } catch (error) {
      // A thread that never gets its order would wait until the program ends.
      worker?.terminate();
      this.#broken = error instanceof Error ? error.message : String(error);
    }
  }

  /** Length of the stream, if known. */
  get size(): number | undefined {
    return this.#inside.source.size;
  }

  /** Damage of the containers. */
  get damage(): Unwrapped["damage"] extends () => infer T ? T : never {
    return this.#direct ? this.#inside.damage() : this.#report?.damage ?? [];
  }

  /** Offsets at which the containers can be restarted. */
  get points(): readonly number[] {
    return this.#direct ? this.#inside.points() : this.#report?.points ?? [];
  }

  /** Copies the next bytes. */
  async read(into: Uint8Array): Promise<number> {
    if (this.#direct && !this.#takeOver()) {
      const count = await this.#inside.source.read(into);
      this.#offset += count;
      this.#ring.position = this.#offset;
      return count;
    }
    const piece = await this.#next();
    if (piece === null) return 0;
    const skip = this.#offset - piece.start;
    const count = Math.min(into.length, piece.length - skip);
    into.set(this.#arena.u8.subarray(piece.pointer + skip, piece.pointer + skip + count));
    this.#offset += count;
    if (skip + count === piece.length) this.#ring.release();
    return count;
  }

  /** Ends the thread, and closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#inside.source.close();
    // The thread may still be writing into the ring, so its last message frees the ring.
    if (this.#ring.stop() || this.#report !== undefined) this.#free();
  }

  /** Waits for the last report of the other thread, if that thread decoded what was read. */
  async settled(): Promise<void> {
    this.close();
    while (!this.#direct && this.#report === undefined && this.#broken === undefined) await this.#wait();
    if (!this.#file.isChecked) this.#file.adoptSums(this.#report?.sums);
  }

  async #borrow(): Promise<BorrowedPiece | null | undefined> {
    if (this.#direct && !this.#takeOver()) return undefined;
    const piece = await this.#next();
    if (piece === null) return null;
    const skip = this.#offset - piece.start;
    this.#offset = piece.start + piece.length;
    this.#lent++;
    return { pointer: piece.pointer + skip, length: piece.length - skip };
  }

  /** Returns true once the other thread has the next bytes; this thread then stops decoding. */
  #takeOver(): boolean {
    for (let piece = this.#ring.oldest(); piece !== undefined; piece = this.#ring.oldest()) {
      if (piece.start + piece.length > this.#offset) {
        this.#direct = false;
        this.#inside.source.close();
        return true;
      }
      this.#ring.release();
    }
    return false;
  }

  /** Returns the oldest piece that is not borrowed; null at the end. */
  async #next(): Promise<Piece | null> {
    while (true) {
      if (performance.now() - this.#lastTurn > LONGEST_RUN) await this.#turn();
      const { ended } = this.#ring;
      const piece = this.#firstFull();
      this.#file.advance(this.#ring.consumed);
      if (piece !== undefined) return piece;
      if (this.#broken !== undefined) throw new Error(`Cannot decode any further: ${this.#broken}`);
      if (ended && this.#report !== undefined) {
        if (this.#report.failure) throw errorOf(this.#report.failure);
        return null;
      }
      // The window pauses only between pieces, and the next piece may take long.
      await this.#turns?.look();
      await this.#wait();
    }
  }

  /** Lets the event loop run: pieces that are ready arrive without a delay. */
  async #turn(): Promise<void> {
    // Signals are handled before timers; `setImmediate` would run before both.
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#lastTurn = performance.now();
  }

  /** Returns the oldest full piece that is not borrowed; undefined if there is none. */
  #firstFull(): Piece | undefined {
    return this.#lent > 0 ? this.#ring.second() : this.#ring.oldest();
  }

  #wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = this.#turns && !this.#closed ? setTimeout(resolve, LONGEST_WAIT) : undefined;
    this.#ring.askForWake();
    // A piece may have arrived between the check and the wait. The last report comes as a message in any
    // case.
    if (!this.#closed && this.#firstFull() !== undefined) resolve();
    return promise.then(() => {
      if (timer !== undefined) clearTimeout(timer);
      this.#lastTurn = performance.now();
    });
  }

  #hear(message: DecodeMessage): void {
    if (message !== null) {
      this.#report = message;
      if (this.#closed) this.#free();
    }
    this.#wake?.();
  }

  #free(): void {
    if (this.#freed) return;
    this.#freed = true;
    this.#worker?.terminate();
    this.#arena.free(this.#base);
  }
}
