/**
 * What the reader of plain program points (plain_points.ts) and its kernel (plain.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Where the next element begins; behind the last point that was read (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Takes points, `Point` each (u32 address). */
  Points = 8,
  /** How many there are (u32). */
  Count = 12,
  /** Takes frame numbers of all of them (u32 address of u32). */
  Frames = 16,
  /** How many there are (u32). */
  FrameCount = 20,
  /** Length of the state. */
  Bytes = 24,
}

/** A program point. */
export enum Point {
  /** Its figures, in the order of the table's columns (u64). */
  Figures = 0,
  /** A bit for each figure that it has (u32). */
  Present = 88,
  /** Where its element begins (u32 address). */
  From = 92,
  /** Where its list of accesses begins; 0 = none (u32 address). */
  Accesses = 96,
  /** Where that ends (u32 address). */
  AccessesEnd = 100,
  /** Frames, which follow those of the point before (u32). */
  FrameCount = 104,
  /** Length of one. */
  Bytes = 112,
}

/** Points that are read at a time: they stay in a near cache. */
export const POINTS = 256;
/** Frames of all of them. */
export const FRAMES = 8192;
