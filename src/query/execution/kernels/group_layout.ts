/**
 * Structures that the kernels for grouping rows (group.as.ts) share with their callers: offsets in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The state of an aggregate for a group: a count, followed by the fields of one of the kinds below. */
export enum GroupCell {
  /** Number of values or rows (u64). */
  Count = 0,
  /** Size of the structure in bytes. */
  Bytes = 32,
}

/** A sum of integers. */
export enum WholeCell {
  /** Lower half of the sum (u64). */
  Low = 8,
  /** Upper half of the sum (u64). */
  High = 16,
}

/** A sum of doubles. */
export enum DoubleCell {
  /** The sum (f64). */
  Sum = 24,
}

/** The exact sums of integers and of their squares. */
export enum SquaresCell {
  /** Lower half of the sum (u64). */
  Low = 8,
  /** Upper half of the sum (u64). */
  High = 16,
  /** Lowest third of the sum of squares (u64). */
  SquaresLow = 24,
  /** Middle third (u64). */
  SquaresMiddle = 32,
  /** Highest third (u64). */
  SquaresHigh = 40,
  /** Size of the structure in bytes. */
  Bytes = 48,
}

/** The spread of doubles (Welford's algorithm). */
export enum SpreadCell {
  /** Mean so far (f64). */
  Mean = 8,
  /** Rounding error of the mean (f64): both together have twice the precision. */
  Rest = 16,
  /** Sum of squared distances from the mean (f64). */
  Squares = 24,
}

/** A single value of the group. */
export enum KeptCell {
  /** The value (u64). */
  Value = 8,
}

/** The row with the smallest key. */
export enum BestCell {
  /** The key (u64). */
  Key = 8,
  /** The value of the row (u64). */
  Value = 16,
  /** 1 if the value is null (u64). */
  Null = 24,
}
