/**
 * The compressed side of a container: a buffer over a source, which tracks its position in the stream.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import type { ByteSource } from "../bytes/byte_source.ts";

const FEED_BYTES = 1 << 17;

/** Unread compressed bytes are `bytes[at..end)`; `fill()` reads more. */
export class CompressedInput {
  readonly #source: ByteSource;
  #base: number;
  #ended = false;

  /** Compressed bytes; only `[at..end)` is valid. */
  bytes: Uint8Array = new Uint8Array(FEED_BYTES);
  /** Index of the next unread byte. */
  at = 0;
  /** End of the available bytes. */
  end = 0;

  /** Creates the buffer without reading; the source is at offset `base` of the compressed stream. */
  constructor(source: ByteSource, base = 0) {
    this.#source = source;
    this.#base = base;
  }

  /** Offset in the compressed stream of the next unread byte. */
  get offset(): number {
    return this.#base + this.at;
  }

  /** Number of unread bytes available. */
  get left(): number {
    return this.end - this.at;
  }

  /** Whether the source has ended; it is not read again, even if it is a file that grows. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Reads once; returns false at the end of the source. */
  async fill(): Promise<boolean> {
    if (this.#ended) return false;
    if (this.at === this.end) this.#moveToFront();
    if (this.end === this.bytes.length) {
      if (this.at > 0) this.#moveToFront();
      // This happens only if `need` requires more than the buffer contains, and only as data arrives.
      else this.bytes = growArray(this.bytes, this.bytes.length * 2);
    }
    const count = await this.#source.read(this.bytes.subarray(this.end));
    if (count === 0) this.#ended = true;
    this.end += count;
    return count > 0;
  }

  /** Reads until `count` bytes are available; returns false if the source ends before that. */
  async need(count: number): Promise<boolean> {
    while (this.left < count) if (!(await this.fill())) return false;
    return true;
  }

  /** Skips `count` bytes; returns false if the source ends before that. */
  async skip(count: number): Promise<boolean> {
    while (this.left < count) {
      count -= this.left;
      this.at = this.end;
      if (!(await this.fill())) return false;
    }
    this.at += count;
    return true;
  }

  /**
   * Returns a 32-bit little-endian number at the front; the caller ensures that its four bytes are available.
   */
  u32(ahead = 0): number {
    const at = this.at + ahead;
    const { bytes } = this;
    return (bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24) >>> 0;
  }

  /** Closes the source. */
  close(): void {
    this.#ended = true;
    this.#source.close();
  }

  #moveToFront(): void {
    this.bytes.copyWithin(0, this.at, this.end);
    this.#base += this.at;
    this.end -= this.at;
    this.at = 0;
  }
}
