/**
 * Cells of whole numbers.
 * @module
 */

import { writeBig, writeNumber } from "../../events/cells.ts";
import type { StagingColumn } from "../../events/trace_sink.ts";

/** Writes a whole number of 64 bits, which is a double where that is exact. */
export function writeWhole(column: StagingColumn, row: number, value: number | bigint): void {
  if (typeof value === "bigint") writeBig(column, row, value);
  else if (value < 0) writeBig(column, row, BigInt(value));
  else writeNumber(column, row, value);
}
