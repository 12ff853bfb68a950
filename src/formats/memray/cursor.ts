/**
 * Reads numbers of records from a window. Running past the end does not throw; the caller checks afterwards
 * whether the whole record was there.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";

const BYTE_BITS = 7;

/** A 64-bit counter; records store the difference from its last value. */
export interface Counter {
  /** Low half of the counter. */
  low: number;
  /** High half of the counter. */
  high: number;
}

/** A record with impossible content. */
export class DamagedRecord extends Error {
  /** The problem code, as in the table `problems`. */
  readonly code: string;

  /** Takes the problem code and a message. */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the window ends in the middle of a record. */
export class CutRecord extends Error {}

/** Reads numbers from a byte array; `low` and `high` contain the last 64-bit number. */
export class Cursor {
  /** The bytes of the window. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of the next byte. */
  at = 0;
  /** End of the buffered bytes. */
  end = 0;
  /** Low half of the last number. */
  low = 0;
  /** High half of the last number. */
  high = 0;

  /** Reads one byte. */
  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** Reads an unsigned LEB128 varint of at most 64 bits into `low` and `high`. */
  varint(): void {
    const { bytes } = this;
    let at = this.at;
    let byte = bytes[at++]!;
    if (byte < 128) {
      this.at = at;
      this.low = byte;
      this.high = 0;
      return;
    }
    let low = byte & 127, high = 0;
    {
      low |= ((byte = bytes[at++]!) & 127) << 7;
      if (byte > 127) {
        low |= ((byte = bytes[at++]!) & 127) << 14;
        if (byte > 127) {
          low |= ((byte = bytes[at++]!) & 127) << 21;
          if (byte > 127) {
            byte = bytes[at++]!;
            low |= (byte & 15) << 28;
            high = (byte & 127) >>> 4;
            for (let shift = 3; byte > 127; shift += BYTE_BITS) {
              if (shift > 31) {
                this.at = at;
                throw new DamagedRecord("bad-number", "A number has more than 64 bits");
              }
              byte = bytes[at++]!;
              high |= (byte & 127) << shift;
            }
          }
        }
      }
    }
    this.at = at;
    this.low = low >>> 0;
    this.high = high >>> 0;
  }

  /** Reads a signed varint in zigzag encoding into `low` and `high`. */
  signed(): void {
    this.varint();
    if (this.high === 0 && (this.low & 1) === 0) {
      this.low >>>= 1;
      return;
    }
    const { low, high } = this;
    const sign = -(low & 1);
    this.low = ((low >>> 1 | high << 31) ^ sign) >>> 0;
    this.high = ((high >>> 1) ^ sign) >>> 0;
  }

  /** Reads a signed difference, adds it to the counter, and leaves the new value in `low` and `high`. */
  delta(counter: Counter): void {
    this.signed();
    const low = counter.low + this.low;
    counter.high = this.high = (counter.high + this.high + (low > 0xffff_ffff ? 1 : 0)) >>> 0;
    counter.low = this.low = low >>> 0;
  }

  /** Reads a varint that must fit in 32 bits: an index or a count. */
  index(): number {
    this.varint();
    if (this.high !== 0) throw new DamagedRecord("bad-number", "A number is too large for its kind");
    return this.low;
  }

  /** Reads a signed 32-bit number. */
  i32(): number {
    const { bytes, at } = this;
    this.at += 4;
    return bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
  }

  /** Reads an unsigned 64-bit number into `low` and `high`. */
  u64(): void {
    this.low = this.i32() >>> 0;
    this.high = this.i32() >>> 0;
  }

  /** Reads an unsigned 64-bit number as a bigint. */
  big(): bigint {
    this.u64();
    return BigInt(this.high) << 32n | BigInt(this.low);
  }

  /**
   * Returns the end of the NUL-terminated string at the cursor, and moves past the NUL. Throws `CutRecord` if
   * the NUL is not buffered yet.
   */
  text(most: number): number {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end >= this.end) {
      if (this.end - this.at > most) {
        throw new DamagedRecord("long-text", `A text has more than ${most} bytes`);
      }
      throw new CutRecord();
    }
    if (end - this.at > most) throw new DamagedRecord("long-text", `A text has more than ${most} bytes`);
    this.at = end + 1;
    return end;
  }

  /** Skips bytes; throws `CutRecord` if they are not all buffered. */
  skip(count: number): void {
    if (this.end - this.at < count) throw new CutRecord();
    this.at += count;
  }
}

/** Creates a counter, at zero by default. */
export function counterAt(value = 0n): Counter {
  return { low: lowHalf(value), high: highHalf(value) };
}
