/**
 * Values that a row gets from the other rows of its window, for help, for the binder and for plans.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Display } from "../../base/result_table.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { BoundAggregate, Expr } from "./expressions.ts";

/** One function of windows. */
export interface WindowDef extends CallDoc {
  /** What the first argument is; an aggregate may also be a value, which is then summed. */
  readonly takes: "nothing" | "value" | "aggregate" | "sum";
  /** Types of a value. */
  readonly accepts: readonly ColumnType[];
  /** The number that is the second argument: the least that it may be, and what it is where it is left out. */
  readonly number?: { readonly least: number; readonly otherwise?: number };
  /** Means nothing without an order. */
  readonly needsOrder?: true;
  /** Has no `if`: every row of the window counts. */
  readonly countsAll?: true;
  result(argument: ColumnType | null): ColumnType;
}

/** A function or an aggregate over the rows of a window. */
export interface BoundWindow {
  readonly name: string;
  /** Null for an aggregate over the whole window. */
  readonly fn: WindowDef | null;
  /** The aggregate, alone or as an argument. */
  readonly aggregate: BoundAggregate | null;
  /** The value of a row; null where only its place counts. Rows that a condition rules out have none. */
  readonly arg: Expr | null;
  /** The second argument. */
  readonly number: number;
  readonly type: ColumnType;
  readonly display: Display;
  readonly span: Span;
}
