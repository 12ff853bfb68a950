/**
 * What the kernels that group rows (group.as.ts) share with their callers: places in memory, in bytes. Both compilers read
 * this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What an aggregate keeps of a group: a count, and after it fields of one of the kinds below. */
export enum GroupCell {
  /** Values, or rows (u64). */
  Count = 0,
  /** Size. */
  Bytes = 32,
}

/** A sum of whole numbers. */
export enum WholeCell {
  /** Its lower half (u64). */
  Low = 8,
  /** Its upper half (u64). */
  High = 16,
}

/** A sum of doubles. */
export enum DoubleCell {
  /** The sum (f64). */
  Sum = 24,
}

/** How far values lie apart. */
export enum SpreadCell {
  /** Their mean so far (f64). */
  Mean = 8,
  /** What is missing from it (f64): both together have twice the digits. */
  Rest = 16,
  /** The sum of their squared distances from it (f64). */
  Squares = 24,
}

/** One of the values. */
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
  /** 1 where that is null (u64). */
  Null = 24,
}
