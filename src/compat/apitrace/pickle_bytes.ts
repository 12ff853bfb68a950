/**
 * Python pickle opcodes, protocol 3, as the original writes them.
 * @module
 */

import { ByteWriter } from "../../base/byte_writer.ts";

const ENCODER = new TextEncoder();
/**
 * Numbers of at least this, or below its negative, are written as longs: the original writes only 27 bits and
 * a sign as plain ints.
 */
const LONG_FROM = 0x800_0000;

/** Collects pickled bytes. */
export class PickleBytes {
  readonly #out = new ByteWriter(1 << 20);

  /** Number of bytes collected. */
  get length(): number {
    return this.#out.length;
  }

  /** Returns the collected bytes and empties the buffer; the caller owns them. */
  take(): Uint8Array {
    return this.#out.take();
  }

  /** Writes pickle opcodes. */
  raw(...codes: number[]): void {
    for (const code of codes) this.#out.u8(code);
  }

  /** Writes a memo entry: everything that can be shared goes into slot 1, which is never read. */
  put(): void {
    this.raw(0x71, 0x01);
  }

  /** Writes a string; non-ASCII bytes become question marks. */
  string(bytes: Uint8Array): void {
    const isPlain = bytes.every((byte) => byte < 0x80);
    this.#sized(isPlain ? bytes : bytes.map((byte) => byte < 0x80 ? byte : 0x3f), 0x55, 0x54);
  }

  blob(bytes: Uint8Array): void {
    this.#sized(bytes, 0x43, 0x42);
  }

  unicode(text: string): void {
    const bytes = ENCODER.encode(text);
    this.#out.u8(0x58);
    this.#out.u32(bytes.length);
    this.#out.raw(bytes);
    this.put();
  }

  /** Writes the eight bytes of a double in big-endian order. */
  doubleBits(low: number, high: number): void {
    this.#out.u8(0x47);
    this.#out.u32(high, false);
    this.#out.u32(low, false);
  }

  /** Writes an unsigned number, given as halves. */
  uint(low: number, high: number): void {
    if (high !== 0 || low >= LONG_FROM) this.#long(low, high, false);
    else if (low < 0x100) this.raw(0x4b, low);
    else if (low < 0x1_0000) this.raw(0x4d, low & 0xff, low >>> 8);
    else this.#int(low);
  }

  /** Writes a signed number. */
  int(value: bigint): void {
    if (value >= 0n) this.uint(Number(value & 0xffff_ffffn), Number(value >> 32n));
    else if (value >= -LONG_FROM) this.#int(Number(value));
    else this.#long(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn), true);
  }

  /** Writes what precedes the address of a pointer. */
  beginPointer(): void {
    this.#out.raw(POINTER);
    this.put();
  }

  /** Writes what follows the address. */
  endPointer(): void {
    this.raw(0x85, 0x52);
  }

  #int(value: number): void {
    this.#out.u8(0x4a);
    this.#out.u32(value);
  }

  /**
   * Writes a long in the fewest bytes that preserve its sign; numbers beyond 2^63 take eight bytes and lose
   * it, as in the original.
   */
  #long(low: number, high: number, negative: boolean): void {
    const fill = negative ? 0xff : 0;
    const bytes = [0, 8, 16, 24].map((shift) => (low >>> shift) & 0xff)
      .concat([0, 8, 16, 24].map((shift) => (high >>> shift) & 0xff));
    let count = 8;
    while (count > 1 && bytes[count - 1] === fill && (bytes[count - 2]! & 0x80) === (fill & 0x80)) count--;
    this.raw(0x8a, count, ...bytes.slice(0, count));
  }

  #sized(bytes: Uint8Array, short: number, long: number): void {
    if (bytes.length < 0x100) this.raw(short, bytes.length);
    else {
      this.#out.u8(long);
      this.#out.u32(bytes.length);
    }
    this.#out.raw(bytes);
    this.put();
  }
}

const POINTER = ENCODER.encode("cunpickle\nPointer\n");
