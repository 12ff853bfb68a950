/**
 * Numbers of records, read from a window. Nothing is thrown at the end of the data: whoever reads a record looks afterwards
 * whether it was all there.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";

const BYTE_BITS = 7;

/** A number of 64 bits that records give differences of. */
export interface Counter {
  /** Low half. */
  low: number;
  /** High half. */
  high: number;
}

/** A record that cannot be. */
export class DamagedRecord extends Error {
  /** How it is called in `problems`. */
  readonly code: string;

  /** Says what is wrong. */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A record that is not whole: the window ends in it. */
export class CutRecord extends Error {}

/** Reads numbers from bytes; what it read last is in `low` and `high`. */
export class Cursor {
  /** The window. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of the next byte. */
  at = 0;
  /** End of the buffered bytes. */
  end = 0;
  /** Low half of the last number. */
  low = 0;
  /** High half of it. */
  high = 0;

  /** A byte. */
  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** A number of 7 bits per byte, of 64 bits at most. */
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

  /** A varint that is a number with a sign. */
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

  /** A difference to a counter, which is moved by it. */
  delta(counter: Counter): void {
    this.signed();
    const low = counter.low + this.low;
    counter.high = this.high = (counter.high + this.high + (low > 0xffff_ffff ? 1 : 0)) >>> 0;
    counter.low = this.low = low >>> 0;
  }

  /** A varint that is a number of something: of 32 bits at most. */
  index(): number {
    this.varint();
    if (this.high !== 0) throw new DamagedRecord("bad-number", "A number is larger than any of its kind");
    return this.low;
  }

  /** Four bytes, with a sign. */
  i32(): number {
    const { bytes, at } = this;
    this.at += 4;
    return bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
  }

  /** Eight bytes. */
  u64(): void {
    this.low = this.i32() >>> 0;
    this.high = this.i32() >>> 0;
  }

  /** Eight bytes as one number. */
  big(): bigint {
    this.u64();
    return BigInt(this.high) << 32n | BigInt(this.low);
  }

  /** Where the text at hand ends; the cursor moves past its NUL. Throws `CutRecord` when that is not there. */
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

  /** Skips bytes that must be there. */
  skip(count: number): void {
    if (this.end - this.at < count) throw new CutRecord();
    this.at += count;
  }
}

/** A counter at zero. */
export function counterAt(value = 0n): Counter {
  return { low: lowHalf(value), high: highHalf(value) };
}
