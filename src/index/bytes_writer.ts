/**
 * Serializes numbers and texts as bytes, and reads them back.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Serializes the contents of an index. */
export class BytesWriter extends ByteWriter {
  /** Writes bytes after their length. */
  block(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes);
  }

  /** Writes 32-bit numbers after their count, aligned to their size. */
  words(words: Uint32Array): void {
    this.u32(words.length);
    this.pad(words.BYTES_PER_ELEMENT);
    this.raw(bytesOf(words));
  }

  /** Writes 16-bit numbers after their count. */
  halves(halves: Uint16Array): void {
    this.u32(halves.length);
    this.pad(halves.BYTES_PER_ELEMENT);
    this.raw(bytesOf(halves));
  }

  /** Writes a text in UTF-8 after its length. */
  override text(text: string): void {
    this.block(ENCODER.encode(text));
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads what `BytesWriter` has written. Throws `RangeError` if the bytes end too early. */
export class BytesReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  /** Reads from the first byte on. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A whole number below 2^32. */
  u32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** A whole number below 2^53. */
  f64(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** An unsigned 64-bit number. */
  u64(): bigint {
    this.#at += 8;
    return this.#view.getBigUint64(this.#at - 8, true);
  }

  /** Reads a block: its length, then its bytes. */
  block(): Uint8Array {
    const length = this.u32();
    if (length > this.left) throw new RangeError("Cannot read the index: it is truncated");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Reads 32-bit numbers after their count; a view of the bytes if these are aligned. */
  words(): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.#list(Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
  }

  /** Reads 16-bit numbers after their count; a view of the bytes if these are aligned. */
  halves(): Uint16Array {
    const { buffer, byteOffset, byteLength } = this.#list(Uint16Array.BYTES_PER_ELEMENT);
    return new Uint16Array(buffer, byteOffset, byteLength / Uint16Array.BYTES_PER_ELEMENT);
  }

  /** The bytes of a list of numbers of `size` bytes each. */
  #list(size: number): Uint8Array {
    const length = size * this.u32();
    const from = Math.ceil(this.#at / size) * size;
    if (length > this.#bytes.length - from) throw new RangeError("Cannot read the index: it is truncated");
    this.#at = from + length;
    const list = this.#bytes.subarray(from, this.#at);
    return list.byteOffset % size === 0 ? list : list.slice();
  }

  /** A text in UTF-8. */
  text(): string {
    return DECODER.decode(this.block());
  }
}
