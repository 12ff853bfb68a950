/**
 * Reads DWARF data sequentially: fixed-size numbers, LEB128 numbers, and strings. Reading past the end
 * throws.
 * @module
 */

import { FormatError } from "../base/errors.ts";

/** A position in a part of a debug section. */
export class DwarfCursor {
  /** The bytes of the section. */
  readonly bytes: Uint8Array;
  /** Byte order of the file. */
  readonly littleEndian: boolean;
  /** Offset of the next byte. */
  at: number;
  /** End of the part. */
  end: number;
  /** Low half of the last number read by `uleb`, `sleb` or `wide`. */
  low = 0;
  /** High half of that number. */
  high = 0;
  readonly #view: DataView;
  readonly #what: string;

  /** Starts at the beginning of a section; `what` names the data in error messages. */
  constructor(bytes: Uint8Array, littleEndian: boolean, what = "line table", view?: DataView) {
    this.#what = what;
    this.bytes = bytes;
    this.littleEndian = littleEndian;
    this.at = 0;
    this.end = bytes.length;
    this.#view = view ?? new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Creates another cursor at `at` in this section, up to its end. */
  another(at: number): DwarfCursor {
    const cursor = new DwarfCursor(this.bytes, this.littleEndian, this.#what, this.#view);
    cursor.at = at;
    return cursor;
  }

  /** Bytes before the end. */
  get left(): number {
    return this.end - this.at;
  }

  /** Reads 8 bits. */
  u8(): number {
    this.need(1);
    return this.bytes[this.at++]!;
  }

  /** Reads 16 bits. */
  u16(): number {
    this.need(2);
    this.at += 2;
    return this.#view.getUint16(this.at - 2, this.littleEndian);
  }

  /** Reads 32 bits. */
  u32(): number {
    this.need(4);
    this.at += 4;
    return this.#view.getUint32(this.at - 4, this.littleEndian);
  }

  /** Reads a number of 1 to 8 bytes into `low` and `high`. */
  wide(length: number): void {
    this.need(length);
    if (length === 4 || length === 8) {
      const first = this.#view.getUint32(this.at, this.littleEndian);
      const second = length === 4 ? 0 : this.#view.getUint32(this.at + 4, this.littleEndian);
      const isSwapped = length === 8 && !this.littleEndian;
      this.low = isSwapped ? second : first;
      this.high = isSwapped ? first : second;
      this.at += length;
      return;
    }
    let low = 0, high = 0;
    for (let place = 0; place < length; place++) {
      const byte = this.bytes[this.littleEndian ? this.at + place : this.at + length - 1 - place]!;
      if (place < 4) low |= byte << 8 * place;
      else high |= byte << 8 * (place - 4);
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
    this.at += length;
  }

  /**
   * Reads an offset or length of 4 or 8 bytes. A value that a double cannot represent exactly is beyond every
   * end anyway.
   */
  offset(bytes: 4 | 8): number {
    this.wide(bytes);
    return this.high * 0x1_0000_0000 + this.low;
  }

  /** Reads an unsigned LEB128 number into `low` and `high`; bits beyond 64 are lost. Returns `low`. */
  uleb(): number {
    const { bytes, at } = this;
    // Fast path, because most numbers take one or two bytes.
    if (at + 1 < this.end) {
      const first = bytes[at]!, second = bytes[at + 1]!;
      if (first < 0x80 || second < 0x80) {
        this.high = 0;
        this.at = at + (first < 0x80 ? 1 : 2);
        return this.low = first < 0x80 ? first : first & 0x7f | second << 7;
      }
    }
    this.#leb();
    return this.low;
  }

  /** Reads an unsigned LEB128 number as a count, which must not exceed the bytes left. */
  count(what: string): number {
    const from = this.at;
    const count = this.uleb();
    if (this.high !== 0 || count > this.left) {
      throw this.fail(`${what} of ${this.high * 0x1_0000_0000 + count} in ${this.left} bytes`, from);
    }
    return count;
  }

  /** Reads a signed LEB128 number into `low` and `high` in two's complement. Returns the low half, signed. */
  sleb(): number {
    const bits = this.#leb();
    const negative = (this.bytes[this.at - 1]! & 0x40) !== 0;
    if (negative && bits < 32) {
      this.low = (this.low | -1 << bits) >>> 0;
      this.high = 0xffff_ffff;
    } else if (negative && bits < 64) this.high = (this.high | -1 << (bits - 32)) >>> 0;
    return this.low | 0;
  }

  /** Reads a NUL-terminated string; returns where it begins. */
  text(): number {
    const from = this.at;
    const end = this.bytes.indexOf(0, from);
    if (end < 0 || end >= this.end) throw this.fail("a text is not terminated", from);
    this.at = end + 1;
    return from;
  }

  /** Skips some bytes. */
  skip(length: number): void {
    this.need(length);
    this.at += length;
  }

  /** Throws unless this many bytes are left. */
  need(length: number): void {
    if (length > this.end - this.at) {
      throw this.fail(`${length} bytes wanted, ${this.end - this.at} left`, this.at);
    }
  }

  /**
   * Reads the initial length of a unit, which also gives the size of its offsets: 4 bytes, or 8 after
   * ffffffff.
   */
  unitLength(): { readonly size: number; readonly offsetBytes: 4 | 8; readonly isReserved: boolean } {
    const first = this.u32();
    if (first === 0xffff_ffff) return { size: this.offset(8), offsetBytes: 8, isReserved: false };
    return { size: first, offsetBytes: 4, isReserved: first >= 0xffff_fff0 };
  }

  /** Creates an error about an offset in the section. */
  fail(what: string, offset: number): FormatError {
    return new FormatError(`Cannot read ${this.#what}: ${what}`, { format: "dwarf", offset });
  }

  /** Reads seven bits at a time; returns the number of bits. */
  #leb(): number {
    let low = 0, high = 0, bits = 0;
    while (true) {
      this.need(1);
      const byte = this.bytes[this.at++]!;
      const seven = byte & 0x7f;
      if (bits < 32) low |= seven << bits;
      if (bits > 24 && bits < 64) high |= bits < 32 ? seven >>> (32 - bits) : seven << (bits - 32);
      // A number may be padded with any number of zero groups.
      bits = Math.min(bits + 7, 70);
      if (byte < 0x80) break;
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
    return bits;
  }
}
