/**
 * The definition of an aggregate, for help, the binder and plans.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { Constant } from "./values.ts";

/** Statistics of values, computed by looking at each distinct value once. */
export interface ValueStatistics {
  /** The number of values. */
  rows: bigint;
  total: bigint;
  low: bigint | null;
  high: bigint | null;
  readonly seen: Set<bigint>;
}

/** Handles a sum that exceeds 64 bits: throws, or returns null if that is not an error. */
type LargeSum = (total: bigint) => null;

/** The name of an aggregate in another language. */
interface ForeignAggregate {
  /** A word or phrase that means the aggregate, in lower case and singular. */
  readonly word: string;
  /** The other language takes its two arguments in the opposite order. */
  readonly swaps?: true;
}

/** An aggregate function. Nulls are skipped. */
export interface AggregateDef extends CallDoc {
  /** Types of the argument; empty if there is none. */
  readonly accepts: readonly ColumnType[];
  /**
   * The kind of result: one of the values, displayed like them; an amount computed from them; or a number of
   * rows or values, which is 0 if there are none. The first two kinds are null if there are no values.
   */
  readonly gives: "value" | "amount" | "count";
  /** Set if the result is the smallest or the largest of the words. */
  readonly keeps?: "least" | "most";
  /** Counts rows: if there is an argument, the rows where it is not null. */
  readonly countsRows?: true;
  /** Types of the second argument, by which rows are compared; absent if there is none. */
  readonly compares?: readonly ColumnType[];
  /** Depends on the length of a step, which is passed as a parameter; only a timeline has steps. */
  readonly perStep?: true;
  /** Names of the aggregate in other languages and in plain words. */
  readonly elsewhere?: readonly ForeignAggregate[];
  /** The argument is cast to the type of the result. */
  readonly castsArgument?: true;
  /**
   * Returns the result type for an argument type: the sum of u64 is u64 (overflow is an error), avg and
   * stddev are f64.
   */
  result(argument: ColumnType | null): ColumnType;
  /**
   * Computes the value from the number of values and their sum, for packed blocks; the sum is a number if
   * that is exact. Absent if the aggregate needs more information.
   */
  ofSums?(count: number, total: number | bigint, tooLarge: LargeSum): Constant;
  /**
   * Computes the value from the number of integers, their exact sum and the exact sum of their squares; adding
   * a number to all of them does not change it. Absent if the aggregate needs more information.
   */
  ofSquares?(count: number, total: number | bigint, squares: number | bigint): Constant;
  /**
   * Computes the value from the distinct values and their row counts; absent if the aggregate needs more
   * information.
   */
  ofCounts?(gathered: ValueStatistics, tooLarge: LargeSum): Constant;
}
