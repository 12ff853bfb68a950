/**
 * Definitions of window functions, for help, the binder and plans.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Display } from "../../base/result_table.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { BoundAggregate, Expr } from "./expressions.ts";

/** A window function. */
export interface WindowDef extends CallDoc {
  /** What the first argument must be. If it must be an aggregate, a plain value is summed. */
  readonly takes: "nothing" | "value" | "aggregate" | "sum";
  /** Types of a value argument. */
  readonly accepts: readonly ColumnType[];
  /** The number passed as second argument: its minimum, and its default if it is optional. */
  readonly number?: { readonly least: number; readonly otherwise?: number };
  /** Requires rows with an order. */
  readonly needsOrder?: true;
  /** Does not allow `if`: every row of the window counts. */
  readonly countsAll?: true;
  result(argument: ColumnType | null): ColumnType;
}

/** A function or an aggregate over the rows of a window. */
export interface BoundWindow {
  readonly name: string;
  /** Null for a plain aggregate over the whole window. */
  readonly fn: WindowDef | null;
  /** The aggregate, on its own or as an argument. */
  readonly aggregate: BoundAggregate | null;
  /**
   * The argument for a row; null if only the row's position matters. It is not computed in rows that a
   * condition excludes.
   */
  readonly arg: Expr | null;
  /** The second argument. */
  readonly number: number;
  readonly type: ColumnType;
  readonly display: Display;
  readonly span: Span;
}
