/**
 * Reads bits from a stream that arrives in chunks, lowest bit of each byte first.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { CompressedInput } from "../compressed_input.ts";

/**
 * Number of zero bytes after the end, so that reading needs no check: callers check afterwards whether they
 * read too far.
 */
const SPARE = 16;
/** Enough bits for any element of a stream except the header of a meta-block. */
const ENOUGH = 256;

/** Reads bits of `bytes`, starting at bit `at`. */
export class BitInput {
  readonly #feed: CompressedInput;
  #end = 0;
  #ended = false;
  #base: number;

  /** Available bytes, followed by zeros. */
  bytes: Uint8Array = new Uint8Array((1 << 16) + SPARE);
  /** Number of the next bit. */
  at = 0;

  /** Reads from a feed. */
  constructor(feed: CompressedInput) {
    this.#feed = feed;
    this.#base = feed.offset;
  }

  /** Offset in the compressed stream of the byte with the next bit. */
  get offset(): number {
    return this.#base + Math.min(this.at + 7 >>> 3, this.#end);
  }

  /** Returns whether bits beyond the available ones were read. */
  get isOver(): boolean {
    return this.at > this.over;
  }

  /** End of the available bits. */
  get over(): number {
    return 8 * this.#end;
  }

  /** Whether the available bytes are the last ones. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * An element other than a meta-block header is complete if it begins before this bit; otherwise `isOver`
   * must be checked.
   */
  get limit(): number {
    return this.#ended ? Infinity : 8 * this.#end - ENOUGH;
  }

  /** Number of whole bytes available. */
  get byteCount(): number {
    return Math.max(0, this.#end - (this.at + 7 >>> 3));
  }

  /** Reads up to 24 bits. */
  read(count: number): number {
    const { bytes, at } = this;
    const byte = at >>> 3;
    const word = bytes[byte]! | bytes[byte + 1]! << 8 | bytes[byte + 2]! << 16 | bytes[byte + 3]! << 24;
    this.at = at + count;
    return (word >>> (at & 7)) & ((1 << count) - 1);
  }

  /** Returns the next 15 bits or more, without consuming them. */
  peek(): number {
    const { bytes, at } = this;
    const byte = at >>> 3;
    return (bytes[byte]! | bytes[byte + 1]! << 8 | bytes[byte + 2]! << 16) >>> (at & 7);
  }

  /** Skips to the next whole byte; returns false if the skipped bits are not zero. */
  align(): boolean {
    return this.read(-this.at & 7) === 0;
  }

  /** Copies whole bytes, as many as are available and fit into `into`. */
  take(into: Uint8Array): number {
    const from = this.at >>> 3;
    const count = Math.min(into.length, this.byteCount);
    into.set(this.bytes.subarray(from, from + count));
    this.at += 8 * count;
    return count;
  }

  /** Reads more bytes; returns false at the end of the source. */
  async more(): Promise<boolean> {
    const feed = this.#feed;
    if (feed.left === 0 && !(await feed.fill())) this.#ended = true;
    const used = Math.min(this.at >>> 3, this.#end);
    this.bytes.copyWithin(0, used, this.#end);
    this.#end -= used;
    this.#base += used;
    this.at -= 8 * used;
    // A meta-block header may be longer than the buffer.
    if (this.#end + SPARE === this.bytes.length) this.bytes = growArray(this.bytes, 2 * this.bytes.length);
    const count = Math.min(feed.left, this.bytes.length - SPARE - this.#end);
    this.bytes.set(feed.bytes.subarray(feed.at, feed.at + count), this.#end);
    feed.at += count;
    this.#end += count;
    this.bytes.fill(0, this.#end, this.#end + SPARE);
    return count > 0;
  }
}
