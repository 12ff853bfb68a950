/**
 * Structures that the readers of plain lines and lists (plain_kernel.ts) share with their kernel (plain.as.ts):
 * offsets in bytes, and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types
 * with how the fields are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Receives rows or lines, depending on the function (u32 address). */
  Out = 8,
  /** Capacity of `Out`, in entries (u32). */
  Room = 12,
  /** Number of entries in `Out` (u32). */
  Count = 16,
  /** Receives outcomes of branches (u32 address). */
  Branches = 20,
  /** Number of entries in `Branches` (u32). */
  BranchCount = 24,
  /** Size of the state in bytes. */
  Bytes = 32,
}

/** A line of a source file and its count. */
export enum CountedLine {
  /** Line number (u32). */
  Line = 0,
  /** Lower half of the count (u32). */
  Low = 4,
  /** Upper half of the count (u32). */
  High = 8,
  /** Size of a line in bytes. */
  Bytes = 12,
}

/** An outcome of a branch. */
export enum Outcome {
  /** Line number (u32). */
  Line = 0,
  /** Block number (u32). */
  Block = 4,
  /** Number of the outcome within the block (u32). */
  Number = 8,
  /** Bits of `Mark` (u32). */
  Marks = 12,
  /** Lower half of the count (u32). */
  Low = 16,
  /** Upper half of the count (u32). */
  High = 20,
  /** Size of an outcome in bytes. */
  Bytes = 24,
}

/** Properties of an outcome, in the bits of the coverage model. */
export enum Mark {
  /** Set if one of the outcomes is an exception. */
  Exception = 1,
  /** The branch falls through. */
  FallThrough = 2,
  /** The branch was never evaluated. */
  Unknown = 8,
}

/** Number of cells that are kept of a row of numbers. */
export const CELLS = 6;
/** A row of numbers. */
export enum NumberRow {
  /** The cells (f64 each). */
  Cells = 0,
  /** Size of a row in bytes. */
  Bytes = 48,
}

/** Number of lines or outcomes to read at a time; they fit in the L1 cache. */
export const LINES = 1024;

/** Why the kernel stopped. */
export enum Stop {
  /** There is no room for another row. */
  Full = 0,
  /** The next element is not plain, or not complete. */
  Other = 1,
  /** The list has ended. */
  Done = 2,
}

/** The number stored for `true`; real numbers are not negative. */
export const TRUE_CELL = -1;
/** The number stored for `false`. */
export const FALSE_CELL = -2;
