/**
 * What running needs of a function: a value per row.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { ArgumentColumn, ColumnMaker } from "./computed_column.ts";
import type { Constant } from "./values.ts";

/** What a function may ask for beside its arguments. */
export interface FunctionContext {
  /** Names of the functions in a stack, innermost first; empty for an unknown stack. */
  stackFunctions(stack: number): readonly string[];
  /** Name of the symbol that covers an address, with offset. */
  symbol(address: bigint): string | null;
  /** File and line that an address comes from. */
  source(address: bigint): string | null;
  /** Counts work in long texts, and ends it when the run is cancelled. */
  readonly meter?: WorkMeter;
}

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
  /** Computes whole pieces, to the same values; absent or null = row by row. */
  column?(args: readonly ArgumentColumn[], type: ColumnType, maker: ColumnMaker): Column | null;
}
