/**
 * The first line of a text report: `{key}={value}, {key}={value}, ...`, keys in any order.
 * @module
 */

import type { TraceHeader, TraceSink } from "../../events/trace_sink.ts";

const COMMA = 44;
const EQUALS = 61;
const SPACE = 32;
const LATIN1 = new TextDecoder("latin1");
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Keys that a header begins with, in this order. */
export const HEADER_KEYS: readonly string[] = [
  "version",
  "arch",
  "timestamp",
  "process",
  "pid",
  "filter",
  "backtrace depth",
  "origin",
];

/** A field of the header. */
export interface HeaderField {
  /** Key as written; `backtrace depth` has a blank in it. */
  readonly key: string;
  /** Value, up to the next comma. */
  readonly value: string;
  /** The value's bytes. */
  readonly raw: Uint8Array;
}

/** Splits a header line; returns an empty list if the line has no field. */
export function parseHeader(bytes: Uint8Array, start: number, end: number): HeaderField[] {
  const fields: HeaderField[] = [];
  while (start < end) {
    let stop = start;
    while (stop < end && bytes[stop] !== COMMA) stop++;
    while (start < stop && bytes[start] === SPACE) start++;
    let sign = start;
    while (sign < stop && bytes[sign] !== EQUALS) sign++;
    if (sign > start && sign < stop) {
      const raw = bytes.slice(sign + 1, stop);
      fields.push({ key: decode(bytes.slice(start, sign)), value: decode(raw), raw });
    }
    start = stop + 1;
  }
  return fields;
}

/** Describes the trace to the sink, and keeps every field as a tag. */
export function describeReport(fields: readonly HeaderField[], format: string, sink: TraceSink): void {
  const value = (key: string): string => fields.find((field) => field.key === key)?.value ?? "";
  sink.describe({
    format,
    version: value("version"),
    wordBits: wordBitsOf(value("arch")),
    byteOrder: "none",
    mainTable: "events",
  });
  for (const field of fields) sink.tag(field.key, field.value, field.raw);
  const date = readDate(value("timestamp"));
  if (date) sink.stat("recorded", date);
}

/** Returns whether the filter list contains `filter`; like the original, this is a substring search. */
export function hasFilter(fields: readonly HeaderField[], filter: string): boolean {
  return fields.some((field) => field.key === "filter" && field.value.includes(filter));
}

/** Returns the pointer size in bits for a machine name; 0 for unknown names. */
function wordBitsOf(arch: string): TraceHeader["wordBits"] {
  if (
    /^(x86_64|amd64|aarch64|arm64|ppc64|powerpc64|s390x|mips64|riscv64|ia64|alpha|sparc64|loongarch64)/.test(
      arch,
    )
  ) {
    return 64;
  }
  return /^(i[3-6]86|arm|ppc|powerpc|mips|sh|m68k|riscv32|sparc)/.test(arch) ? 32 : 0;
}

/**
 * Converts `2026.1.9 01:56:49` or `09.01.2026 01:56:49` to `2026-01-09 01:56:49`: the part with four digits
 * is the year.
 */
function readDate(text: string): string | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+) +(\d+):(\d+):(\d+)/.exec(text);
  if (!parts) return undefined;
  const [, first = "", month = "", last = "", ...clock] = parts;
  const yearFirst = first.length === 4;
  if (!yearFirst && last.length !== 4) return undefined;
  const two = (digits: string): string => digits.padStart(2, "0");
  const day = `${yearFirst ? first : last}-${two(month)}-${two(yearFirst ? last : first)}`;
  return `${day} ${clock.map(two).join(":")}`;
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}
