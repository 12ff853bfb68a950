/**
 * A function: what is said of it, a check of its arguments, and its values. To add one, write a file that exports it,
 * or put it beside those of its family, and add it to `registry.ts`.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Expr } from "../plan/expressions.ts";
import type { RowFunction } from "../plan/row_function.ts";
import type { Display } from "../../base/result_table.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { StageWant } from "../syntax/language.ts";

/** What a function makes of its arguments' types. */
export interface FunctionResult {
  readonly type: ColumnType;
  readonly display?: Display;
  /** Arguments with casts inserted. */
  readonly args: readonly Expr[];
}

/** Reports a mistake at an argument. */
export type ReportArgument = (diagnostic: Diagnostic) => void;

/** One function of the query language; help, completion, hover, binder and executor read it. */
export interface QueryFunction extends RowFunction, CallDoc {
  /** What completion proposes for a parameter, counted from 0; any expression where nothing is said. */
  wants?(parameter: number): readonly StageWant[] | undefined;
  /** The parameter, counted from 0, that may be a regular expression: it comes as a constant with flags. */
  readonly patternAt?: number;
  /** Tables have it, under the names that they propose. */
  readonly isOfTables?: true;
  /** Checks the arguments; null after reporting a mistake. */
  bind(args: readonly Expr[], span: Span, report: ReportArgument): FunctionResult | null;
}
