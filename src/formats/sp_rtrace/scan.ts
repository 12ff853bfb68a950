/**
 * Scans numbers and blanks of the text protocol.
 * @module
 */

import { readHex, type Word64 } from "../hex_number.ts";

const TAB = 9;
const SPACE = 32;
const MINUS = 45;
const PLUS = 43;
const ZERO = 48;
const LOWER_X = 120;

/** The last number read, in two halves, because ids and addresses have 64 bits. */
export class Scan implements Word64 {
  low = 0;
  high = 0;
  /** The number as a double, exact below 2^53; for decimal numbers only. */
  value = 0;
  overflow = false;
}

/** True for a blank or a tab. */
export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** Returns the first position at or after `at` that is not a blank. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

/** Returns the first blank at or after `at`, or `end`. */
export function findBlank(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && !isBlank(bytes[at])) at++;
  return at;
}

/**
 * Reads `0x` and digits, with the lower-case x that sp-rtrace writes; returns the position after them, or -1.
 */
export function readPrefixedHex(bytes: Uint8Array, at: number, end: number, into: Scan): number {
  if (at + 2 >= end || bytes[at] !== ZERO || bytes[at + 1] !== LOWER_X) return -1;
  const next = readHex(bytes, at + 2, end, into);
  return next === at + 2 ? -1 : next;
}

/**
 * Reads a decimal number with an optional sign into `value`, `low` and `high`; returns the position after it,
 * or -1.
 */
export function readDecimal(bytes: Uint8Array, at: number, end: number, into: Scan): number {
  let position = at;
  const negative = bytes[position] === MINUS;
  if (negative || bytes[position] === PLUS) position++;
  const first = position;
  let value = 0;
  for (; position < end; position++) {
    const digit = bytes[position]! - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (position === first) return -1;
  into.overflow = false;
  if (value <= 0x1f_ffff_ffff_ffff) {
    into.value = negative ? -value : value;
    into.low = into.value | 0;
    // `| 0` keeps the low 32 bits of any exact integer; dividing by 2^32 gives the high half.
    into.high = Math.floor(into.value / 0x1_0000_0000) | 0;
    return position;
  }
  longDecimal(bytes, first, position, negative, into);
  return position;
}

/**
 * Reads a number that a double cannot represent exactly. Such numbers are rare, so a bigint is fast enough.
 */
function longDecimal(bytes: Uint8Array, at: number, end: number, negative: boolean, into: Scan): void {
  const limit = negative ? 0x8000_0000_0000_0000n : 0xffff_ffff_ffff_ffffn;
  let value = 0n;
  for (; at < end && value <= limit; at++) value = value * 10n + BigInt(bytes[at]! - ZERO);
  if (value > limit) {
    into.overflow = true;
    value = limit;
  }
  if (negative) value = -value;
  into.value = Number(value);
  into.low = Number(BigInt.asIntN(32, value));
  into.high = Number(BigInt.asIntN(32, value >> 32n));
}

/** Returns the last position of `byte` in `[start, end)`, or -1. */
export function findLast(bytes: Uint8Array, byte: number, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (bytes[at] === byte) return at;
  return -1;
}

/** Returns the first position of `byte` in `[start, end)`, or `end`. */
export function findFirst(bytes: Uint8Array, byte: number, start: number, end: number): number {
  while (start < end && bytes[start] !== byte) start++;
  return start;
}
