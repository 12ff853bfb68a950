/**
 * Types of columns in Parquet.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";
import { hasSmallNumbers } from "../engine/dataset/small_numbers.ts";
import type { BatchColumn } from "../engine/row_batches.ts";
import { type CellType, cellType } from "./cell_types.ts";
import { binary, i32, struct, type ThriftValue } from "./compact_thrift.ts";

/** Physical types by number. */
const PHYSICAL = { BOOLEAN: 0, INT64: 2, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
const CONVERTED = { UTF8: 0, LIST: 3, UINT_64: 14, INT_64: 18 } as const;
const LOGICAL = { text: 1, list: 3, integer: 10 } as const;
const REPETITION = { optional: 1, repeated: 2 } as const;

/** A column type in Parquet. */
interface Shape {
  readonly physical: keyof typeof PHYSICAL;
  readonly converted?: number;
  /** Index in the union of logical types, with its content. */
  readonly logical?: readonly [number, ThriftValue];
}

function integer(bits: number, signed: boolean): readonly [number, ThriftValue] {
  return [LOGICAL.integer, struct([1, { type: "i8", value: bits }], [2, { type: "bool", value: signed }])];
}

const SIGNED: Shape = { physical: "INT64", converted: CONVERTED.INT_64, logical: integer(64, true) };
const SHAPES: Readonly<Record<CellType, Shape>> = {
  u64: { physical: "INT64", converted: CONVERTED.UINT_64, logical: integer(64, false) },
  i64: SIGNED,
  duration: SIGNED,
  f64: { physical: "DOUBLE" },
  bool: { physical: "BOOLEAN" },
  text: { physical: "BYTE_ARRAY", converted: CONVERTED.UTF8, logical: [LOGICAL.text, struct()] },
};

/** The first number that does not fit in a signed 64-bit integer. */
const SIGN = 1n << 63n;

/** Whether an unsigned column is written as signed if all of its numbers fit. */
export function fitsInSigned(column: BatchColumn): boolean {
  return cellType(column) === "u64" && !column.list && hasSmallNumbers(column.name);
}

/** Whether a number, given as its eight bytes, fits into a signed integer. */
export function fitsSigned(bytes: Uint8Array): boolean {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true) < SIGN;
}

/**
 * A second name of a column that needs no quotes in SQL: `free_func` for `free.func`; null if its own name
 * needs none.
 */
export function unquotedName(column: BatchColumn, columns: readonly BatchColumn[]): string | null {
  const name = column.name.replaceAll(".", "_");
  const isFree = name !== column.name && !column.list && columns.every((each) => each.name !== name);
  return isFree ? name : null;
}

/** The number of a column's physical type. */
export function physicalType(column: ResultColumn): number {
  return PHYSICAL[SHAPES[cellType(column)].physical];
}

/** The path from the root to a column. */
export function pathOf({ name, list }: BatchColumn): string[] {
  return list ? [name, "list", "element"] : [name];
}

/** The schema elements of a column; a list has three, nested. */
export function schemaElements(column: BatchColumn): ThriftValue[] {
  if (!column.list) return [valueElement(column)];
  const outer = struct(
    [3, i32(REPETITION.optional)],
    [4, binary(column.name)],
    [5, i32(1)],
    [6, i32(CONVERTED.LIST)],
    [10, struct([LOGICAL.list, struct()])],
  );
  const inner = struct([3, i32(REPETITION.repeated)], [4, binary("list")], [5, i32(1)]);
  return [outer, inner, valueElement({ ...column, name: "element" })];
}

function valueElement(column: ResultColumn): ThriftValue {
  const { physical, converted, logical } = SHAPES[cellType(column)];
  return struct(
    [1, i32(PHYSICAL[physical])],
    [3, i32(REPETITION.optional)],
    [4, binary(column.name)],
    ...(converted === undefined ? [] : [[6, i32(converted)] as const]),
    ...(logical === undefined ? [] : [[10, struct(logical)] as const]),
  );
}
