/**
 * Reads traces into memory sinks and turns rows back into what the original prints.
 * @module
 */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { Format } from "../../../src/formats/format.ts";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { MemorySink, type Row } from "../../support/memory_sink.ts";

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
  return eventRows(sink)
    .filter((row) => row["type"] !== null && (raw || row["dropped"] === 0))
    .map((row) => {
      const first = row[raw ? "pc" : "addr"] as bigint;
      const op = (row["op"] as number).toString(16).padStart(2, "0");
      return `${hex(first)}-${hex(first + (row["size"] as bigint) - 1n)} ?: ${op} ${row["type"]}`;
    });
}
