/**
 * Bit-packed numbers as Parquet stores them: from the lowest bit of the first byte upwards.
 * @module
 */

import type { ByteWriter } from "../base/byte_writer.ts";
import type { PageMemory } from "./page_memory.ts";

/** Bits needed for numbers below `limit`. */
export function bitWidth(limit: number): number {
  return limit <= 1 ? 0 : 32 - Math.clz32(limit - 1);
}

/**
 * Writes the definition levels of an optional column, after their length: 1 where there is a value. Null
 * bytes are read only if rows differ.
 */
export function writeLevels(
  out: ByteWriter,
  memory: PageMemory,
  { rows, nulls, nullCount }: { readonly rows: number; readonly nulls: number; readonly nullCount: number },
): void {
  if (nullCount === 0 || nullCount === rows) return writeRepeated(out, nullCount === 0 ? 1 : 0, rows);
  memory.kernels.validityBits(nulls, rows, memory.out);
  writeRun(out, rows, memory.packed(Math.ceil(rows / 8)));
}

/** Writes the levels of cells in the memory, after their length. `most` is the highest possible level. */
export function writeLevelRuns(out: ByteWriter, memory: PageMemory, levels: Uint8Array, most: number): void {
  memory.arena.u8.set(levels, memory.numbers);
  const bytes = memory.kernels.packBytes(memory.numbers, levels.length, bitWidth(most + 1), memory.out);
  writeRun(out, levels.length, memory.packed(bytes));
}

function writeRun(out: ByteWriter, levels: number, packed: Uint8Array): void {
  const groups = Math.ceil(levels / 8);
  out.u32(varintBytes(groups * 2 + 1) + packed.length);
  out.varint(groups * 2 + 1);
  out.raw(packed);
}

/** Writes the same level for all rows, as a run. */
function writeRepeated(out: ByteWriter, level: number, rows: number): void {
  out.u32(varintBytes(rows * 2) + 1);
  out.varint(rows * 2);
  out.u8(level);
}

/** Writes the dictionary indices in the memory, for a dictionary of `distinct` entries. */
export function writeIndexes(out: ByteWriter, memory: PageMemory, count: number, distinct: number): void {
  // With a single entry, zero bits would be enough, but some readers reject that.
  const width = Math.max(1, bitWidth(distinct));
  out.u8(width);
  if (count === 0) return;
  if (distinct === 1) {
    out.varint(count * 2);
    return out.u8(0);
  }
  out.varint(Math.ceil(count / 8) * 2 + 1);
  out.raw(memory.packed(memory.kernels.packNumbers(memory.numbers, count, width, memory.out)));
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}
