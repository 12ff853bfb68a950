/**
 * Decoded bytes: a ring buffer with everything that a distance can reach, and all bytes not yet taken.
 * @module
 */

/** Initial size of the ring, which grows as needed. */
const FIRST_BYTES = 1 << 18;

/** A ring buffer in which byte number `n` is `bytes[n & (bytes.length - 1)]`. */
export class History {
  #given = 0;
  /** The ring buffer. */
  bytes: Uint8Array = new Uint8Array(FIRST_BYTES);
  /** Number of bytes decoded so far. */
  total = 0;
  /** Maximum distance of a copy from the end of the history. */
  reach = 0;

  /** Bytes not taken yet. */
  get pending(): number {
    return this.total - this.#given;
  }

  /** Copies bytes not taken yet; returns how many. */
  take(into: Uint8Array): number {
    const { bytes } = this;
    const count = Math.min(into.length, this.pending);
    const from = this.#given & (bytes.length - 1);
    const first = Math.min(count, bytes.length - from);
    into.set(bytes.subarray(from, from + first));
    into.set(bytes.subarray(0, count - first), first);
    this.#given += count;
    return count;
  }

  /** Makes room for this many bytes, at most the initial size of the ring. */
  makeRoom(count: number): void {
    const { bytes, total } = this;
    const held = Math.max(Math.min(this.reach, total), this.pending);
    if (held + count <= bytes.length) return;
    const larger = new Uint8Array(2 * bytes.length);
    for (let at = Math.max(0, total - bytes.length); at < total;) {
      const from = at & (bytes.length - 1);
      const piece = Math.min(bytes.length - from, total - at);
      larger.set(bytes.subarray(from, from + piece), at & (larger.length - 1));
      at += piece;
    }
    this.bytes = larger;
  }

  /**
   * Returns a view for the next `count` bytes or fewer; `makeRoom` must have been called, and the caller must
   * add the bytes to `total`.
   */
  room(count: number): Uint8Array {
    const at = this.total & (this.bytes.length - 1);
    return this.bytes.subarray(at, at + count);
  }

  /** Appends bytes; `makeRoom` must have been called. */
  put(more: Uint8Array): void {
    const mask = this.bytes.length - 1;
    for (let at = 0; at < more.length; at++) this.bytes[this.total++ & mask] = more[at]!;
  }

  /**
   * Appends a copy of bytes that begin `distance` before the end and may overlap the copy; `makeRoom` must
   * have been called.
   */
  repeat(distance: number, count: number): void {
    const { bytes } = this;
    const mask = bytes.length - 1;
    const end = this.total + count;
    const to = this.total & mask;
    const from = (this.total - distance) & mask;
    if (distance >= count && to + count <= bytes.length && from + count <= bytes.length && count > 32) {
      bytes.copyWithin(to, from, from + count);
    } else for (let at = this.total; at < end; at++) bytes[at & mask] = bytes[(at - distance) & mask]!;
    this.total = end;
  }
}
