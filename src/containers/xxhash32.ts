/**
 * xxHash32, the checksum of LZ4 frames, computed incrementally.
 * @module
 */

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;
/** Bytes processed together. */
const STRIPE = 16;

/** An incremental checksum. */
export class XxHash32 {
  readonly #waiting = new Uint8Array(STRIPE);
  #waits = 0;
  #first = PRIME_1 + PRIME_2 | 0;
  #second = PRIME_2 | 0;
  #third = 0;
  #fourth = -PRIME_1 | 0;
  #length = 0;

  /** Adds `bytes[from..to)` to the checksum. */
  update(bytes: Uint8Array, from: number, to: number): this {
    this.#length += to - from;
    if (this.#waits > 0) {
      while (this.#waits < STRIPE && from < to) this.#waiting[this.#waits++] = bytes[from++]!;
      if (this.#waits < STRIPE) return this;
      this.#stripes(this.#waiting, 0, STRIPE);
      this.#waits = 0;
    }
    from = this.#stripes(bytes, from, to);
    while (from < to) this.#waiting[this.#waits++] = bytes[from++]!;
    return this;
  }

  /** The checksum of everything added, unsigned. */
  digest(): number {
    let sum = this.#length < STRIPE
      ? PRIME_5
      : rotated(this.#first, 1) + rotated(this.#second, 7) + rotated(this.#third, 12) +
        rotated(this.#fourth, 18);
    sum = sum + this.#length | 0;
    let at = 0;
    for (; at + 4 <= this.#waits; at += 4) {
      sum = Math.imul(rotated(sum + Math.imul(wordAt(this.#waiting, at), PRIME_3) | 0, 17), PRIME_4);
    }
    for (; at < this.#waits; at++) {
      sum = Math.imul(rotated(sum + Math.imul(this.#waiting[at]!, PRIME_5) | 0, 11), PRIME_1);
    }
    sum = Math.imul(sum ^ sum >>> 15, PRIME_2);
    sum = Math.imul(sum ^ sum >>> 13, PRIME_3);
    return (sum ^ sum >>> 16) >>> 0;
  }

  /** Adds whole stripes and returns where they end. */
  #stripes(bytes: Uint8Array, from: number, to: number): number {
    let first = this.#first, second = this.#second, third = this.#third, fourth = this.#fourth;
    for (; from + STRIPE <= to; from += STRIPE) {
      first = mixed(first, wordAt(bytes, from));
      second = mixed(second, wordAt(bytes, from + 4));
      third = mixed(third, wordAt(bytes, from + 8));
      fourth = mixed(fourth, wordAt(bytes, from + 12));
    }
    [this.#first, this.#second, this.#third, this.#fourth] = [first, second, third, fourth];
    return from;
  }
}

/** The checksum of `bytes[from..to)`. */
export function xxHash32(bytes: Uint8Array, from: number, to: number): number {
  return new XxHash32().update(bytes, from, to).digest();
}

function mixed(sum: number, word: number): number {
  return Math.imul(rotated(sum + Math.imul(word, PRIME_2) | 0, 13), PRIME_1);
}

function rotated(word: number, bits: number): number {
  return word << bits | word >>> 32 - bits;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
}
