/**
 * What a loop is called with, and what it gives back.
 * @module
 */

/**
 * What becomes of the results: bits of rows that fail are cleared; words and null bytes are written; or numbers are packed as
 * blocks have them, in so many bytes, 0 for null where some may be null.
 */
export type LoopUse = "test" | "values" | 1 | 2 | 4 | FoldUse;

/** Values are folded into the cells of groups, which the keys of rows stand for. */
export interface FoldUse {
  readonly fold: "least" | "most";
  /** Whether words are compared as numbers with a sign. */
  readonly isSigned: boolean;
  readonly keyWidth: 1 | 2 | 4;
  /** A key of 0 stands for none. */
  readonly hasNullKeys: boolean;
  /** Whether only rows with a bit count. */
  readonly hasBits: boolean;
}

/** Where a fold finds the keys: after the origin of results. */
export enum FoldInput {
  /** Packed keys (u32 address). */
  Keys = 0,
  /** What is added to a key (u32), modulo 2^32; that is the number of the cell. */
  Offset = 4,
  /** The number of the cell of rows without a key (u32). */
  None = 8,
  /** Length of all that. */
  Bytes = 16,
}

/** The cell of a group. */
export enum FoldCell {
  /** The word so far. */
  Value = 0,
  /** 1 where there is one (u32). */
  HasValue = 8,
  /** Length of a cell. */
  Bytes = 16,
}

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
  /** Address of the bits, of the words, or of the cells. */
  Out = 2,
  /** Address of the null bytes, of a `Packed`, or of the bits of rows that are folded. */
  Nulls = 3,
  Count = 4,
}
