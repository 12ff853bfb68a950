/**
 * Samples of a profile as they are read, in pieces of memory: their names and places come after them.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { type Arena, ReadingFullError } from "../../memory/arena.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { PPROF_LIMITS } from "./limits.ts";
import { VARINT_BYTES, writeVarint } from "./wire.ts";

/** Samples may take such a part of the budget, or this many bytes where that is less. */
const SHARE = 4;
const LEAST_BYTES = 1 << 24;
const PIECE = 1 << 20;
/** Bytes of the length before each sample. */
const LENGTH_BYTES = 4;
/** Tags of its numbers: a location, a weight. */
const LOCATION_TAG = 1 << 3;
const WEIGHT_TAG = 2 << 3;

/** Samples that follow each other in memory. */
interface Piece {
  readonly pointer: number;
  /** Where the last one ends. */
  end: number;
  /** Where the memory ends. */
  readonly roomEnd: number;
}

/** Samples as protocol buffers have them, the length of each in four bytes before it. */
export class SampleList {
  /** How many there are. */
  count = 0;
  readonly #arena: Arena;
  readonly #pieces: Piece[] = [];
  readonly #most = Math.max(LEAST_BYTES, dataSettings().budget / SHARE);
  #bytes = 0;
  /** The sample that is being made. */
  #sample = new Uint8Array(256);
  #length = 0;

  /** Creates an empty sample list. */
  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** The last piece; a kernel may add samples up to its end. */
  get last(): Piece | undefined {
    return this.#pieces.at(-1);
  }

  /** Begins another piece, with room for a sample of this many bytes at least. Throws `ReadingFullError`. */
  addPiece(bytes: number): Piece {
    const length = Math.max(PIECE, bytes + LENGTH_BYTES);
    if (this.#bytes + length > this.#most) {
      throw new ReadingFullError("the samples of the profile", this.#bytes + length);
    }
    const pointer = this.#arena.alloc(length);
    this.#bytes += length;
    const piece = { pointer, end: pointer, roomEnd: pointer + length };
    this.#pieces.push(piece);
    return piece;
  }

  /** Adds a location to the sample that is being made. */
  addFrame(low: number, high: number): void {
    this.#addNumber(LOCATION_TAG, low, high);
  }

  /** Adds a weight to it. */
  addWeight(low: number, high: number): void {
    this.#addNumber(WEIGHT_TAG, low, high);
  }

  /** Keeps it. Throws `ReadingFullError`, and there is no such sample then. */
  endSample(): void {
    const length = this.#length;
    this.#length = 0;
    let piece = this.last;
    if (piece === undefined || piece.roomEnd - piece.end < length + LENGTH_BYTES) {
      piece = this.addPiece(length);
    }
    const { u8 } = this.#arena;
    for (let at = 0; at < LENGTH_BYTES; at++) u8[piece.end + at] = (length >>> (8 * at)) & 0xff;
    u8.set(this.#sample.subarray(0, length), piece.end + LENGTH_BYTES);
    piece.end += LENGTH_BYTES + length;
    this.count++;
  }

  /** Forgets it. */
  dropSample(): void {
    this.#length = 0;
  }

  /** Takes the first piece out, which the caller gives back with `free`. */
  shift(): Piece | undefined {
    return this.#pieces.shift();
  }

  /** Gives the memory of a piece back. */
  free({ pointer }: Piece): void {
    this.#arena.free(pointer);
  }

  /** Gives all memory back. */
  close(): void {
    for (const piece of this.#pieces) this.free(piece);
    this.#pieces.length = 0;
  }

  #addNumber(tag: number, low: number, high: number): void {
    if (this.#length > PPROF_LIMITS.profileMessage.most) {
      throw new ReadingFullError("a sample of the profile", this.#length);
    }
    if (this.#length + 1 + VARINT_BYTES > this.#sample.length) {
      this.#sample = grown(this.#sample, 2 * this.#sample.length);
    }
    this.#sample[this.#length] = tag;
    this.#length = writeVarint(this.#sample, this.#length + 1, low, high);
  }
}
