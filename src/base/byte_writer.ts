/**
 * A growing byte buffer for writing binary formats. Little-endian by default.
 * @module
 */

const ENCODER = new TextEncoder();
/** Largest integer that a double represents exactly. */
const MOST_SAFE = 0x1f_ffff_ffff_ffffn;

/** Collects bytes in a growing buffer. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView<ArrayBuffer>;
  #length = 0;

  /** Creates an empty writer with room for `capacity` bytes. */
  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#length;
  }

  /** The bytes written so far, valid until the next write. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Returns a copy of the bytes written so far, and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  /** Discards the contents and keeps the buffer. */
  clear(): void {
    this.#length = 0;
  }

  /** Writes one byte. */
  u8(value: number): void {
    this.reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes a 32-bit number. */
  u32(value: number, littleEndian = true): void {
    this.reserve(4);
    this.#view.setUint32(this.#length, value, littleEndian);
    this.#length += 4;
  }

  /** Writes a double. */
  f64(value: number): void {
    this.reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes a 64-bit number. */
  u64(value: bigint): void {
    this.reserve(8);
    this.#view.setBigUint64(this.#length, BigInt.asUintN(64, value), true);
    this.#length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes a text in UTF-8. */
  text(text: string): void {
    this.raw(ENCODER.encode(text));
  }

  /** Writes an unsigned LEB128 number below 2^53. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest > 0x7fff_ffff) {
      // Extract four groups of bits with one division, because dividing doubles is slow.
      const low = rest % 0x1000_0000;
      rest = (rest - low) / 0x1000_0000;
      this.#bytes[this.#length++] = (low & 0x7f) | 0x80;
      this.#bytes[this.#length++] = ((low >>> 7) & 0x7f) | 0x80;
      this.#bytes[this.#length++] = ((low >>> 14) & 0x7f) | 0x80;
      this.#bytes[this.#length++] = (low >>> 21) | 0x80;
    }
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  /** Writes an unsigned LEB128 number of 64 bits; negative numbers as two's complement. */
  varint64(value: bigint): void {
    if (value >= 0n && value <= MOST_SAFE) return this.varint(Number(value));
    let rest = BigInt.asUintN(64, value);
    for (; rest > MOST_SAFE; rest >>= 7n) this.u8(Number(rest & 0x7fn) | 0x80);
    this.varint(Number(rest));
  }

  /** Writes zeros up to a multiple of `size`. */
  pad(size: number): void {
    while (this.#length % size !== 0) this.u8(0);
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
