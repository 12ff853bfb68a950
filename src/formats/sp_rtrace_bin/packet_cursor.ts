/**
 * Reads the fields of packets. A field that extends beyond the packet's end reads as zero or empty, and the
 * packet is marked as short.
 * @module
 */

/** Reads one packet after another. */
export class PacketCursor {
  readonly #littleEndian: boolean;
  readonly #pointerSize: 4 | 8;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  /** Offset of the next byte. */
  at = 0;
  /** End of the packet. */
  end = 0;
  /** True when a field did not fit. */
  short = false;
  /** Low half of the last pointer. */
  low = 0;
  /** High half of the last pointer. */
  high = 0;
  /** Start of the last string. */
  textStart = 0;
  /** End of the last string. */
  textEnd = 0;

  /** Byte order and pointer size come from the handshake. */
  constructor(littleEndian: boolean, pointerSize: 4 | 8) {
    this.#littleEndian = littleEndian;
    this.#pointerSize = pointerSize;
  }

  /** Bytes per pointer. */
  get pointerSize(): number {
    return this.#pointerSize;
  }

  /** Bytes left in the packet. */
  get left(): number {
    return this.end - this.at;
  }

  /** Starts reading the data of a packet. */
  open(bytes: Uint8Array, at: number, end: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    this.at = at;
    this.end = end;
    this.short = false;
  }

  /** Reads a signed 32-bit number. */
  i32(): number {
    if (this.left < 4) return this.#miss();
    const value = this.#view.getInt32(this.at, this.#littleEndian);
    this.at += 4;
    return value;
  }

  /** Reads an unsigned 32-bit number. */
  u32(): number {
    return this.i32() >>> 0;
  }

  /** Reads a pointer into `low` and `high`. */
  pointer(): void {
    if (this.left < this.#pointerSize) {
      this.low = this.high = this.#miss();
    } else if (this.#pointerSize === 4) {
      this.low = this.i32();
      this.high = 0;
    } else {
      const first = this.i32();
      const second = this.i32();
      this.low = this.#littleEndian ? first : second;
      this.high = this.#littleEndian ? second : first;
    }
  }

  /**
   * Reads a string and puts its range in `textStart` and `textEnd`. It is stored as a length and bytes, with
   * padding, and ends at the first NUL.
   */
  text(): void {
    this.textStart = this.textEnd = this.at;
    if (this.left < 4) return void this.#miss();
    const length = this.#view.getUint16(this.at, this.#littleEndian);
    const taken = (length + 2 + 3) & ~3;
    if (taken > this.left) return void this.#miss();
    this.textStart = this.textEnd = this.at + 2;
    const limit = this.textStart + length;
    while (this.textEnd < limit && this.#bytes[this.textEnd] !== 0) this.textEnd++;
    this.at += taken;
  }

  #miss(): number {
    this.short = true;
    this.at = this.end;
    return 0;
  }
}
