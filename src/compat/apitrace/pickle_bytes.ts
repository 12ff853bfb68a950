/**
 * Opcodes of Python's pickles, protocol 3, as the original writes them.
 * @module
 */

const ENCODER = new TextEncoder();
/** Numbers from here on, and below its negative, are long ones: the original writes 27 bits and a sign as plain ones. */
const LONG_FROM = 0x800_0000;

/** Collects pickled bytes. */
export class PickleBytes {
  #bytes = new Uint8Array(1 << 20);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Bytes collected. */
  get length(): number {
    return this.#length;
  }

  /** Hands out what is there and starts again; the bytes are the caller's. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  /** Opcodes as they are. */
  raw(...codes: number[]): void {
    this.#room(codes.length);
    for (const code of codes) this.#bytes[this.#length++] = code;
  }

  /** Everything that can be shared is put into memo slot 1, which nothing reads. */
  put(): void {
    this.raw(0x71, 0x01);
  }

  /** A string of bytes. */
  string(bytes: Uint8Array): void {
    this.#sized(bytes, 0x55, 0x54);
  }

  /** A blob. */
  blob(bytes: Uint8Array): void {
    this.#sized(bytes, 0x43, 0x42);
  }

  /** A text in Unicode. */
  unicode(text: string): void {
    const bytes = ENCODER.encode(text);
    this.#room(7 + bytes.length);
    this.#bytes[this.#length++] = 0x58;
    this.#view.setUint32(this.#length, bytes.length, true);
    this.#length += 4;
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.put();
  }

  /** The eight bytes of a double as they are, but turned around. */
  doubleBits(low: number, high: number): void {
    this.#room(9);
    this.#bytes[this.#length++] = 0x47;
    this.#view.setUint32(this.#length, high, false);
    this.#view.setUint32(this.#length + 4, low, false);
    this.#length += 8;
  }

  /** An unsigned number, by halves. */
  uint(low: number, high: number): void {
    if (high !== 0 || low >= LONG_FROM) this.#long(low, high, false);
    else if (low < 0x100) this.raw(0x4b, low);
    else if (low < 0x1_0000) this.raw(0x4d, low & 0xff, low >>> 8);
    else this.#int(low);
  }

  /** A signed number. */
  int(value: bigint): void {
    if (value >= 0n) this.uint(Number(value & 0xffff_ffffn), Number(value >> 32n));
    else if (value >= -LONG_FROM) this.#int(Number(value));
    else this.#long(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn), true);
  }

  /** What stands before the address of a pointer. */
  beginPointer(): void {
    this.#room(32);
    this.#bytes.set(POINTER, this.#length);
    this.#length += POINTER.length;
    this.put();
  }

  /** What stands behind it. */
  endPointer(): void {
    this.raw(0x85, 0x52);
  }

  #int(value: number): void {
    this.#room(5);
    this.#bytes[this.#length++] = 0x4a;
    this.#view.setInt32(this.#length, value, true);
    this.#length += 4;
  }

  /** As few bytes as keep the sign; numbers beyond 2^63 take eight and lose it, as in the original. */
  #long(low: number, high: number, negative: boolean): void {
    const fill = negative ? 0xff : 0;
    const bytes = [0, 8, 16, 24].map((shift) => (low >>> shift) & 0xff)
      .concat([0, 8, 16, 24].map((shift) => (high >>> shift) & 0xff));
    let count = 8;
    while (count > 1 && bytes[count - 1] === fill && (bytes[count - 2]! & 0x80) === (fill & 0x80)) count--;
    this.raw(0x8a, count, ...bytes.slice(0, count));
  }

  #sized(bytes: Uint8Array, short: number, long: number): void {
    this.#room(7 + bytes.length);
    if (bytes.length < 0x100) {
      this.#bytes[this.#length++] = short;
      this.#bytes[this.#length++] = bytes.length;
    } else {
      this.#bytes[this.#length++] = long;
      this.#view.setUint32(this.#length, bytes.length, true);
      this.#length += 4;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.put();
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const POINTER = ENCODER.encode("cunpickle\nPointer\n");
