/**
 * The calling interface of generated loops.
 * @module
 */

/** Bytes of a packed number. */
export type PackedWidth = 1 | 2 | 4 | 8;

/**
 * How results are used: clear the bits of rows that fail; write words and null bytes; or pack numbers as in
 * blocks, with this many bytes, and 0 for null if any may be null.
 */
export type LoopUse = "test" | "values" | PackedWidth | FoldUse;

/** Folds values into the cells of groups, which the keys of rows select. */
export interface FoldUse {
  readonly fold: "least" | "most";
  /** Whether words compare as signed numbers. */
  readonly isSigned: boolean;
  readonly keyWidth: 1 | 2 | 4;
  /** Key 0 means null. */
  readonly hasNullKeys: boolean;
  /** Whether only rows with a bit are folded. */
  readonly hasBits: boolean;
}

/** Inputs of a fold, after the origin of results. */
export enum FoldInput {
  /** Packed keys (u32 address). */
  Keys = 0,
  /** Added to a key (u32), modulo 2^32, to give its cell number. */
  Offset = 4,
  /** Cell number of rows without a key (u32). */
  None = 8,
  /** Size of the inputs in bytes. */
  Bytes = 16,
}

/** The cell of a group. */
export enum FoldCell {
  /** The minimum or maximum so far. */
  Value = 0,
  /** 1 if there is a value (u32). */
  HasValue = 8,
  /** Size of a cell in bytes. */
  Bytes = 16,
}

/** Statistics of packed numbers; with vectors, one per lane. */
export enum Packed {
  /** The smallest number that is not null (a u64, or four u32). */
  Least = 0,
  /** The largest number. */
  Largest = 16,
  /** Number of null rows (u32). */
  Nulls = 32,
  /** Size of the statistics in bytes. */
  Bytes = 48,
}

/**
 * Inputs of a loop: an entry of `Bytes` per column, then a word per constant, then the number that is
 * subtracted from results that are stored packed.
 */
export enum LoopInput {
  /** Packed numbers (u32 address). */
  Numbers = 0,
  /** One byte per row, not 0 for null (u32 address). */
  Nulls = 4,
  /** Added to each stored number (u64). */
  Origin = 8,
  /** Size of an entry in bytes. */
  Bytes = 16,
}

/** Parameters of the function. */
export enum Parameter {
  /** Address of the inputs. */
  Inputs = 0,
  Rows = 1,
  /** Address of the bits, words or cells to write. */
  Out = 2,
  /** Address of the null bytes, of a `Packed`, or of the bits of rows to fold. */
  Nulls = 3,
  Count = 4,
}
