/**
 * What columns share with the kernels of their blocks (block.as.ts): places in memory, in bytes. Both compilers read this
 * file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Where a block of a column lies and how it is packed, for kernels that see many blocks. */
export enum Descriptor {
  /** Packed numbers (u32 address). */
  Numbers = 0,
  /** Bytes of one, 0 where all rows are alike (u32). */
  Width = 4,
  /** What is added to a stored number (u64). */
  Origin = 8,
  /** Which rows are null, a `NullMode` (u32). */
  Nulls = 16,
  /** A byte per row, where nulls stand beside the numbers (u32 address). */
  NullBytes = 20,
  /** Rows (u32). */
  Rows = 24,
  /** Length of a descriptor. */
  Bytes = 32,
}

/** How a block says that a row is null. */
export enum NullMode {
  /** No row is. */
  None = 0,
  /** Those whose stored number is 0. */
  Zero = 1,
  /** All. */
  All = 2,
  /** Those with a byte that is not 0. */
  Bytes = 3,
  /** The block is out of memory: for descriptors only, no block says so. */
  NotThere = 4,
}

/** What is found out of values before they are packed. */
export enum Extent {
  /** The smallest (u64). */
  Least = 0,
  /** The largest (u64). */
  Largest = 8,
  /** How many are null (u32). */
  Nulls = 16,
  /** 1 where a null byte says so of any, else 0 (u32). */
  Marked = 20,
  /** Length of it. */
  Bytes = 24,
}

/** A value of a dictionary. */
export enum DictionarySlot {
  /** The value (u64). */
  Value = 0,
  /** Code + 1, 0 where the slot is empty (u32). */
  Code = 8,
  /** Length of a slot. */
  Bytes = 16,
}
