/**
 * Structures that the writer of rows (event_rows.ts) shares with its kernel (decoder.as.ts): offsets in bytes,
 * and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields
 * are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Capacity in rows (u32). */
  Rows = 12,
  /** Staging column: codes of kinds (u32 address). */
  Codes = 16,
  /** Staging column: indexes of records (u32 address). */
  Indexes = 20,
  /** Staging column: sizes (u32 address). */
  Sizes = 24,
  /** Staging column: null bytes of the sizes (u32 address). */
  SizeNulls = 28,
  /** Staging column: times (u32 address). */
  Times = 32,
  /** Staging column: stack ids; entries of kinds until `placeRows` (u32 address). */
  Stacks = 36,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 40,
  /** Staging column: codes of source files (u32 address). */
  Files = 44,
  /** Staging column: source lines (u32 address). */
  Lines = 48,
  /** Staging column: codes of modules (u32 address). */
  Modules = 52,
  /** Staging column: offsets of records in the file (u32 address). */
  Offsets = 56,
  /** Kinds of blocks, a `Kind` by number plus one; the first entry is the place of frees (u32 address). */
  Kinds = 60,
  /** Number of kinds, without the first entry (u32). */
  KindCount = 64,
  /** Slots of live blocks, a `Slot` by number (u32 address). */
  Slots = 68,
  /** Number of slots (u32). */
  SlotCount = 72,
  /** Capacity in slots (u32). */
  SlotRoom = 76,
  /** First free slot plus one; the others are linked by `Slot.Before` (u32). */
  Free = 80,
  /** Number of allocations so far (u32). */
  Allocations = 84,
  /** Kind of the last event plus one if it was an allocation; otherwise 0 (u32). */
  Last = 88,
  /** Number of allocations that the very next event freed (u32). */
  Temporary = 92,
  /** Nanoseconds since the start (u64). */
  Time = 96,
  /** Difference between the file offset of a byte and its address (u64). */
  Bias = 104,
  /** The tree of backtraces, a `BacktraceTree` (u32 address). */
  Paths = 112,
  /** Capacity in kinds (u32). */
  KindRoom = 116,
  /** Number of kinds whose backtraces have become stacks (u32). */
  Placed = 120,
  /** Number of kinds whose backtraces were listed or needed no list (u32). */
  Listed = 124,
  /** Receives the frames of backtraces, one list after the other (u32 address of u32). */
  List = 128,
  /** Capacity in frames (u32). */
  ListRoom = 132,
  /** Depths of the lists, at most `KINDS_AT_ONCE` (u32 address of u32). */
  Depths = 136,
  /** Stack ids of the lists (u32 address of u32). */
  Ids = 140,
  /** Number of lists (u32). */
  Lists = 144,
  /** Number of frames of all lists (u32). */
  ListFrames = 148,
  /** Size of the state in bytes. */
  Bytes = 152,
}

/** Maximum number of kinds without a stack. */
export const KINDS_AT_ONCE = 4096;

/** A kind of blocks: those with the same size and backtrace. */
export enum Kind {
  /** Size of the blocks (u64). */
  Size = 0,
  /** Slot of the latest live block plus one; 0 if there is none (u32). */
  Latest = 8,
  /** Id of the stack; before it is known, the number of the backtrace (u32). */
  Stack = 12,
  /** String code of the function (u32). */
  Func = 16,
  /** String code of the source file (u32). */
  File = 20,
  /** Line number (u32). */
  Line = 24,
  /** String code of the module (u32). */
  Module = 28,
  /** The instruction of the backtrace, if this is the first kind that refers to it (u32). */
  Instruction = 32,
  /** Size of the structure in bytes. */
  Bytes = 40,
}

/** A live block. */
export enum Slot {
  /** Number of its allocation (u32). */
  Number = 0,
  /** Slot of the previous live block of its kind plus one; 0 if there is none (u32). */
  Before = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a line is complete. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next line is not an ordinary allocation, free, kind or backtrace. */
  Other = 2,
  /** There is no room for another live block. */
  Slots = 3,
  /** There is no room for another kind, or too many kinds have no stack yet. */
  Kinds = 4,
}
