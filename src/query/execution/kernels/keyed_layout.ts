/**
 * What the kernels that number keys (keyed.as.ts) share with their callers: places in memory, in bytes. Both compilers
 * read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The numbers of keys: what is known of all of them. */
export enum KeyState {
  /** Numbers that are given (u32). */
  Count = 0,
  /** The number of null and one more; 0 while there was none (u32). */
  Null = 4,
  /** Size. */
  Bytes = 8,
}

/** The sum of a group. */
export enum SumCell {
  /** Its lower half (u64). */
  Low = 0,
  /** How many values (u32). */
  Count = 8,
  /** What does not fit into the lower half (u32). */
  High = 12,
  /** Size. */
  Bytes = 16,
}

/** The rows of a group, and the sum of their values. */
export enum RowSumCell {
  /** The lower half of the sum (u64). */
  Low = 0,
  /** In the lower half how many rows; above it how often the sum went beyond a word, and in the top bit whether it has a value (u64). */
  Rows = 8,
  /** Size. */
  Bytes = 16,
}

/** What a bit of `RowSumCell.Rows` says. */
export enum RowSumBit {
  /** The lowest bit of how often the sum went beyond a word; those below are rows. */
  Beyond = 32,
  /** Some row has a value. */
  Value = 63,
}

/** Where the writing of pairs has stopped. */
export enum PairState {
  /** The row of the left (u32). */
  Row = 0,
  /** The place among its partners (u32). */
  Place = 4,
  /** Size. */
  Bytes = 8,
}
