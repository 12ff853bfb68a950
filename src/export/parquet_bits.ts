/**
 * Small numbers in as few bits as they need, as Parquet packs them: from the lowest bit of the first byte upwards.
 * @module
 */

import type { ByteWriter } from "../base/byte_writer.ts";

/** Bits that a number below `limit` needs. */
export function bitWidth(limit: number): number {
  return limit <= 1 ? 0 : 32 - Math.clz32(limit - 1);
}

/** Levels of a column that is optional and nothing else: 1 where there is a value. The length stands before them. */
export function writeLevels(
  out: ByteWriter,
  { nulls, nullCount }: { readonly nulls: Uint8Array; readonly nullCount: number },
): void {
  const rows = nulls.length;
  if (nullCount === 0 || nullCount === rows) return writeRepeated(out, nullCount === 0 ? 1 : 0, rows);
  const levels = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) levels[row] = 1 - nulls[row]!;
  writeLevelRuns(out, levels, 1);
}

/** Levels of any kind, with their length before them. `most` is the largest level that there can be. */
export function writeLevelRuns(out: ByteWriter, levels: Uint8Array, most: number): void {
  const packed = packBits(levels, levels.length, bitWidth(most + 1));
  const groups = Math.ceil(levels.length / 8);
  out.u32(varintBytes(groups * 2 + 1) + packed.length);
  out.varint(groups * 2 + 1);
  out.raw(packed);
}

/** The same level so many times. */
function writeRepeated(out: ByteWriter, level: number, rows: number): void {
  out.u32(varintBytes(rows * 2) + 1);
  out.varint(rows * 2);
  out.u8(level);
}

/** Numbers of values in a dictionary of `distinct` entries. */
export function writeIndexes(out: ByteWriter, indexes: Uint32Array, count: number, distinct: number): void {
  // Zero bits would be enough for one entry, but not every reader takes that.
  const width = Math.max(1, bitWidth(distinct));
  out.u8(width);
  if (count === 0) return;
  if (distinct === 1) {
    out.varint(count * 2);
    return out.u8(0);
  }
  out.varint(Math.ceil(count / 8) * 2 + 1);
  out.raw(packBits(indexes, count, width));
}

/** Packs numbers; the last group of eight is filled up with zeros. */
function packBits(values: Uint8Array | Uint32Array, count: number, width: number): Uint8Array {
  const bytes = Math.ceil(count / 8) * width;
  const words = new Uint32Array(Math.ceil(bytes / 4) + 1);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < count; index++) {
    const value = values[index]!;
    bits |= value << held;
    held += width;
    if (held < 32) continue;
    words[at++] = bits;
    held -= 32;
    // A shift by 32 would be none at all.
    bits = held === 0 ? 0 : value >>> (width - held);
  }
  words[at] = bits;
  return new Uint8Array(words.buffer, 0, bytes);
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}
