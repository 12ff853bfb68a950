/**
 * Reads traces into memory sinks and converts rows back into the original's output.
 * @module
 */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { Format } from "../../../src/formats/format.ts";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { type Cell, MemorySink, type Row } from "../../support/memory_sink.ts";

/** Reads bytes that arrive in pieces of at most `piece`. */
export async function read(
  bytes: Uint8Array,
  options: {
    piece?: number;
    format?: Format;
    sink?: MemorySink;
    capacity?: number;
  } = {},
): Promise<MemorySink> {
  const sink = options.sink ?? new MemorySink();
  const window = new ByteWindow(
    sourceOf(bytes, options.piece),
    sink.arena,
    options.capacity,
  );
  try {
    await window.more();
    await (options.format ?? gnatcov).read(window, sink, {});
  } finally {
    window.close();
  }
  return sink;
}

/** The row of `entries` for each row of `events`. */
export function eventRows(sink: MemorySink): Row[] {
  const entries = sink.rows("entries");
  return sink.rows("events").map((row) => entries[row["entry"] as number]!);
}

const DIGITS = { 32: 8, 64: 16, 0: 16 } as const;

/** The lines that the original prints for the ordinary entries. */
export function dumpLines(sink: MemorySink, raw = false): string[] {
  const digits = DIGITS[sink.header!.wordBits];
  const bits = sink.header!.wordBits || 64;
  const hex = (value: bigint) => BigInt.asUintN(bits, value).toString(16).padStart(digits, "0");
  // Column by column: objects for the rows of the largest sample took most of the time of its tests.
  const of = (name: string): Cell[] => sink.cells("entries", name);
  const [types, dropped, firsts, sizes, ops] = [
    of("type"),
    of("dropped"),
    of(raw ? "pc" : "addr"),
    of("size"),
    of("op"),
  ];
  const lines: string[] = [];
  for (const entry of sink.cells("events", "entry") as number[]) {
    if (types[entry] === null || !raw && dropped[entry] !== 0) continue;
    const first = firsts[entry] as bigint;
    const op = (ops[entry] as number).toString(16).padStart(2, "0");
    lines.push(`${hex(first)}-${hex(first + (sizes[entry] as bigint) - 1n)} ?: ${op} ${types[entry]}`);
  }
  return lines;
}
