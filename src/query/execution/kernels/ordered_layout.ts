/**
 * What the kernels for rows in an order (ordered.as.ts) share with their callers: places in memory, in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The first or last value of a window. */
export enum EdgeState {
  /** The value (u64). */
  Value = 0,
  /** 1 where there is none (u32). */
  Null = 8,
  /** Size. */
  Bytes = 16,
}

/** Running and moving amounts of a window. */
export enum AmountState {
  /** The lower half of a sum of whole numbers (u64). */
  Low = 0,
  /** Its upper half (u64). */
  High = 8,
  /** A sum of doubles (f64). */
  Sum = 16,
  /** How many values (u64). */
  Count = 24,
  /** The smallest or the largest one (u64). */
  Best = 32,
  /** Size. */
  Bytes = 40,
}

/** The values since the last stretch of a moving window has begun. */
export enum StretchState {
  /** What they come to (u64). */
  Joined = 0,
  /** How many (u64). */
  Count = 8,
  /** Size. */
  Bytes = 16,
}
