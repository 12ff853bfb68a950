/**
 * Reads a whole column of a table into one array.
 * @module
 */

import type { Table } from "../../tables/table.ts";

/** Maximum rows of a block. */
const BLOCK_ROWS = 65536;

/** Values and null flags of a column; text columns give string pool codes. */
export interface ColumnNumbers {
  /** One value per row. */
  readonly values: BigUint64Array<ArrayBuffer>;
  /** The values as two 32-bit words per row, for loops; shares their memory. */
  readonly words: Uint32Array;
  /** 1 for null. */
  readonly nulls: Uint8Array;
}

/** Reads a column; gives an empty one if there is no such table. */
export function readColumnNumbers(table: Table | undefined, name: string): ColumnNumbers {
  const column = table?.column(name);
  if (!table || !column) {
    return { values: new BigUint64Array(0), words: new Uint32Array(0), nulls: new Uint8Array(0) };
  }
  const { arena } = table.pools;
  const values = new BigUint64Array(table.rowCount);
  const nulls = new Uint8Array(table.rowCount);
  const valuesPointer = arena.alloc(BLOCK_ROWS * 8);
  const nullsPointer = arena.alloc(BLOCK_ROWS);
  for (let block = 0; block < table.blockCount; block++) {
    const rows = table.blockRows(block);
    const anyNull = column.decode(block, rows, valuesPointer, nullsPointer);
    const first = valuesPointer >>> 3;
    values.set(arena.u64.subarray(first, first + rows), block * BLOCK_ROWS);
    if (anyNull) nulls.set(arena.u8.subarray(nullsPointer, nullsPointer + rows), block * BLOCK_ROWS);
  }
  arena.free(valuesPointer);
  arena.free(nullsPointer);
  return { values, words: new Uint32Array(values.buffer), nulls };
}
