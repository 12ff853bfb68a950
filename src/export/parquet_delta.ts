/**
 * DELTA_BINARY_PACKED: differences of 64-bit numbers, in blocks of 128 with the smallest difference before them, in
 * groups of 32 with as many bits as the largest of the group needs.
 *
 *     128 4 COUNT FIRST (SMALLEST WIDTH{4} BITS*)*
 *
 * All arithmetic is that of 32-bit halves modulo 2^64, so that no value passes through a double.
 * @module
 */

const BLOCK = 128;
const GROUPS = 4;
const GROUP = BLOCK / GROUPS;
/** Of a block: the smallest difference in at most ten bytes, the widths, and 64 bits a value. */
const MOST_BLOCK_BYTES = 10 + GROUPS + BLOCK * 8;

/** Encodes columns one after the other, in the same memory. */
export class DeltaPacker {
  #out = new Uint8Array(1 << 16);
  #at = 0;
  readonly #lows = new Int32Array(BLOCK);
  readonly #highs = new Int32Array(BLOCK);

  /** The bytes of at least one number, given as halves, low ones first. Valid until the next call. */
  pack(halves: Uint32Array, count: number): Uint8Array {
    this.#at = 0;
    this.#reserve(64);
    this.#varint(BLOCK, 0);
    this.#varint(GROUPS, 0);
    this.#varint(count, 0);
    this.#zigzag(halves[0]! | 0, halves[1]! | 0);
    const [lows, highs] = [this.#lows, this.#highs];
    for (let from = 1; from < count; from += BLOCK) {
      const length = Math.min(BLOCK, count - from);
      let wide = 0;
      let beforeLow = halves[2 * from - 2]!;
      let beforeHigh = halves[2 * from - 1]!;
      for (let at = 0; at < length; at++) {
        const low = halves[2 * (from + at)]!;
        const high = halves[2 * (from + at) + 1]!;
        const lowGain = (low - beforeLow) | 0;
        const highGain = (high - beforeHigh - (low < beforeLow ? 1 : 0)) | 0;
        wide |= highGain ^ (lowGain >> 31);
        lows[at] = lowGain;
        highs[at] = highGain;
        beforeLow = low;
        beforeHigh = high;
      }
      this.#reserve(MOST_BLOCK_BYTES);
      if (wide === 0) this.#narrowBlock(length);
      else this.#wideBlock(length);
    }
    return this.#out.subarray(0, this.#at);
  }

  /** A block whose differences fit into 32 bits with their sign. */
  #narrowBlock(length: number): void {
    const lows = this.#lows;
    let least = lows[0]!;
    for (let at = 1; at < length; at++) if (lows[at]! < least) least = lows[at]!;
    this.#zigzag(least, least >> 31);
    lows.fill(least, length);
    const out = this.#out;
    const widths = this.#at;
    let to = widths + GROUPS;
    for (let group = 0; group < GROUPS; group++) {
      const from = group * GROUP;
      // Groups behind the last value have a width and no bits.
      if (from >= length) {
        out[widths + group] = 0;
        continue;
      }
      let used = 0;
      for (let at = from; at < from + GROUP; at++) {
        const rest = (lows[at]! - least) | 0;
        lows[at] = rest;
        used |= rest;
      }
      const width = 32 - Math.clz32(used);
      out[widths + group] = width;
      if (width === 0) continue;
      let bits = 0;
      let held = 0;
      for (let at = from; at < from + GROUP; at++) {
        const value = lows[at]!;
        bits |= value << held;
        held += width;
        if (held < 32) continue;
        out[to] = bits;
        out[to + 1] = bits >>> 8;
        out[to + 2] = bits >>> 16;
        out[to + 3] = bits >>> 24;
        to += 4;
        held -= 32;
        bits = held === 0 ? 0 : value >>> (width - held);
      }
    }
    this.#at = to;
  }

  /** Any block. */
  #wideBlock(length: number): void {
    const [lows, highs] = [this.#lows, this.#highs];
    let leastLow = lows[0]!;
    let leastHigh = highs[0]!;
    for (let at = 1; at < length; at++) {
      const high = highs[at]!;
      if (high > leastHigh || (high === leastHigh && lows[at]! >>> 0 >= leastLow >>> 0)) continue;
      leastLow = lows[at]!;
      leastHigh = high;
    }
    this.#zigzag(leastLow, leastHigh);
    lows.fill(leastLow, length);
    highs.fill(leastHigh, length);
    const widths = this.#at;
    this.#at += GROUPS;
    for (let group = 0; group < GROUPS; group++) {
      const from = group * GROUP;
      this.#out[widths + group] = from < length ? this.#wideGroup(from, leastLow, leastHigh) : 0;
    }
  }

  /** Writes a group; gives its width. */
  #wideGroup(from: number, leastLow: number, leastHigh: number): number {
    const [lows, highs] = [this.#lows, this.#highs];
    let usedLow = 0;
    let usedHigh = 0;
    for (let at = from; at < from + GROUP; at++) {
      const low = lows[at]!;
      highs[at] = (highs[at]! - leastHigh - (low >>> 0 < leastLow >>> 0 ? 1 : 0)) | 0;
      lows[at] = (low - leastLow) | 0;
      usedLow |= lows[at]!;
      usedHigh |= highs[at]!;
    }
    const highWidth = 32 - Math.clz32(usedHigh);
    const width = highWidth > 0 ? 32 + highWidth : 32 - Math.clz32(usedLow);
    if (width === 0) return 0;
    const lowWidth = Math.min(32, width);
    let bits = 0;
    let held = 0;
    for (let at = from; at < from + GROUP; at++) {
      for (let half = 0; half < (highWidth > 0 ? 2 : 1); half++) {
        const value = half === 0 ? lows[at]! : highs[at]!;
        const size = half === 0 ? lowWidth : highWidth;
        bits |= value << held;
        held += size;
        if (held < 32) continue;
        this.#word(bits);
        held -= 32;
        bits = held === 0 ? 0 : value >>> (size - held);
      }
    }
    return width;
  }

  #word(bits: number): void {
    const out = this.#out;
    out[this.#at++] = bits;
    out[this.#at++] = bits >>> 8;
    out[this.#at++] = bits >>> 16;
    out[this.#at++] = bits >>> 24;
  }

  /** A number with its sign in the lowest bit. */
  #zigzag(low: number, high: number): void {
    const sign = high >> 31;
    this.#varint((low << 1) ^ sign, ((high << 1) | (low >>> 31)) ^ sign);
  }

  #varint(low: number, high: number): void {
    while (high !== 0 || low >>> 0 >= 0x80) {
      this.#out[this.#at++] = (low & 0x7f) | 0x80;
      low = (low >>> 7) | (high << 25);
      high >>>= 7;
    }
    this.#out[this.#at++] = low;
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#out.length) return;
    const larger = new Uint8Array(2 * (this.#out.length + more));
    larger.set(this.#out);
    this.#out = larger;
  }
}
