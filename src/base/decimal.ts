/**
 * Writes 64-bit numbers as decimal digits into bytes, without creating strings.
 * @module
 */

import { joinHalves } from "./u64.ts";

/** Number of digits of the longest number. */
export const DECIMAL_BYTES = 20;

const TWO_TO_32 = 0x1_0000_0000;
const BILLION = 1e9;
const ZERO = 0x30;

/** Writes an unsigned number, given as two halves, at `at`; returns where it ends. */
export function putDecimal(bytes: Uint8Array, at: number, low: number, high: number): number {
  if (high === 0) return putDigits(bytes, at, low, 1);
  if (high < 0x20_0000) {
    const value = high * TWO_TO_32 + low;
    const front = Math.floor(value / BILLION);
    const next = front > 0 ? putDigits(bytes, at, front, 1) : at;
    return putDigits(bytes, next, value - front * BILLION, front > 0 ? 9 : 1);
  }
  const digits = String(joinHalves(low, high));
  for (let place = 0; place < digits.length; place++) bytes[at + place] = digits.charCodeAt(place);
  return at + digits.length;
}

/** Writes a number below 2^32 with at least `least` digits. */
function putDigits(bytes: Uint8Array, from: number, value: number, least: number): number {
  let count = least;
  for (let limit = 10 ** least; value >= limit; limit *= 10) count++;
  let rest = value;
  for (let at = from + count - 1; at >= from; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = ZERO + (rest - next * 10);
    rest = next;
  }
  return from + count;
}
