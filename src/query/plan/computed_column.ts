/**
 * How columns are computed for the rows at hand: what a function needs that computes whole pieces.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import type { Column } from "../../tables/column.ts";
import type { Constant } from "./values.ts";

/** Reads a child for the rows at hand: values to `values`; address of null bytes, 0 when none is null. */
export type ReadPiece = (column: Column, values: number, nulls: number) => number;

/** Computes one piece; whether any value is null (then null bytes are written). */
export type Compute = (read: ReadPiece, count: number, values: number, nulls: number) => boolean;

/** Computes the rows in a list, so that it can hide some from its children; how many of them are null. */
export type ComputeRows = (rows: number, count: number, values: number, nulls: number) => number;

/** What makes columns. */
export interface ColumnMaker {
  /** The memory of values. */
  readonly arena: Arena;
  /** A column that computes pieces. */
  make(type: ColumnType, compute: Compute): Column;
  /** A column of what `mapValues` of the kernels makes of the words of another one; null stays null. */
  makeMapped(type: ColumnType, operand: Column, how: number, argument: bigint): Column;
  /** A column that computes rows of a list. */
  makeMasked(type: ColumnType, compute: ComputeRows): Column;
}

/** An argument of a call. */
export interface ArgumentColumn {
  readonly column: Column;
  /** Its value in every row, where it has one. */
  readonly constant?: Constant;
}
