/**
 * What a loop is called with, and what it gives back.
 * @module
 */

/**
 * What becomes of the results: bits of rows that fail are cleared; words and null bytes are written; or numbers are packed as
 * blocks have them, in so many bytes, 0 for null where some may be null.
 */
export type LoopUse = "test" | "values" | 1 | 2 | 4;

/** What packing finds out of the packed numbers; of vectors for each of four lanes. */
export enum Packed {
  /** The smallest one that is not null (a u64, or four u32). */
  Least = 0,
  /** The largest one. */
  Largest = 16,
  /** Rows that are null (u32). */
  Nulls = 32,
  /** Length of all that. */
  Bytes = 48,
}

/** Where a loop finds the columns and the constants: an entry of `Bytes` for each column, then a word for each constant, and the origin of results. */
export enum LoopInput {
  /** Packed numbers (u32 address). */
  Numbers = 0,
  /** A byte per row that is not 0 for null (u32 address). */
  Nulls = 4,
  /** What is added to a stored number (u64). */
  Origin = 8,
  /** Length of an entry. */
  Bytes = 16,
}

/** Parameters of the function. */
export enum Parameter {
  /** Address of the inputs. */
  Inputs = 0,
  Rows = 1,
  /** Address of the bits, or of the words. */
  Out = 2,
  /** Address of the null bytes, or of a `Packed`. */
  Nulls = 3,
  Count = 4,
}
