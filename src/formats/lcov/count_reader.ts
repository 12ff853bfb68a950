/**
 * Reads counts as tools write them: exact up to 64 bits, or the form in which old releases of lcov print
 * large sums.
 * @module
 */

import { highHalf, lowHalf, U64_MAX } from "../../base/u64.ts";

const ZERO = 48;
/** Numbers with up to this many digits are exact as a double. */
const SAFE_DIGITS = 15;
/** No tool writes a number with more digits than this. */
const PLAUSIBLE_DIGITS = 400;

/** What is unusual about a count; empty if it is a whole number of up to 64 bits. */
type OddCount = "" | "negative" | "large" | "bad";

/** Reads a count into two halves. */
export class CountReader {
  /** The low half of the last count. */
  low = 0;
  /** The high half of the last count. */
  high = 0;

  /** Reads `bytes[from..to)`. A negative count becomes 0, and one that is too large becomes the maximum. */
  read(bytes: Uint8Array, from: number, to: number): OddCount {
    let value = 0;
    let at = from;
    if (to - from <= SAFE_DIGITS) {
      for (; at < to; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === to && to > from) return this.#set(value);
    }
    if (to - from > PLAUSIBLE_DIGITS) return "bad";
    return this.readText(String.fromCharCode(...bytes.subarray(from, to)));
  }

  /** Reads a count from a text. A negative count becomes 0, and one that is too large becomes the maximum. */
  readText(text: string): OddCount {
    if (text.length <= SAFE_DIGITS && /^\d+$/.test(text)) return this.#set(Number(text));
    if (/^[+]?\d+$/.test(text)) return this.#setBig(BigInt(text));
    if (!/^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text)) return "bad";
    if (text[0] === "-") {
      this.#set(0);
      return "negative";
    }
    const value = Math.round(Number(text));
    return value >= 2 ** 64 ? this.#setBig(U64_MAX + 1n) : this.#setBig(BigInt(value));
  }

  #set(value: number): "" {
    this.low = value >>> 0;
    this.high = Math.floor(value / 0x1_0000_0000);
    return "";
  }

  #setBig(value: bigint): "" | "large" {
    const isLarge = value > U64_MAX;
    const kept = isLarge ? U64_MAX : value;
    this.low = lowHalf(kept);
    this.high = highHalf(kept);
    return isLarge ? "large" : "";
  }
}
