/**
 * Columns that are computed for the current rows.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import { Column } from "../../tables/column.ts";
import type { ColumnMaker, Compute, ComputeRows, ReadPiece } from "../plan/row_function.ts";
import type { Expr } from "../plan/expressions.ts";
import type { RunContext } from "./context.ts";

/** A column that is computed for the current rows, without caching. */
export class ExpressionColumn extends Column {
  readonly #context: RunContext;
  readonly #compute: Compute;

  constructor(type: ColumnType, context: RunContext, compute: Compute) {
    super({ name: "", type });
    this.#context = context;
    this.#compute = compute;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const { arena } = this.#context.work;
    const read: ReadPiece = (column, to, nullBytes) =>
      column.gather(rows, count, to, nullBytes) > 0 ? nullBytes : 0;
    if (!this.#compute(read, count, values, nulls)) {
      arena.u8.fill(0, nulls, nulls + count);
      return 0;
    }
    let nullCount = 0;
    const { u8 } = arena;
    for (let at = 0; at < count; at++) nullCount += u8[nulls + at]!;
    return nullCount;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const read: ReadPiece = (column, to, nullBytes) =>
      column.decode(block, count, to, nullBytes) ? nullBytes : 0;
    return this.#compute(read, count, values, nulls);
  }
}

/** A computed column that always uses row numbers, so that it can exclude rows from its operands. */
export class MaskedColumn extends Column {
  readonly #context: RunContext;
  readonly #gather: ComputeRows;

  constructor(
    type: ColumnType,
    context: RunContext,
    gather: ComputeRows,
  ) {
    super({ name: "", type });
    this.#context = context;
    this.#gather = gather;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    return this.#gather(rows, count, values, nulls);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const { arena } = this.#context.work;
    const rows = arena.alloc(count * 4);
    blockKernels(arena).fillSequence(block * BLOCK_ROWS, count, rows);
    const nullCount = this.#gather(rows, count, values, nulls);
    arena.free(rows);
    return nullCount > 0;
  }
}

/** Computes from two operands, given their addresses. */
export type ComputeBoth = (
  a: number,
  an: number,
  b: number,
  bn: number,
  count: number,
  values: number,
  nulls: number,
) => boolean;

/** Makes the columns for the expressions of one part. */
export interface ExpressionMaker extends ColumnMaker {
  /** The run that the columns belong to. */
  readonly context: RunContext;
  /** The column that an expression computes. */
  compile(expr: Expr): Column;
  /** A column computed from two operands. */
  binary(type: ColumnType, left: Column, right: Column, run: ComputeBoth): Column;
}
