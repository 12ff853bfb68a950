/**
 * Collects text as bytes: digits are written directly, without creating strings.
 * @module
 */

import { putDecimal } from "../base/decimal.ts";
import type { ByteSink } from "./exporter.ts";

const CHUNK_BYTES = 1 << 18;
/** Bytes of the longest number, with some room to spare. */
const NUMBER_BYTES = 32;
const ZERO = 0x30;

/** Collects text and writes it in chunks. */
export class TextOut {
  #bytes = new Uint8Array(CHUNK_BYTES + 4096);
  #length = 0;
  readonly #encoder = new TextEncoder();

  /** Whether `flush()` should be called. */
  get full(): boolean {
    return this.#length >= CHUNK_BYTES;
  }

  /** Writes the collected text. */
  async flush(sink: ByteSink): Promise<void> {
    if (this.#length > 0) await sink(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  /** Adds one ASCII character. */
  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#reserve(length);
    // For short texts a loop is faster than a call.
    if (length > 24) this.#bytes.set(bytes, this.#length);
    else for (let at = 0; at < length; at++) this.#bytes[this.#length + at] = bytes[at]!;
    this.#length += length;
  }

  /** Adds any text. */
  text(text: string): void {
    this.raw(this.#encoder.encode(text));
  }

  /** Adds an unsigned 64-bit number in decimal. */
  decimal(low: number, high: number): void {
    this.#reserve(NUMBER_BYTES);
    this.#length = putDecimal(this.#bytes, this.#length, low, high);
  }

  /** Writes an unsigned 64-bit number as `0x` and hexadecimal digits. */
  hex(low: number, high: number): void {
    this.#reserve(NUMBER_BYTES);
    this.#bytes[this.#length++] = ZERO;
    this.#bytes[this.#length++] = 0x78;
    const digits = high === 0 ? hexDigits(low) : 8 + hexDigits(high);
    for (let at = digits - 1; at >= 0; at--) {
      const digit = (at < 8 ? low >>> (4 * at) : high >>> (4 * (at - 8))) & 15;
      this.#bytes[this.#length++] = digit < 10 ? ZERO + digit : 0x57 + digit;
    }
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function hexDigits(value: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(value)) / 4));
}
