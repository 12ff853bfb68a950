/**
 * Interprets info data: dates, numbers, text.
 * @module
 */

import { TAG } from "./constants.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");

/** A date in a trace, in UTC, with all fields in range. */
export interface TraceDate {
  /** 1901 to 2399. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
  /** 0 to 59. */
  readonly second: number;
  /** Whether the year is valid only in the byte order opposite to that of the header. */
  readonly swapped: boolean;
}

/** Parses a DATE_TIME; null if it is not a date. */
export function parseDate(data: Uint8Array, bigEndian: boolean): TraceDate | null {
  if (data.length !== 8) return null;
  const little = data[0]! | (data[1]! << 8), big = (data[0]! << 8) | data[1]!;
  let year = bigEndian ? big : little;
  const swapped = !isYear(year);
  if (swapped) year = bigEndian ? little : big;
  const [month, day, hour, minute, second] = [data[2]!, data[3]!, data[4]!, data[5]!, data[6]!];
  const inRange = isYear(year) && month >= 1 && month <= 12 && day >= 1 &&
    hour < 24 && minute < 60 &&
    second < 60;
  if (!inRange || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) {
    return null;
  }
  return { year, month, day, hour, minute, second, swapped };
}

/** Formats a date as `YYYY-MM-DD HH:MM:SS`. */
function dateText(date: TraceDate): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.year}-${two(date.month)}-${two(date.day)} ${two(date.hour)}:${two(date.minute)}:${
    two(date.second)
  }`;
}

/** Parses a decimal number with optional spaces around it; null if it is malformed or exceeds 64 bits. */
export function parseNumber(data: Uint8Array): bigint | null {
  const match = /^ *([0-9]{1,20}) *$/.exec(LATIN1.decode(data));
  if (!match) return null;
  const value = BigInt(match[1]!);
  return value < 1n << 64n ? value : null;
}

/** Formats info data for a user: as text if possible, else as bytes in hex. */
export function infoText(tag: number, data: Uint8Array, bigEndian: boolean): string {
  if (tag === TAG.dateTime) {
    const date = parseDate(data, bigEndian);
    if (date) return dateText(date);
  }
  if (
    tag === TAG.execFileSize || tag === TAG.execFileCrc32 ||
    tag === TAG.execCodeSize
  ) {
    const value = parseNumber(data);
    if (value !== null) return value.toString();
  }
  const isText = tag !== TAG.dateTime && tag !== TAG.coverageContext &&
    !data.some((byte) => byte < 0x20 && byte !== 9);
  return isText ? decodeText(data) : hexText(data);
}

/** Decodes UTF-8, or Latin-1 if that is not valid. */
export function decodeText(data: Uint8Array): string {
  try {
    return UTF8.decode(data);
  } catch {
    return LATIN1.decode(data);
  }
}

/** Formats bytes as pairs of hex digits, separated by spaces. */
export function hexText(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

function isYear(year: number): boolean {
  return year >= 1901 && year <= 2399;
}
