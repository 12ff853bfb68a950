/**
 * Structures that columns share with the kernels of their blocks (block.as.ts): offsets in bytes. Both compilers
 * read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Address and packing of a block, for kernels that process many blocks. */
export enum Descriptor {
  /** Packed numbers (u32 address). */
  Numbers = 0,
  /** Bytes of a packed number; 0 if all rows have the same value (u32). */
  Width = 4,
  /** The number that is added to each stored number (u64). */
  Origin = 8,
  /** Which rows are null, a `NullMode` (u32). */
  Nulls = 16,
  /** A byte per row, if null bytes are stored next to the numbers (u32 address). */
  NullBytes = 20,
  /** Number of rows (u32). */
  Rows = 24,
  /** Size of a descriptor in bytes. */
  Bytes = 32,
}

/** How a block represents nulls. */
export enum NullMode {
  /** The block has no nulls. */
  None = 0,
  /** A stored number of 0 means null. */
  Zero = 1,
  /** All rows of the block are null. */
  All = 2,
  /** A non-zero byte means null. */
  Bytes = 3,
  /** The block is not in memory; used in descriptors only. */
  NotThere = 4,
}

/** The range of values, determined before they are packed. */
export enum Extent {
  /** The smallest value (u64). */
  Least = 0,
  /** The largest value (u64). */
  Largest = 8,
  /** The number of nulls (u32). */
  Nulls = 16,
  /** 1 if any null byte is set, else 0 (u32). */
  Marked = 20,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/** A slot of a dictionary's hash table. */
export enum DictionarySlot {
  /** The value (u64). */
  Value = 0,
  /** Code + 1, or 0 if the slot is empty (u32). */
  Code = 8,
  /** Size of a slot in bytes. */
  Bytes = 16,
}
