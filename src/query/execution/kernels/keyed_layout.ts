/**
 * Structures that the kernels for numbering keys (keyed.as.ts) share with their callers: offsets in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The state of numbering keys. */
export enum KeyState {
  /** Number of keys that have a number (u32). */
  Count = 0,
  /** The number of null plus one; 0 while null has not occurred (u32). */
  Null = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** The sum of a group. */
export enum SumCell {
  /** Lower half of the sum (u64). */
  Low = 0,
  /** Number of values (u32). */
  Count = 8,
  /** Upper part of the sum (u32). */
  High = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** The number of rows of a group, and the sum of their values. */
export enum RowSumCell {
  /** Lower half of the sum (u64). */
  Low = 0,
  /** Lower half: number of rows; upper half: see `RowSumBit` (u64). */
  Rows = 8,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** Bits of `RowSumCell.Rows`. */
export enum RowSumBit {
  /** Lowest bit of the count of how often the sum exceeded a word; the bits below are the number of rows. */
  Beyond = 32,
  /** Set if some row has a value. */
  Value = 63,
}

/** The position where writing pairs stopped. */
export enum PairState {
  /** The row of the left side (u32). */
  Row = 0,
  /** Index of the next partner of that row (u32). */
  Place = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}
