/**
 * Samples of a profile in encoded form, stored in pieces of memory until their names and locations are known.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { type Arena, ReadingFullError } from "../../memory/arena.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { PPROF_LIMITS } from "./limits.ts";
import { VARINT_BYTES, writeVarint } from "./wire.ts";

/** Samples may use a `SHARE`th of the memory budget, or `MIN_BACKGROUND_BYTES` if that is more. */
const SHARE = 4;
const LEAST_BYTES = 1 << 24;
const PIECE = 1 << 20;
/** Size in bytes of the length before each sample. */
const LENGTH_BYTES = 4;
/** Protocol buffer tags of a location and of a weight. */
const LOCATION_TAG = 1 << 3;
const WEIGHT_TAG = 2 << 3;

/** A block of memory with consecutive samples. */
interface Piece {
  readonly pointer: number;
  /** End of the last sample. */
  end: number;
  /** End of the memory block. */
  readonly roomEnd: number;
}

/** Samples in protocol buffer form, each preceded by its length in four bytes. */
export class SampleList {
  /** Number of samples. */
  count = 0;
  readonly #arena: Arena;
  readonly #pieces: Piece[] = [];
  readonly #most = Math.max(LEAST_BYTES, dataSettings().budget / SHARE);
  #bytes = 0;
  /** The sample under construction. */
  #sample = new Uint8Array(256);
  #length = 0;

  /** Creates an empty sample list. */
  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** The last piece; a kernel may append samples to it. */
  get last(): Piece | undefined {
    return this.#pieces.at(-1);
  }

  /** Adds a piece with room for a sample of at least this many bytes. Throws `ReadingFullError`. */
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

  /** Adds a location to the sample under construction. */
  addFrame(low: number, high: number): void {
    this.#addNumber(LOCATION_TAG, low, high);
  }

  /** Adds a weight to the sample under construction. */
  addWeight(low: number, high: number): void {
    this.#addNumber(WEIGHT_TAG, low, high);
  }

  /** Appends the finished sample. If memory is full it throws `ReadingFullError` and drops the sample. */
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

  /** Discards the sample under construction. */
  dropSample(): void {
    this.#length = 0;
  }

  /** Removes and returns the first piece; the caller frees it with `free`. */
  shift(): Piece | undefined {
    return this.#pieces.shift();
  }

  /** Frees the memory of a piece. */
  free({ pointer }: Piece): void {
    this.#arena.free(pointer);
  }

  /** Frees all memory. */
  close(): void {
    for (const piece of this.#pieces) this.free(piece);
    this.#pieces.length = 0;
  }

  #addNumber(tag: number, low: number, high: number): void {
    if (this.#length > PPROF_LIMITS.profileMessage.most) {
      throw new ReadingFullError("a sample of the profile", this.#length);
    }
    if (this.#length + 1 + VARINT_BYTES > this.#sample.length) {
      this.#sample = growArray(this.#sample, 2 * this.#sample.length);
    }
    this.#sample[this.#length] = tag;
    this.#length = writeVarint(this.#sample, this.#length + 1, low, high);
  }
}
