/**
 * Collects lines as bytes: millions of rows are written without a string per number.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { joinHalves } from "../../base/u64.ts";

const SPACE = 0x20;
const ZERO = 0x30;
const DIGITS = new TextEncoder().encode("0123456789ABCDEF");

/** Collects the bytes of a line. */
export class LineWriter {
  #bytes = new Uint8Array(1 << 16);
  #used = 0;

  /** Number of bytes collected. */
  get length(): number {
    return this.#used;
  }

  /** Returns all bytes and empties the buffer. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return bytes;
  }

  /** Adds bytes as they are. */
  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Adds text whose characters are bytes. */
  text(text: string): void {
    this.#room(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#used++] = text.charCodeAt(at);
  }

  /** Adds blanks to the line. */
  blanks(count: number): void {
    this.#room(count);
    // A loop is faster than fill() for so few bytes.
    for (const end = this.#used + count; this.#used < end;) this.#bytes[this.#used++] = SPACE;
  }

  /** Adds a decimal number of two halves, right-aligned. */
  number(low: number, high: number, width: number): void {
    if (high !== 0) {
      const text = high < 1 << 21 ? String(high * 0x1_0000_0000 + low) : String(joinHalves(low, high));
      this.text(text.padStart(width));
      return;
    }
    let digits = 1;
    for (let rest = low; rest >= 10; rest = (rest / 10) >>> 0) digits++;
    const end = this.#used + Math.max(width, digits);
    this.#room(end - this.#used);
    const bytes = this.#bytes;
    let at = end;
    do {
      const rest = (low / 10) >>> 0;
      bytes[--at] = ZERO + low - 10 * rest;
      low = rest;
    } while (low !== 0);
    while (at > this.#used) bytes[--at] = SPACE;
    this.#used = end;
  }

  /** Adds an address: `0x` and as many upper-case digits as a machine word has. */
  pointer(low: number, high: number, wordBits: number): void {
    this.#room(18);
    this.#bytes[this.#used++] = ZERO;
    this.#bytes[this.#used++] = 0x78;
    if (wordBits === 64) this.#hex(high);
    this.#hex(low);
  }

  #hex(value: number): void {
    for (let shift = 28; shift >= 0; shift -= 4) this.#bytes[this.#used++] = DIGITS[(value >>> shift) & 15]!;
  }

  #room(count: number): void {
    if (this.#used + count <= this.#bytes.length) return;
    this.#bytes = growArray(this.#bytes, Math.max(this.#bytes.length * 2, this.#used + count));
  }
}
