/**
 * What a function is: words for help, a check of its arguments, and a value per row.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Constant, Display, Expr } from "../plan/plan.ts";

/** What a function may ask for beside its arguments. */
export interface FunctionContext {
  /** Names of the functions in a stack, innermost first; empty for an unknown stack. */
  stackFunctions(stack: number): readonly string[];
  /** Name of the symbol that covers an address, with offset. */
  symbol(address: bigint): string | null;
  /** File and line that an address comes from. */
  source(address: bigint): string | null;
}

/** What a function makes of its arguments' types. */
export interface FunctionResult {
  readonly type: ColumnType;
  readonly display?: Display;
  /** Arguments with casts inserted. */
  readonly args: readonly Expr[];
}

/** Reports a mistake at an argument. */
export type ReportArgument = (diagnostic: Diagnostic) => void;

/** One function. */
export interface FunctionDef {
  readonly name: string;
  /** `substr(text, start, length)`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** Queries that work on an mpatrol trace. */
  readonly examples: readonly string[];
  /** Parameter names, for signature help; a trailing `…` repeats, a trailing `?` may be left out. */
  readonly parameters: readonly string[];
  /** Checks the arguments; null after reporting a mistake. */
  bind(args: readonly Expr[], span: Span, report: ReportArgument): FunctionResult | null;
  /**
   * Value for one row. Nulls: unless `handlesNull`, any null argument gives null without a call. Text is string, u64,
   * i64 and time are bigint, f64 number. Throws `RangeError` on overflow.
   */
  evaluate(args: readonly Constant[], context: FunctionContext): Constant;
  /** Sees null arguments. */
  readonly handlesNull?: boolean;
  /** Name of a kernel of the executor that does the same for whole blocks. */
  readonly kernel?: "bucket" | "bin" | "page" | "align" | "abs" | "min" | "max" | "if" | "coalesce" | "bor";
}
