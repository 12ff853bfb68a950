/**
 * Bits of a stream that arrives in pieces, lowest bit of each byte first.
 * @module
 */

import { grown } from "../../base/grown.ts";
import type { Feed } from "../feed.ts";

/** Zero bytes after the end, so that reading needs no test: who reads looks afterwards whether that was too far. */
const SPARE = 16;
/** Bits that are enough for any part of a stream but the head of a meta-block. */
const ENOUGH = 256;

/** The next bit is number `at` of `bytes`. */
export class BitInput {
  readonly #feed: Feed;
  #end = 0;
  #ended = false;
  #base: number;

  /** Bytes available; zeros follow them. */
  bytes: Uint8Array = new Uint8Array((1 << 16) + SPARE);
  /** Number of the next bit. */
  at = 0;

  /** Takes everything from a feed. */
  constructor(feed: Feed) {
    this.#feed = feed;
    this.#base = feed.offset;
  }

  /** Offset in the compressed stream of the byte that has the next bit. */
  get offset(): number {
    return this.#base + Math.min(this.at + 7 >>> 3, this.#end);
  }

  /** True when bits have been read that are not there. */
  get isOver(): boolean {
    return this.at > this.over;
  }

  /** Bits available are those below this one. */
  get over(): number {
    return 8 * this.#end;
  }

  /** True when nothing follows the bytes available. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Up to this bit anything but the head of a meta-block can begin and is whole; beyond it look at `isOver`. */
  get limit(): number {
    return this.#ended ? Infinity : 8 * this.#end - ENOUGH;
  }

  /** Whole bytes available. */
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

  /** The next 15 bits and more, without stepping over them. */
  peek(): number {
    const { bytes, at } = this;
    const byte = at >>> 3;
    return (bytes[byte]! | bytes[byte + 1]! << 8 | bytes[byte + 2]! << 16) >>> (at & 7);
  }

  /** Goes to the next whole byte; false when the bits before it are not zero. */
  align(): boolean {
    return this.read(-this.at & 7) === 0;
  }

  /** Takes whole bytes, as many as there are and `into` holds. */
  take(into: Uint8Array): number {
    const from = this.at >>> 3;
    const count = Math.min(into.length, this.byteCount);
    into.set(this.bytes.subarray(from, from + count));
    this.at += 8 * count;
    return count;
  }

  /** Gets more bytes; false at the end of the source. */
  async more(): Promise<boolean> {
    const feed = this.#feed;
    if (feed.left === 0 && !(await feed.fill())) this.#ended = true;
    const used = Math.min(this.at >>> 3, this.#end);
    this.bytes.copyWithin(0, used, this.#end);
    this.#end -= used;
    this.#base += used;
    this.at -= 8 * used;
    // The head of a meta-block may be longer than all the room.
    if (this.#end + SPARE === this.bytes.length) this.bytes = grown(this.bytes, 2 * this.bytes.length);
    const count = Math.min(feed.left, this.bytes.length - SPARE - this.#end);
    this.bytes.set(feed.bytes.subarray(feed.at, feed.at + count), this.#end);
    feed.at += count;
    this.#end += count;
    this.bytes.fill(0, this.#end, this.#end + SPARE);
    return count > 0;
  }
}
