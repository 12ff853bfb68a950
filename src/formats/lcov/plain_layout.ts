/**
 * What the readers of plain lines and lists (plain_kernel.ts) and their kernel (plain.as.ts) share: places in memory, in bytes,
 * and numbers. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call of the kernel works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Takes rows or lines (u32 address). */
  Out = 8,
  /** How many there is room for (u32). */
  Room = 12,
  /** How many there are (u32). */
  Count = 16,
  /** Takes outcomes of branches (u32 address). */
  Branches = 20,
  /** How many there are (u32). */
  BranchCount = 24,
  /** Length of the state. */
  Bytes = 32,
}

/** A line of a source file with its count. */
export enum CountedLine {
  /** Its number (u32). */
  Line = 0,
  /** Its count, low half (u32). */
  Low = 4,
  /** High half (u32). */
  High = 8,
  /** Length of a line. */
  Bytes = 12,
}

/** An outcome of a branch. */
export enum Outcome {
  /** Its line (u32). */
  Line = 0,
  /** Its block (u32). */
  Block = 4,
  /** Its number (u32). */
  Number = 8,
  /** Bits of `Mark` (u32). */
  Marks = 12,
  /** Its count, low half (u32). */
  Low = 16,
  /** High half (u32). */
  High = 20,
  /** Length of an outcome. */
  Bytes = 24,
}

/** What is said of an outcome beside its count: the bits that the model has for it. */
export enum Mark {
  /** An exception is one of the ways. */
  Exception = 1,
  /** It falls through. */
  FallThrough = 2,
  /** It was never evaluated. */
  Unknown = 8,
}

/** Cells that are kept of a row of numbers. */
export const CELLS = 6;
/** A row of numbers. */
export enum NumberRow {
  /** Cells, one after the other (f64). */
  Cells = 0,
  /** Length of a row. */
  Bytes = 48,
}

/** Lines, and outcomes, that are read at a time: they stay in the nearest cache. */
export const LINES = 1024;

/** Why the kernel stopped. */
export enum Stop {
  /** There is no room for another one. */
  Full = 0,
  /** What comes next is not plain, or not at hand as a whole. */
  Other = 1,
  /** The list has ended. */
  Done = 2,
}

/** What stands for `true` among numbers, none of which is below zero. */
export const YES = -1;
/** False. */
export const NO = -2;
