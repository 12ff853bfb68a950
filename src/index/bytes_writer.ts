/**
 * Numbers and texts as bytes, one after the other, and back.
 * @module
 */

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Bytes that grow. Numbers are little-endian. */
export class BytesWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** What was written. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A whole number below 2^32. */
  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  /** A whole number below 2^53. */
  wide(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A 64-bit number; negative ones in two's complement. */
  u64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, BigInt.asUintN(64, value), true);
    this.#length += 8;
  }

  /** Bytes, and before them how many there are. */
  block(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A text in UTF-8. */
  text(text: string): void {
    this.block(ENCODER.encode(text));
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** The same bytes, read. What ends too early throws `RangeError`. */
export class BytesReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  /** Reads from the first byte on. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A whole number below 2^32. */
  u32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** A whole number below 2^53. */
  wide(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** A 64-bit number without a sign. */
  u64(): bigint {
    this.#at += 8;
    return this.#view.getBigUint64(this.#at - 8, true);
  }

  /** Bytes after their number. */
  block(): Uint8Array {
    const length = this.u32();
    if (length > this.left) throw new RangeError("Cannot read an index: it ends too early");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A text in UTF-8. */
  text(): string {
    return DECODER.decode(this.block());
  }
}
