/**
 * Writes 64-bit cells of staging rows, from any representation a reader has. The functions take plain
 * numbers, since they run for every record.
 * @module
 */

import { highHalf, lowHalf } from "../base/u64.ts";
import type { RowWriter, StagingColumn } from "./trace_sink.ts";

type Words = Pick<StagingColumn, "u32">;

const HALF = 0x1_0000_0000;

/** Returns the staging rows of some columns. */
export function stagingOf<Name extends string>(
  writer: RowWriter,
  ...names: Name[]
): Record<Name, StagingColumn> {
  return Object.fromEntries(names.map((name) => [name, writer.column(name)])) as Record<Name, StagingColumn>;
}

/** Writes a number given as two halves. */
export function writeHalves({ u32 }: Words, row: number, low: number, high: number): void {
  u32[2 * row] = low;
  u32[2 * row + 1] = high;
}

/** Writes a non-negative integer that is exact as a double. */
export function writeNumber({ u32 }: Words, row: number, value: number): void {
  u32[2 * row] = value >>> 0;
  u32[2 * row + 1] = Math.floor(value / HALF);
}

/** Writes a number of at most 64 bits; a negative one in two's complement. */
export function writeBig({ u32 }: Words, row: number, value: bigint): void {
  u32[2 * row] = lowHalf(value);
  u32[2 * row + 1] = highHalf(value);
}

/** Writes a 64-bit integer, given as a double if that is exact, otherwise as a bigint. */
export function writeWhole(column: Words, row: number, value: number | bigint): void {
  if (typeof value === "bigint") writeBig(column, row, value);
  else if (value < 0) writeBig(column, row, BigInt(value));
  else writeNumber(column, row, value);
}
