/**
 * What the writer of rows (event_rows.ts) and its kernel (decoder.as.ts) share: places in memory, in bytes, and numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Rows that there is room for (u32). */
  Rows = 12,
  /** Staging columns (u32 address each). */
  Codes = 16,
  /** See Codes (u32 address). */
  Indexes = 20,
  /** See Codes (u32 address). */
  Sizes = 24,
  /** See Codes (u32 address). */
  SizeNulls = 28,
  /** See Codes (u32 address). */
  Times = 32,
  /** See Codes (u32 address). */
  Stacks = 36,
  /** See Codes (u32 address). */
  Funcs = 40,
  /** See Codes (u32 address). */
  Files = 44,
  /** See Codes (u32 address). */
  Lines = 48,
  /** See Codes (u32 address). */
  Modules = 52,
  /** See Codes (u32 address). */
  Offsets = 56,
  /** Kinds of blocks, `Kind` by number (u32 address). */
  Kinds = 60,
  /** How many there are (u32). */
  KindCount = 64,
  /** Slots of live blocks, `Slot` by number (u32 address). */
  Slots = 68,
  /** How many there are (u32). */
  SlotCount = 72,
  /** How many there is room for (u32). */
  SlotRoom = 76,
  /** First slot that is free, plus one; the others follow in `Slot.Before` (u32). */
  Free = 80,
  /** Allocations so far (u32). */
  Allocations = 84,
  /** Kind of the allocation that the last event was, plus one; 0 = it was none (u32). */
  Last = 88,
  /** Allocations that were freed before anything else was allocated or freed (u32). */
  Temporary = 92,
  /** Nanoseconds since the start (u64). */
  Time = 96,
  /** What makes an offset in the file of an address (u64). */
  Bias = 104,
  /** A `Kind` of zeros: the place of frees (u64). */
  NoPlace = 112,
  /** Backtraces, `Paths` (u32 address). */
  Paths = 144,
  /** Length of the state. */
  Bytes = 152,
}

/** A kind of blocks: what they have in common. */
export enum Kind {
  /** Their size (u64). */
  Size = 0,
  /** Slot of the latest live block, plus one; 0 = none (u32). */
  Latest = 8,
  /** Id of the stack (u32). */
  Stack = 12,
  /** Code of the function (u32). */
  Func = 16,
  /** Code of the source file (u32). */
  File = 20,
  /** Line in it (u32). */
  Line = 24,
  /** Code of the module (u32). */
  Module = 28,
  /** Length of one. */
  Bytes = 32,
}

/** A live block. */
export enum Slot {
  /** Number of its allocation (u32). */
  Number = 0,
  /** Slot of the block of its kind that was the latest before, plus one; 0 = none (u32). */
  Before = 4,
  /** Length of one. */
  Bytes = 8,
}

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a line is whole. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next line is not an ordinary allocation, free or backtrace. */
  Other = 2,
  /** There is no room for another live block. */
  Slots = 3,
}
