/**
 * Text as bytes: digits are written, and not made of strings.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import type { ByteSink } from "./exporter.ts";

const CHUNK_BYTES = 1 << 18;
/** The longest number, with room to spare. */
const NUMBER_BYTES = 32;
const TWO_TO_32 = 0x1_0000_0000;
const BILLION = 1e9;
const ZERO = 0x30;

/** Collects text. */
export class TextOut {
  #bytes = new Uint8Array(CHUNK_BYTES + 4096);
  #length = 0;
  readonly #encoder = new TextEncoder();

  /** True when it is time for `flush()`. */
  get full(): boolean {
    return this.#length >= CHUNK_BYTES;
  }

  /** Hands over what there is. */
  async flush(sink: ByteSink): Promise<void> {
    if (this.#length > 0) await sink(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  /** One character of ASCII. */
  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#reserve(length);
    // A call costs more than a few bytes.
    if (length > 24) this.#bytes.set(bytes, this.#length);
    else for (let at = 0; at < length; at++) this.#bytes[this.#length + at] = bytes[at]!;
    this.#length += length;
  }

  /** Any text. */
  text(text: string): void {
    this.raw(this.#encoder.encode(text));
  }

  /** An unsigned number of 64 bits in decimal digits. */
  decimal(low: number, high: number): void {
    this.#reserve(NUMBER_BYTES);
    if (high === 0) this.#digits(low, 1);
    else if (high < 0x20_0000) {
      const value = high * TWO_TO_32 + low;
      const front = Math.floor(value / BILLION);
      if (front > 0) this.#digits(front, 1);
      this.#digits(value - front * BILLION, front > 0 ? 9 : 1);
    } else this.text(String(joinHalves(low, high)));
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

  /** A number below 2^32 in at least `least` digits. */
  #digits(value: number, least: number): void {
    let count = least;
    for (let limit = 10 ** least; value >= limit; limit *= 10) count++;
    let rest = value;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const next = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.#length += count;
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
