/**
 * FlatBuffers, as far as Arrow needs them. A buffer is built from its end: referenced objects are written
 * first and lie at higher offsets.
 * @module
 */

/** Position of an object, in bytes from the end of the buffer. */
export type BufferPosition = number;

/** A field of a table; a null field is omitted. */
export type FlatField =
  | { readonly size: 1 | 2 | 4; readonly value: number }
  | { readonly size: 8; readonly value: bigint }
  | { readonly place: BufferPosition }
  | null;

/** Builds one buffer. */
export class FlatBuffer {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  /** Bytes used, at the end of `#bytes`. */
  #used = 0;
  #align = 1;

  text(text: string): BufferPosition {
    const bytes = new TextEncoder().encode(text);
    this.#prepare(4, bytes.length + 1);
    this.#put(1, 0);
    this.#used += bytes.length;
    this.#bytes.set(bytes, this.#bytes.length - this.#used);
    this.#put(4, bytes.length);
    return this.#used;
  }

  /** A vector of references to objects. */
  places(places: readonly BufferPosition[]): BufferPosition {
    this.#prepare(4, 4 * places.length);
    for (const place of places.toReversed()) this.#putPlace(place);
    this.#put(4, places.length);
    return this.#used;
  }

  /** A vector of structures of 64-bit words. */
  structs(structs: readonly (readonly bigint[])[]): BufferPosition {
    const words = structs.flat();
    this.#prepare(4, 8 * words.length);
    this.#prepare(8, 8 * words.length);
    for (const word of words.toReversed()) this.#put(8, word);
    this.#put(4, structs.length);
    return this.#used;
  }

  table(fields: readonly FlatField[]): BufferPosition {
    const start = this.#used;
    const places = fields.map(() => 0);
    // Wide fields come first, to avoid padding.
    const order = fields.map((_, at) => at).sort((left, right) =>
      sizeOf(fields[right]!) - sizeOf(fields[left]!)
    );
    for (const at of order) {
      const field = fields[at]!;
      if (field === null) continue;
      if ("place" in field) {
        this.#prepare(4, 0);
        this.#putPlace(field.place);
      } else {
        this.#prepare(field.size, 0);
        this.#put(field.size, field.value);
      }
      places[at] = this.#used;
    }
    this.#prepare(4, 0);
    this.#put(4, 0);
    const table = this.#used;
    for (const place of places.toReversed()) this.#put(2, place === 0 ? 0 : table - place);
    this.#put(2, table - start);
    this.#put(2, 4 + 2 * fields.length);
    this.#view.setInt32(this.#bytes.length - table, this.#used - table, true);
    return table;
  }

  /** The finished buffer with a table as its root. */
  finish(root: BufferPosition): Uint8Array<ArrayBuffer> {
    this.#prepare(Math.max(8, this.#align), 4);
    this.#putPlace(root);
    return this.#bytes.slice(this.#bytes.length - this.#used);
  }

  /** Pads so that, after `more` bytes, the next value of `size` bytes is aligned to its size. */
  #prepare(size: number, more: number): void {
    this.#align = Math.max(this.#align, size);
    const zeros = (size - (this.#used + more) % size) % size;
    this.#reserve(zeros + more + size);
    for (let at = 0; at < zeros; at++) this.#put(1, 0);
  }

  #putPlace(place: BufferPosition): void {
    this.#reserve(4);
    this.#put(4, this.#used - place + 4);
  }

  #put(size: 1 | 2 | 4 | 8, value: number | bigint): void {
    this.#reserve(size);
    this.#used += size;
    const at = this.#bytes.length - this.#used;
    if (size === 8) this.#view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
    else if (size === 4) this.#view.setUint32(at, Number(value), true);
    else if (size === 2) this.#view.setUint16(at, Number(value), true);
    else this.#bytes[at] = Number(value);
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + more));
    larger.set(this.#bytes, larger.length - this.#bytes.length);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function sizeOf(field: FlatField): number {
  return field === null ? 0 : "place" in field ? 4 : field.size;
}
