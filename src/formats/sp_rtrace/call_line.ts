/**
 * A call record of the text protocol:
 *
 *     INDEX. [@MASK ][[HH:MM:SS.mmm] ]NAME[<TYPE>](SIZE) = 0xID      an allocation
 *     INDEX. [@MASK ][[HH:MM:SS.mmm] ]NAME[<TYPE>](0xID)             a free
 *
 * Fields are separated by one blank. The name ends at the last `(`, and the type begins at the last `<`
 * before it.
 * @module
 */

import { readHex } from "../hex_number.ts";
import {
  CALL_CONTEXT,
  CALL_CUT_TIME,
  CALL_FINE_TIME,
  CALL_FREE,
  CALL_LARGE_SIZE,
  CALL_NEGATIVE_SIZE,
  CALL_OVERFLOW,
  CALL_TIME,
} from "./call_bits.ts";
import { findBlank, findLast, readDecimal, readPrefixedHex, Scan, skipBlanks } from "./scan.ts";

/** One parsed call line. Texts are ranges of the input bytes; the object is reused for every line. */
export class CallLine {
  /** `CALL_` bits. */
  flags = 0;
  /** Low half of the index. */
  noLow = 0;
  /** High half of the index. */
  noHigh = 0;
  /** Context mask of the call. */
  context = 0;
  /** Time of day in milliseconds, as written. */
  time = 0;
  /** Nanoseconds beyond the milliseconds. */
  fine = 0;
  /** Start of the resource name. */
  nameStart = 0;
  nameEnd = 0;
  /** Start of the type name. */
  typeStart = 0;
  /** Where the type name ends; equal to `typeStart` when there is no type. */
  typeEnd = 0;
  /** Low half of the size. */
  sizeLow = 0;
  /** High half of the size. */
  sizeHigh = 0;
  /** Low half of the resource id. */
  idLow = 0;
  /** High half of the resource id. */
  idHigh = 0;
}

const scan = new Scan();
const DOT = 46;
const AT = 64;
const BRACKET = 91;
const COLON = 58;
const OPEN = 40;
const CLOSE = 41;
const LESS = 60;
const GREATER = 62;
const EQUALS = 61;
const ZERO = 48;
/** Number of decimals for milliseconds, and for nanoseconds. */
const MILLI_DIGITS = 3;
const NANO_DIGITS = 9;

/** Parses a line without its line end; false if it is not a call. */
export function readCallLine(bytes: Uint8Array, start: number, end: number, into: CallLine): boolean {
  let at = readDecimal(bytes, skipBlanks(bytes, start, end), end, scan);
  if (at < 0 || bytes[at] !== DOT || at >= end) return false;
  into.flags = scan.overflow ? CALL_OVERFLOW : 0;
  into.noLow = scan.low;
  into.noHigh = scan.high;
  at = findBlank(bytes, at + 1, end);
  at = readContext(bytes, at, end, into);
  at = readTime(bytes, at, end, into);
  const open = findLast(bytes, OPEN, at, end);
  if (open < 0) return false;
  if (!readAllocation(bytes, open + 1, end, into) && !readFree(bytes, open + 1, end, into)) return false;
  into.nameStart = skipBlanks(bytes, at, open);
  into.nameEnd = open;
  into.typeStart = into.typeEnd = open;
  if (bytes[open - 1] !== GREATER || open - 1 < into.nameStart) return true;
  const less = findLast(bytes, LESS, into.nameStart, open - 1);
  if (less < 0) return true;
  into.nameEnd = less;
  into.typeStart = less + 1;
  into.typeEnd = open - 1;
  return true;
}

/** Reads `@MASK` and the blank after it; returns where the next field begins. */
function readContext(bytes: Uint8Array, start: number, end: number, into: CallLine): number {
  const at = skipBlanks(bytes, start, end);
  if (at >= end || bytes[at] !== AT) return start;
  let next = readPrefixedHex(bytes, at + 1, end, scan);
  if (next < 0) next = readHex(bytes, at + 1, end, scan);
  if (next === at + 1) return start;
  if (scan.overflow || scan.high !== 0) into.flags |= CALL_OVERFLOW;
  into.context = scan.high !== 0 ? -1 : scan.low;
  into.flags |= CALL_CONTEXT;
  return findBlank(bytes, next, end);
}

