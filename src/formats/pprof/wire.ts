/**
 * The protocol buffer wire format: reads fields one by one without allocating objects.
 * @module
 */

/** Encoding of a field's value. */
export enum WireType {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Fixed32 = 5,
}

/** Result of reading a field or a number. */
export enum WireResult {
  Yes = 0,
  /** No bytes are left. */
  End = 1,
  /** The bytes end within the field. */
  Short = 2,
  /** The bytes are malformed. */
  Bad = 3,
}

/** A varint has at most this many bytes. */
export const VARINT_BYTES = 10;

/** Reads the fields of one message. */
export class WireReader {
  /** The bytes of the message. */
  bytes: Uint8Array = new Uint8Array();
  /** Offset of the next field, and end of the message. */
  at = 0;
  end = 0;
  /** Number and wire type of the last field. */
  field = 0;
  type: WireType = WireType.Varint;
  /** Value of the last varint. */
  low = 0;
  high = 0;
  /** Range of the last field's bytes, if it has a length. */
  from = 0;
  to = 0;

  /** Starts reading a message. */
  open(bytes: Uint8Array, from: number, to: number): this {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    return this;
  }

  /** Reads the next field. After `Short` or `Bad` the position is still at the start of that field. */
  next(): WireResult {
    if (this.at >= this.end) return WireResult.End;
    const start = this.at;
    const found = this.#field();
    if (found !== WireResult.Yes) this.at = start;
    return found;
  }

  /** Reads a varint into `low` and `high`. */
  varint(): WireResult {
    const { bytes, end } = this;
    let { at } = this;
    if (at >= end) return WireResult.Short;
    let byte = bytes[at++]!;
    if (byte < 0x80) {
      this.low = byte;
      this.high = 0;
      this.at = at;
      return WireResult.Yes;
    }
    let low = byte & 0x7f, high = 0;
    for (let count = 1; count < VARINT_BYTES; count++) {
      if (at >= end) return WireResult.Short;
      byte = bytes[at++]!;
      const bits = byte & 0x7f;
      if (count < 4) low |= bits << (7 * count);
      else if (count === 4) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (7 * count - 32);
      if (byte >= 0x80) continue;
      this.low = low >>> 0;
      this.high = high >>> 0;
      this.at = at;
      return WireResult.Yes;
    }
    return WireResult.Bad;
  }

  #field(): WireResult {
    const found = this.varint();
    if (found !== WireResult.Yes) return found;
    this.field = this.low >>> 3;
    this.type = this.low & 7;
    if (this.high !== 0 || this.field === 0) return WireResult.Bad;
    if (this.type === WireType.Varint) return this.varint();
    let length: number;
    if (this.type === WireType.Bytes) {
      const size = this.varint();
      if (size !== WireResult.Yes) return size;
      // No file has a field of 4 GiB or more.
      if (this.high !== 0) return WireResult.Bad;
      length = this.low;
    } else if (this.type === WireType.Fixed64) length = 8;
    else if (this.type === WireType.Fixed32) length = 4;
    else return WireResult.Bad;
    this.from = this.at;
    this.to = this.at + length;
    if (this.to > this.end) return WireResult.Short;
    this.at = this.to;
    return WireResult.Yes;
  }
}

/** Writes a varint; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, low: number, high: number): number {
  while (low > 0x7f || high !== 0) {
    bytes[at++] = low & 0x7f | 0x80;
    low = (low >>> 7 | high << 25) >>> 0;
    high >>>= 7;
  }
  bytes[at++] = low;
  return at;
}
