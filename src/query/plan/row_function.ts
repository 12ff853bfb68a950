/**
 * What running needs of a function: a value per row, or whole pieces of a column for the current rows.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Constant } from "./values.ts";
import type { Arena } from "../../memory/arena.ts";

/** A frame as people say where something is; empty and 0 where that is unknown. */
export interface StackPlace {
  readonly func: string;
  readonly file: string;
  readonly line: number;
}

/** What a function may ask for beside its arguments. */
export interface FunctionContext {
  /** Names of the functions in a stack, innermost first; empty for an unknown stack. */
  stackFunctions(stack: number): readonly string[];
  /** The first frame of a stack that is of the program itself, by a glob of its files or modules where there is one. */
  placeOf(stack: number, mine: string | null): StackPlace | null;
  /** The rule of files of suppressions that knows a stack, or a function; null for none. */
  suppressedBy(stack: number | string, files: string): string | null;
  /** Name of the symbol that covers an address, with offset. */
  symbol(address: bigint): string | null;
  /** File and line that an address comes from. */
  source(address: bigint): string | null;
  /** Counts work in long texts, and ends it when the run is cancelled. */
  readonly meter?: WorkMeter;
}

/** For functions that see their arguments only. */
export const NOTHING_KNOWN: FunctionContext = {
  stackFunctions: () => [],
  placeOf: () => null,
  suppressedBy: () => null,
  symbol: () => null,
  source: () => null,
};

/** A function as plans hold it. */
export interface RowFunction {
  readonly name: string;
  /**
   * Value for one row. Nulls: unless `handlesNull`, any null argument gives null without a call. Text is string, u64,
   * i64 and time are bigint, f64 number. Throws `RangeError` on overflow.
   */
  evaluate(args: readonly Constant[], context: FunctionContext): Constant;
  /** The value is one of the arguments from this one on, or near to them, and is shown like them. */
  readonly showsLike?: number;
  /** Values differ too much to be worth remembering. */
  readonly forgets?: true;
  /** Of one argument: where that differs, the value does, and there is always one. Groups need it once each. */
  readonly tellsApart?: true;
  /** Sees null arguments. */
  readonly handlesNull?: boolean;
  /**
   * What generated loops do instead: choose one of two values by a condition, or the first that is there, or round down to a
   * multiple of `by`, else of the second argument.
   */
  readonly loop?:
    | { readonly kind: "choice" | "firstThere" }
    | { readonly kind: "roundDown"; readonly by?: bigint };
  /** Computes whole pieces, to the same values; absent or null = row by row. */
  column?(args: readonly ArgumentColumn[], type: ColumnType, maker: ColumnMaker): Column | null;
}

/** Reads a child for the current rows: values to `values`; address of null bytes, 0 when none is null. */
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
interface ArgumentColumn {
  readonly column: Column;
  /** Its value in every row, where it has one. */
  readonly constant?: Constant;
}
