/**
 * Structures that the kernel of running totals (live.as.ts) shares with its caller (live_columns.ts): offsets in
 * bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** A call of `liveTotals`, over one block of event rows. */
export enum LiveCall {
  /** Number of rows of the block (u32). */
  Rows = 0,
  /** Event row of the first row (u32). */
  FirstRow = 4,
  /** Kinds, `KindCode` (u32 address of u64). */
  Kinds = 8,
  /** One byte per event: nonzero if the event belongs to no block (u32 address). */
  LifeNulls = 12,
  /** Rows of the allocations of the lives, or 0 if every alloc begins its life (u32 address of u64). */
  Starts = 16,
  /** Rows of the frees of the lives, or 0 if every free ends its life (u32 address of u64). */
  Ends = 20,
  /** Null bytes of these rows (u32 address). */
  EndNulls = 24,
  /** Sizes of the records (u32 address of u64). */
  Sizes = 28,
  /** Rows of the resizes in this block (u32 address of u32). */
  ResizeRows = 32,
  /** Sizes before the resizes (u32 address of u64). */
  ResizeSizes = 36,
  /** Number of resizes (u32). */
  ResizeCount = 40,
  /** Bytes of the lives that were ended by each row's allocation, or 0 (u32 address of u64). */
  Dropped = 44,
  /** Number of lives that were ended by each row's allocation (u32 address of bytes). */
  DroppedBlocks = 48,
  /** 1 for frees that a later allocation undoes, or 0 (u32 address of bytes). */
  Taken = 52,
  /** Receives the live blocks after each row (u32 address of u64). */
  Blocks = 56,
  /** Receives the live bytes after each row (u32 address of u64). */
  LiveBytes = 60,
  /** Live blocks before the first row (u64). */
  BlocksBefore = 64,
  /** Live bytes before the first row (u64). */
  BytesBefore = 72,
  /** Size of a call in bytes. */
  Bytes = 80,
}
