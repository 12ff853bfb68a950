/**
 * Columns of a result as typed arrays.
 * @module
 */

import type { ResultTable, ResultType } from "../base/result_table.ts";
import { rowBatches } from "../engine/row_batches.ts";
import type { Pools } from "../tables/pools.ts";

/**
 * The array that holds the values of a column, by the type of the column.
 *
 * ```ts
 * import { type ColumnArrays, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const sizes: ColumnArrays["u64"] = (await quarry.query("leaks")).column("size", "u64");
 * console.log(sizes.reduce((sum, size) => sum + size, 0n));
 * ```
 */
export interface ColumnArrays {
  /** Unsigned 64-bit numbers. */
  readonly u64: BigUint64Array<ArrayBuffer>;
  /** Unsigned 32-bit numbers. */
  readonly u32: Uint32Array<ArrayBuffer>;
  /** Signed 64-bit numbers. */
  readonly i64: BigInt64Array<ArrayBuffer>;
  /** 64-bit floating-point numbers. */
  readonly f64: Float64Array<ArrayBuffer>;
  /** 1 for true, 0 for false. */
  readonly bool: Uint8Array<ArrayBuffer>;
  /** Times in nanoseconds. */
  readonly time: BigUint64Array<ArrayBuffer>;
  /** Text values; null if there is no value. */
  readonly text: (string | null)[];
  /** Bytes as text; null if there is no value. */
  readonly bytes: (string | null)[];
}

/** The values of a column, and a bitmap of the rows that have none. */
export interface ColumnValues {
  readonly values: ColumnArrays[ResultType];
  /** One bit per row, lowest bit first, set if the row has no value; null if every row has one. */
  readonly nulls: Uint8Array<ArrayBuffer> | null;
}

/** Reads a whole column. Arrays of numbers contain 0 for rows without a value. */
export function readColumn(pools: Pools, table: ResultTable, column: number): ColumnValues {
  const { type } = table.columns[column]!;
  const { rowCount } = table;
  const texts: (string | null)[] = [];
  const isText = type === "text" || type === "bytes";
  const words = new BigUint64Array(isText ? 0 : rowCount);
  let nulls: Uint8Array<ArrayBuffer> | null = null;
  for (const batch of rowBatches(pools, table)) {
    const cells = batch.read(column);
    if (cells.nullCount > 0) {
      nulls ??= new Uint8Array(Math.ceil(rowCount / 8));
      for (let row = 0; row < batch.rows; row++) {
        const at = batch.first + row;
        if (cells.nulls[row] !== 0) nulls[at >>> 3]! |= 1 << (at & 7);
      }
    }
    if (!isText) {
      words.set(cells.words, batch.first);
      continue;
    }
    for (let row = 0; row < batch.rows; row++) {
      texts.push(cells.nulls[row] === 0 ? pools.strings.text(cells.halves[2 * row]!) : null);
    }
  }
  return { values: isText ? texts : arrayOf(type, words), nulls };
}

/**
 * The 64-bit words of a column as an array of its type. Arrays of 64-bit numbers share memory with the words.
 */
function arrayOf(type: ResultType, words: BigUint64Array<ArrayBuffer>): ColumnArrays[ResultType] {
  const halves = new Uint32Array(words.buffer);
  switch (type) {
    case "i64":
      return new BigInt64Array(words.buffer);
    case "f64":
      return new Float64Array(words.buffer);
    case "u32":
      return Uint32Array.from({ length: words.length }, (_, row) => halves[2 * row]!);
    case "bool":
      return Uint8Array.from({ length: words.length }, (_, row) => halves[2 * row]!);
    default:
      return words;
  }
}
