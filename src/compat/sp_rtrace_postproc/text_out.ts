/**
 * Collects output bytes and writes them in large chunks.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { WritePiece } from "../stand_in.ts";

const PIECE = 1 << 16;

/** A growing text of bytes. */
export class TextOut {
  readonly #write: WritePiece;
  #pieces: Uint8Array[] = [];
  #bytes: Uint8Array<ArrayBuffer>;
  #used = 0;

  /** `write` receives every chunk once, on drain(). */
  constructor(write: WritePiece, capacity = 2 * PIECE) {
    this.#write = write;
    this.#bytes = new Uint8Array(capacity);
  }

  /** Adds ASCII text. */
  ascii(text: string): this {
    this.#room(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#used++] = text.charCodeAt(at);
    return this;
  }

  /** Adds bytes to the output. */
  bytes(bytes: Uint8Array): this {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
    return this;
  }

  /** Adds one byte. */
  byte(byte: number): this {
    this.#room(1);
    this.#bytes[this.#used++] = byte;
    return this;
  }

  /** Adds a hexadecimal number of two halves, without leading zeros. */
  hex(low: number, high = 0): this {
    this.#room(16);
    if (high !== 0) {
      this.#hexDigits(high, hexLength(high));
      this.#hexDigits(low, 8);
    } else this.#hexDigits(low, hexLength(low));
    return this;
  }

  /** Adds a number with at least `digits` digits. */
  decimal(value: number, digits = 1): this {
    let count = digits;
    for (let bound = 10 ** digits; value >= bound; bound *= 10) count++;
    this.#room(count);
    let rest = value;
    for (let at = this.#used + count - 1; at >= this.#used; at--) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[at] = 48 + rest - tenth * 10;
      rest = tenth;
    }
    this.#used += count;
    return this;
  }

  /** Returns everything added, for small outputs. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return bytes;
  }

  /** Writes everything added so far. */
  async drain(): Promise<void> {
    this.#cut();
    const pieces = this.#pieces;
    this.#pieces = [];
    for (const piece of pieces) await this.#write(piece);
  }

  #hexDigits(value: number, digits: number): void {
    for (let shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      const digit = (value >>> shift) & 15;
      this.#bytes[this.#used++] = digit < 10 ? 48 + digit : 87 + digit;
    }
  }

  #cut(): void {
    if (this.#used > 0) this.#pieces.push(this.#bytes.slice(0, this.#used));
    this.#used = 0;
  }

  #room(count: number): void {
    if (this.#used >= PIECE) this.#cut();
    if (this.#used + count <= this.#bytes.length) return;
    this.#bytes = growArray(this.#bytes, Math.max(this.#bytes.length * 2, this.#used + count));
  }
}

/** Number of hexadecimal digits of a 32-bit number. */
function hexLength(value: number): number {
  return Math.max(1, (35 - Math.clz32(value)) >>> 2);
}
