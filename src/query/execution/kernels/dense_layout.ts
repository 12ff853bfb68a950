/**
 * Structures that the kernels for grouping packed blocks (dense.as.ts) share with their callers: offsets in
 * bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** A call: packed keys, packed values and the rows of a block, and the cells to add to. */
export enum DenseCall {
  /** Bytes of a stored key (u32). */
  KeyWidth = 0,
  /** Stored keys (u32 address). */
  Keys = 4,
  /** Number to add to stored keys to get their values, needed for buckets (u64). */
  KeyOrigin = 8,
  /** Number to add to a stored key to get its slot (u32). */
  KeyOffset = 16,
  /** 1: the slot is log2 of the key; 2: in addition, keys have at most 31 bits, stored in 4 bytes at most (u32). */
  Buckets = 20,
  /** 1 if a stored 0 is null (u32). */
  ZeroKeyIsNull = 24,
  /** The slot of null (u32). */
  NullSlot = 28,
  /** Stored values, or 0 if rows are only counted (u32 address). */
  Values = 32,
  /** Bytes of a stored value (u32). */
  ValueWidth = 36,
  /** Number to add to stored values (u64). */
  Origin = 40,
  /** 1 if a stored 0 is null (u32). */
  ZeroIsNull = 48,
  /** Null bytes of the values, or 0 (u32 address). */
  Nulls = 52,
  /** Listed rows, or 0 for all rows of the block; `denseGroupFast` has bits (u32 address). */
  Rows = 56,
  /** Number of listed rows (u32). */
  Count = 60,
  /** Number of the first row of the block (u32). */
  First = 64,
  /** A `DenseCell` per slot (u32 address). */
  Cells = 68,
  /** First row of each slot (u32 address). */
  Firsts = 72,
  /** `denseGroupFast`: stored keys are below this, unless they are buckets (u32). */
  Span = 76,
  /** `denseGroupFast`: 82176 bytes that are zero between calls, and 4096 uninitialized ones (u32 address). */
  Halves = 80,
  /** `denseSlots`: factor of a slot of this key (u32). */
  Stride = 84,
  /** `denseSlots`: 1 if this is the first key (u32). */
  FirstKey = 88,
  /** `denseSlots`: bytes of a number, 2 or 4 (u32). */
  SlotWidth = 92,
  /** `denseSlots`: numbers of all rows (u32 address). */
  Slots = 96,
  /** `denseSlots`: divisor of stored + `KeyOffset`, or 0 (u32). */
  Step = 100,
  /** `denseSlots`: table of 2-byte slots by stored + `KeyOffset`, or 0 if that is the slot itself (u32 address). */
  Numbers = 104,
  /** `denseGroupFast`: a bit for each of `Count` rows, or 0 if all of them are grouped (u32 address). */
  Bits = 108,
  /** Size of a call in bytes. */
  Bytes = 112,
}

/** The totals of a slot. */
export enum DenseCell {
  /** Number of rows (u64), less than 2^32, so the lower half (u32) suffices to test for rows. */
  Rows = 0,
  /** Number of values that are not null (u64), less than 2^32, so the lower half (u32) has the number. */
  Values = 8,
  /** Lower half of the sum (u64). */
  Low = 16,
  /** Upper half of the sum (u64). */
  High = 24,
  /** Size of a cell in bytes. */
  Bytes = 32,
}

/** The result of `sumSelected`. */
export enum Selected {
  /** Lower half of the sum (u64). */
  Low = 0,
  /** Upper half of the sum (u64). */
  High = 8,
  /** Number of values that are not null (u64). */
  Count = 16,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/** The result of `extremesBetween`. */
export enum Extremes {
  /** The smallest stored number (u64). */
  Least = 0,
  /** The largest stored number (u64). */
  Largest = 8,
  /** Number of values that are not null (u32). */
  Values = 16,
  /** Number of rows that count (u32). */
  Rows = 20,
  /** Size of the structure in bytes. */
  Bytes = 24,
}
