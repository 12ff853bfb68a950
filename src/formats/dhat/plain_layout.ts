/**
 * Structures that the reader of plain program points (plain_points.ts) shares with its kernel (plain.as.ts):
 * offsets in bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the
 * fields are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Where the next element begins, after the last point that was read (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Receives the points, a `Point` each (u32 address). */
  Points = 8,
  /** Number of points (u32). */
  Count = 12,
  /** Receives the frame numbers of all points (u32 address of u32). */
  Frames = 16,
  /** Number of entries in `Frames` (u32). */
  FrameCount = 20,
  /** Size of the state in bytes. */
  Bytes = 24,
}

/** A program point. */
export enum Point {
  /** The figures, in the order of the table's columns (u64 each). */
  Figures = 0,
  /** A bit for each figure that is present (u32). */
  Present = 88,
  /** Start of the element (u32 address). */
  From = 92,
  /** Start of the list of accesses; 0 if there is none (u32 address). */
  Accesses = 96,
  /** End of the list of accesses (u32 address). */
  AccessesEnd = 100,
  /** Number of frames; they follow those of the previous point (u32). */
  FrameCount = 104,
  /** Size of the structure in bytes. */
  Bytes = 112,
}

/** Number of points to read at a time; they fit in the L2 cache. */
export const POINTS = 256;
/** Capacity for the frames of these points. */
export const FRAMES = 8192;
