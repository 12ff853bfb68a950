/**
 * What a function is: words for help, a check of its arguments, and a value per row.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Expr } from "../plan/expressions.ts";
import type { RowFunction } from "../plan/row_function.ts";
import type { Display } from "../plan/values.ts";

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
export interface FunctionDef extends RowFunction {
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
}
