/**
 * Parses the lines of the text protocol other than calls and frames:
 *
 *     TAB $NAME = VALUE                              an argument of the previous call
 *     : PATH => 0xFROM-0xTO                          a piece of the memory map
 *     @ ID : NAME                                    a context
 *     <MASK> : NAME (DESCRIPTION)[ [FLAG|FLAG]]      a resource type
 *     & NAME : PATH                                  an attachment
 *
 * Results are byte ranges in one object that is reused for every line.
 * @module
 */

import { readHex } from "../hex_number.ts";
import { findBlank, findFirst, findLast, isBlank, readPrefixedHex, Scan, skipBlanks } from "./scan.ts";

/** A parsed registry line; the record type decides which fields are set. */
export class RegistryLine {
  /** Where the name, or the path of a map, begins. */
  nameStart = 0;
  nameEnd = 0;
  /** Start of the value, description or attached path. */
  textStart = 0;
  textEnd = 0;
  /** Start of the flags. */
  flagsStart = 0;
  flagsEnd = 0;
  /** Context id or type mask; low half of the first address of a map. */
  low = 0;
  /** High half of the first address of a map. */
  high = 0;
  /** Low half of the last address of a map. */
  toLow = 0;
  /** High half of the last address of a map. */
  toHigh = 0;
}

const scan = new Scan();
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;
const DASH = 45;

/** Parses an argument; blanks around the sign may be missing and the value may be empty. */
export function readArgumentLine(bytes: Uint8Array, start: number, end: number, into: RegistryLine): boolean {
  const dollar = skipBlanks(bytes, start, end);
  if (dollar >= end || bytes[dollar] !== 36) return false;
  const sign = findFirst(bytes, EQUALS, dollar + 1, end);
  if (sign === end) return false;
  into.nameStart = dollar + 1;
  into.nameEnd = trimEnd(bytes, dollar + 1, sign);
  if (into.nameEnd === into.nameStart || findBlank(bytes, into.nameStart, into.nameEnd) < into.nameEnd) {
    return false;
  }
  into.textStart = sign + 1;
  // One blank belongs to the syntax; any further ones are part of the value.
  if (into.textStart < end && isBlank(bytes[into.textStart])) into.textStart++;
  into.textEnd = end;
  return true;
}

/** Parses a line of the memory map. */
export function readMapLine(bytes: Uint8Array, start: number, end: number, into: RegistryLine): boolean {
  if (bytes[start] !== COLON) return false;
  const path = skipBlanks(bytes, start + 1, end);
  let at = findBlank(bytes, path, end);
  into.nameStart = path;
  into.nameEnd = at;
  at = skipBlanks(bytes, at, end);
  if (path === into.nameEnd || at + 1 >= end || bytes[at] !== EQUALS || bytes[at + 1] !== GREATER) {
    return false;
  }
  at = readPrefixedHex(bytes, skipBlanks(bytes, at + 2, end), end, scan);
  if (at < 0) return false;
  into.low = scan.low;
  into.high = scan.high;
  at = skipBlanks(bytes, at, end);
  if (at >= end || bytes[at] !== DASH) return false;
  if (readPrefixedHex(bytes, skipBlanks(bytes, at + 1, end), end, scan) < 0) return false;
  into.toLow = scan.low;
  into.toHigh = scan.high;
  return true;
}

/** Parses a context. */
export function readContextLine(bytes: Uint8Array, start: number, end: number, into: RegistryLine): boolean {
  if (bytes[start] !== 64) return false;
  const digits = skipBlanks(bytes, start + 1, end);
  let at = readHex(bytes, digits, end, scan);
  if (at === digits) return false;
  into.low = scan.low;
  at = skipBlanks(bytes, at, end);
  if (at >= end || bytes[at] !== COLON) return false;
  into.nameStart = skipBlanks(bytes, at + 1, end);
  into.nameEnd = end;
  return true;
}

/**
 * Parses a resource type. The description ends at the last `)`, so it may contain parentheses; only flags
 * follow it.
 */
export function readTypeLine(bytes: Uint8Array, start: number, end: number, into: RegistryLine): boolean {
  if (bytes[start] !== 60) return false;
  let at = readHex(bytes, start + 1, end, scan);
  if (at === start + 1 || at >= end || bytes[at] !== GREATER) return false;
  into.low = scan.low;
  at = skipBlanks(bytes, at + 1, end);
  if (at >= end || bytes[at] !== COLON) return false;
  into.nameStart = skipBlanks(bytes, at + 1, end);
  into.nameEnd = findBlank(bytes, into.nameStart, end);
  const open = skipBlanks(bytes, into.nameEnd, end);
  if (into.nameEnd === into.nameStart || open >= end || bytes[open] !== 40) return false;
  const close = findLast(bytes, 41, open, end);
  into.textStart = open + 1;
  into.textEnd = close < 0 ? end : close;
  into.flagsStart = into.flagsEnd = end;
  if (into.textEnd === into.textStart) return false;
  if (close < 0) return true;
  const bracket = skipBlanks(bytes, close + 1, end);
  if (bracket < end && bytes[bracket] === 91) {
    into.flagsStart = bracket + 1;
    into.flagsEnd = findFirst(bytes, 93, bracket + 1, end);
  }
  return true;
}

/** Parses an attachment. */
export function readAttachmentLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: RegistryLine,
): boolean {
  if (bytes[start] !== 38) return false;
  into.nameStart = skipBlanks(bytes, start + 1, end);
  into.nameEnd = findBlank(bytes, into.nameStart, end);
  const colon = skipBlanks(bytes, into.nameEnd, end);
  if (into.nameEnd === into.nameStart || colon >= end || bytes[colon] !== COLON) return false;
  into.textStart = skipBlanks(bytes, colon + 1, end);
  into.textEnd = trimEnd(bytes, into.textStart, end);
  return into.textEnd > into.textStart;
}

/** Moves `end` back over blanks. */
function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && isBlank(bytes[end - 1])) end--;
  return end;
}
