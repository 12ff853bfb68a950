/**
 * Expresses addresses of a program as distances from its lowest address, because a double can represent every
 * distance exactly, but not every address.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";
import { binarySearch } from "../../base/binary_search.ts";
import type { CodeSpan } from "../line_table.ts";

/** The base of a program, and the ranges of its code. */
export class Image {
  /** Lowest address of the image. */
  readonly base: bigint;
  readonly #low: number;
  readonly #high: number;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** `code` gives the ranges of code; if there are none, code may be anywhere. */
  constructor(code: readonly CodeSpan[]) {
    const sorted = [...code].sort((a, b) => a.from < b.from ? -1 : a.from > b.from ? 1 : 0);
    this.base = sorted[0]?.from ?? 0n;
    this.#low = lowHalf(this.base);
    this.#high = highHalf(this.base);
    for (const { from, to } of sorted) {
      const start = Number(from - this.base), end = Number(to - this.base);
      const last = this.#ends.length - 1;
      if (last >= 0 && start <= this.#ends[last]!) this.#ends[last] = Math.max(this.#ends[last]!, end);
      else {
        this.#starts.push(start);
        this.#ends.push(end);
      }
    }
  }

  /** The distance of an address; negative below the base. */
  distance(low: number, high: number): number {
    return (high - this.#high) * 0x1_0000_0000 + (low - this.#low);
  }

  /** The distance of the sum of two 64-bit numbers. */
  distanceOfSum(low: number, high: number, moreLow: number, moreHigh: number): number {
    const sum = low + moreLow;
    return this.distance(sum >>> 0, (high + moreHigh + (sum > 0xffff_ffff ? 1 : 0)) >>> 0);
  }

  /** Whether a distance is in code: linkers keep entries of discarded functions, at meaningless addresses. */
  isCode(distance: number): boolean {
    if (!(distance >= 0 && distance < Number.MAX_SAFE_INTEGER)) return false;
    if (this.#starts.length === 0) return true;
    const at = binarySearch(this.#ends.length, (each) => this.#ends[each]! > distance);
    return at < this.#starts.length && this.#starts[at]! <= distance;
  }
}
