/**
 * What an aggregate is, for help and for the binder; the executor knows each kind by name.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";

/** Names the executor knows. */
export type AggregateKind =
  | "count"
  | "sum"
  | "min"
  | "max"
  | "avg"
  | "median"
  | "p90"
  | "p99"
  | "percentile"
  | "distinct"
  | "first"
  | "last"
  | "any"
  | "stddev";

/** One aggregate. Nulls are skipped; over no values `count` and `distinct` are 0, all others null. */
export interface AggregateDef {
  readonly name: AggregateKind;
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly parameters: readonly string[];
  /** Types of the argument; empty when there is none. */
  readonly accepts: readonly ColumnType[];
  /** Type of the result by the argument's type: sum of u64 is u64 (overflow is an error), avg and stddev are f64. */
  result(argument: ColumnType | null): ColumnType;
}
