/**
 * What the kernel of running totals (live.as.ts) shares with its caller (live_columns.ts): places in memory, in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A call of `liveTotals`, over one block of event rows. */
export enum LiveCall {
  /** Rows of the block (u32). */
  Rows = 0,
  /** Event row of the first (u32). */
  FirstRow = 4,
  /** Kinds, `KindCode` (u32 address of u64). */
  Kinds = 8,
  /** Null bytes of the lives (u32 address). */
  LifeNulls = 12,
  /** Rows of the allocations of the lives, or 0 where every alloc begins the life that it has (u32 address of u64). */
  Starts = 16,
  /** Rows of their frees, or 0 where every free ends its life (u32 address of u64). */
  Ends = 20,
  /** Null bytes of these (u32 address). */
  EndNulls = 24,
  /** Sizes of the records (u32 address of u64). */
  Sizes = 28,
  /** Rows of the resizes of this block (u32 address of u32). */
  ResizeRows = 32,
  /** Sizes before them (u32 address of u64). */
  ResizeSizes = 36,
  /** How many (u32). */
  ResizeCount = 40,
  /** Bytes of lives that each row put aside, or 0 (u32 address of u64). */
  Dropped = 44,
  /** How many lives (u32 address of bytes). */
  DroppedBlocks = 48,
  /** 1 for frees that a later alloc takes back, or 0 (u32 address of bytes). */
  Taken = 52,
  /** Takes the live blocks after each row (u32 address of u64). */
  Blocks = 56,
  /** Takes the live bytes after each row (u32 address of u64). */
  LiveBytes = 60,
  /** Live blocks before the first row (u64). */
  BlocksBefore = 64,
  /** Live bytes before it (u64). */
  BytesBefore = 72,
  /** Length of a call. */
  Bytes = 80,
}
