/**
 * What an aggregate is, for help, for the binder and for plans.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { Constant } from "./values.ts";

/** What is known of values when each distinct one has been looked at once. */
export interface Gathered {
  /** How many values there are. */
  rows: bigint;
  total: bigint;
  low: bigint | null;
  high: bigint | null;
  readonly seen: Set<bigint>;
}

/** Says that a sum does not fit into 64 bits: null where that is not an error. */
type LargeSum = (total: bigint) => null;

/** A name that an aggregate has elsewhere. */
interface ForeignAggregate {
  /** A word or phrase that stands for the aggregate, in lower case and singular. */
  readonly word: string;
  /** Its two arguments are in the other order there. */
  readonly swaps?: true;
}

/** One aggregate. Nulls are skipped. */
export interface AggregateDef extends CallDoc {
  /** Types of the argument; empty when there is none. */
  readonly accepts: readonly ColumnType[];
  /**
   * What the result is: one of the values, shown like them; an amount made of them; or a number of rows or values, which
   * is 0 where there are none. Over no values the others are null.
   */
  readonly gives: "value" | "amount" | "count";
  /** Of words the value is the smallest or the largest one. */
  readonly keeps?: "least" | "most";
  /** An argument says which rows are counted: those where it is not null. */
  readonly countsRows?: true;
  /** Types of a second argument by which rows are compared; absent when there is none. */
  readonly compares?: readonly ColumnType[];
  /** It is about the length of a step, which its parameter is: only a timeline has steps. */
  readonly perStep?: true;
  /** What it is called in other languages and in words. */
  readonly elsewhere?: readonly ForeignAggregate[];
  /** The argument is read in the type of the result. */
  readonly castsArgument?: true;
  /** Type of the result by the argument's type: sum of u64 is u64 (overflow is an error), avg and stddev are f64. */
  result(argument: ColumnType | null): ColumnType;
  /**
   * The value out of how many values there are and their sum, which is a number where that is exact, for packed blocks; absent
   * when it takes more.
   */
  ofSums?(count: number, total: number | bigint, tooLarge: LargeSum): Constant;
  /** The value out of the distinct values with their rows; absent when it takes more. */
  ofCounts?(gathered: Gathered, tooLarge: LargeSum): Constant;
}
