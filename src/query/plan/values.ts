/**
 * Values and columns in plans.
 * @module
 */

import type { Display } from "../../base/result_table.ts";
import type { ColumnType } from "../../events/trace_sink.ts";

/** One column of a relation. A `u32` column has type `u64` here, so that there is one integer type fewer. */
export interface PlanColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly display: Display;
}

/** Types whose values are unsigned words that sort like the values, as in packed blocks and zone maps. */
export const WORD_TYPES: ReadonlySet<ColumnType> = new Set<ColumnType>(["u64", "u32", "time"]);

/**
 * A value known before the run. u64, i64 and time are bigint; f64 is number; text is string; null has any
 * type.
 */
export type Constant = bigint | number | string | boolean | null;
