/**
 * What the kernels that group packed blocks (dense.as.ts) share with their callers: places in memory, in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A call: packed keys, packed values and the rows of a block, and the cells that take them. */
export enum DenseCall {
  /** Bytes of a stored key (u32). */
  KeyWidth = 0,
  /** Stored keys (u32 address). */
  Keys = 4,
  /** What is added to stored keys to get what they mean, where buckets are wanted (u64). */
  KeyOrigin = 8,
  /** Added to a stored key to get its slot (u32). */
  KeyOffset = 16,
  /** 1 where the slot is the binary logarithm of the key, 2 where no key has more than 31 bits and is stored in four bytes at most (u32). */
  Buckets = 20,
  /** 1 where a stored 0 is null (u32). */
  ZeroKeyIsNull = 24,
  /** The slot of null (u32). */
  NullSlot = 28,
  /** Stored values, or 0 where rows are only counted (u32 address). */
  Values = 32,
  /** Bytes of one (u32). */
  ValueWidth = 36,
  /** What is added to stored values (u64). */
  Origin = 40,
  /** 1 where a stored 0 is null (u32). */
  ZeroIsNull = 48,
  /** Null bytes of the values, or 0 (u32 address). */
  Nulls = 52,
  /** Listed rows, or 0 for all of the block; `denseGroupQuick` has bits (u32 address). */
  Rows = 56,
  /** How many (u32). */
  Count = 60,
  /** Number of the first row of the block (u32). */
  First = 64,
  /** A `DenseCell` per slot (u32 address). */
  Cells = 68,
  /** First row of each slot (u32 address). */
  Firsts = 72,
  /** `denseGroupQuick`: stored keys are below this, where they are not buckets (u32). */
  Span = 76,
  /** `denseGroupQuick`: 82176 bytes, zeros before and after a call, and 4096 with anything in them (u32 address). */
  Halves = 80,
  /** `denseSlots`: what a slot of this key counts (u32). */
  Stride = 84,
  /** `denseSlots`: 1 where this key is the first one (u32). */
  FirstKey = 88,
  /** `denseSlots`: bytes of a number, 2 or 4 (u32). */
  SlotWidth = 92,
  /** `denseSlots`: the numbers of all rows (u32 address). */
  Slots = 96,
  /** `denseSlots`: what stored + `KeyOffset` is divided by, or 0 (u32). */
  Step = 100,
  /** `denseSlots`: slots of two bytes by stored + `KeyOffset`, or 0 where that is the slot (u32 address). */
  Numbers = 104,
  /** `denseGroupQuick`: a bit for each of `Count` rows, or 0 where all of them are grouped (u32 address). */
  Bits = 108,
  /** Length of a call. */
  Bytes = 112,
}

/** What is known of a slot. */
export enum DenseCell {
  /** Rows (u64), fewer than 2^32: the lower half (u32) says whether there are any. */
  Rows = 0,
  /** Values that are not null (u64), fewer than 2^32: the lower half (u32) says how many. */
  Values = 8,
  /** Lower half of their sum (u64). */
  Low = 16,
  /** Upper half (u64). */
  High = 24,
  /** Length of a cell. */
  Bytes = 32,
}

/** What `sumSelected` writes. */
export enum Selected {
  /** Lower half of the sum (u64). */
  Low = 0,
  /** Upper half (u64). */
  High = 8,
  /** Values that are not null (u64). */
  Count = 16,
  /** Length of it. */
  Bytes = 24,
}

/** What `extremesBetween` writes. */
export enum Extremes {
  /** The smallest stored number (u64). */
  Least = 0,
  /** The largest (u64). */
  Largest = 8,
  /** Values that are not null (u32). */
  Values = 16,
  /** Rows that count (u32). */
  Rows = 20,
  /** Length of it. */
  Bytes = 24,
}
