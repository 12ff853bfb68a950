/**
 * Structures that the kernels for rows in an order (ordered.as.ts) share with their callers: offsets in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The first or last value of a window. */
export enum EdgeState {
  /** The value (u64). */
  Value = 0,
  /** 1 if there is none (u32). */
  Null = 8,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** Running and moving aggregates of a window. */
export enum AmountState {
  /** Lower half of a sum of integers (u64). */
  Low = 0,
  /** Upper half of a sum of integers (u64). */
  High = 8,
  /** A sum of doubles (f64). */
  Sum = 16,
  /** Number of values (u64). */
  Count = 24,
  /** Smallest or largest value (u64). */
  Best = 32,
  /** Size of the structure in bytes. */
  Bytes = 40,
}

/** The values of a moving window since the last stretch began. */
export enum StretchState {
  /** Sum, minimum or maximum of the values (u64). */
  Joined = 0,
  /** Number of values (u64). */
  Count = 8,
  /** Size of the structure in bytes. */
  Bytes = 16,
}