/**
 * Reads `[HH:MM:SS.mmm]` and the blank after it. The parts may have any number of digits and any value. A
 * fraction of up to three digits counts milliseconds, so `.5` means 5 ms. A fraction of more than three
 * digits is a fraction of a second: the public description has microseconds there, and 820123 milliseconds
 * would be a quarter of an hour.
 */
function readTime(bytes: Uint8Array, start: number, end: number, into: CallLine): number {
  let at = skipBlanks(bytes, start, end);
  if (at >= end || bytes[at] !== BRACKET) return start;
  let time = 0;
  into.fine = 0;
  for (let part = 0; part < 4; part++) {
    const first = at + 1;
    at = readDecimal(bytes, at + 1, end, scan);
    if (at < 0 || at >= end) return start;
    if (part === 3 && at - first > MILLI_DIGITS && isDigit(bytes[first]!)) {
      time = time * 1000 + readFraction(bytes, first, at, into);
    } else time = part === 3 ? time * 1000 + scan.value : time * 60 + scan.value;
    if (part < 3 && bytes[at] !== (part === 2 ? DOT : COLON)) return start;
  }
  if (time < 0 || time > 0xffff_ffff) {
    into.flags |= CALL_OVERFLOW;
    time = time < 0 ? 0 : 0xffff_ffff;
    into.fine = 0;
  }
  into.time = time;
  into.flags |= CALL_TIME;
  return findBlank(bytes, at, end);
}

/**
 * Returns the milliseconds of a fraction of more than three digits; stores the remaining nanoseconds in
 * `into.fine`.
 */
function readFraction(bytes: Uint8Array, start: number, end: number, into: CallLine): number {
  const decimal = (from: number, to: number): number => {
    let value = 0;
    for (let at = from; at < to; at++) value = value * 10 + (at < end ? bytes[at]! - ZERO : 0);
    return value;
  };
  into.flags |= CALL_FINE_TIME;
  into.fine = decimal(start + MILLI_DIGITS, start + NANO_DIGITS);
  for (let at = start + NANO_DIGITS; at < end; at++) if (bytes[at] !== ZERO) into.flags |= CALL_CUT_TIME;
  return decimal(start, start + MILLI_DIGITS);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

/** Reads `SIZE) = 0xID`; anything after it is ignored. */
function readAllocation(bytes: Uint8Array, start: number, end: number, into: CallLine): boolean {
  let at = readDecimal(bytes, skipBlanks(bytes, start, end), end, scan);
  if (at < 0 || at >= end || bytes[at] !== CLOSE) return false;
  let flags = scan.overflow ? CALL_OVERFLOW : 0;
  if (scan.value < 0) flags |= CALL_NEGATIVE_SIZE;
  if (scan.value > 0x7fff_ffff || scan.value < -0x8000_0000) flags |= CALL_LARGE_SIZE;
  const low = scan.low;
  const high = scan.high;
  at = skipBlanks(bytes, at + 1, end);
  if (at >= end || bytes[at] !== EQUALS) return false;
  at = readPrefixedHex(bytes, skipBlanks(bytes, at + 1, end), end, scan);
  if (at < 0) return false;
  if (scan.overflow) flags |= CALL_OVERFLOW;
  into.flags |= flags;
  into.sizeLow = low;
  into.sizeHigh = high;
  into.idLow = scan.low;
  into.idHigh = scan.high;
  return true;
}

/** Reads `0xID)`. The closing parenthesis is required, since without it the id may be truncated. */
function readFree(bytes: Uint8Array, start: number, end: number, into: CallLine): boolean {
  const at = readPrefixedHex(bytes, start, end, scan);
  if (at < 0 || at >= end || bytes[at] !== CLOSE) return false;
  if (scan.overflow) into.flags |= CALL_OVERFLOW;
  into.flags |= CALL_FREE;
  into.sizeLow = into.sizeHigh = 0;
  into.idLow = scan.low;
  into.idHigh = scan.high;
  return true;
}
