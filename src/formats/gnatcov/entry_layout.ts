/**
 * Structures that the dictionary of entries (entry_dictionary.ts) shares with its kernel (entries.as.ts): offsets
 * in bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** The state of the dictionary. */
export enum State {
  /** Hash table of slots (u32 address). */
  Slots = 0,
  /** 64 minus the binary logarithm of the number of slots (u32). */
  Shift = 4,
  /** Rows (u32 address). */
  Rows = 8,
  /** Number of rows so far (u32). */
  RowCount = 12,
  /** Capacity in rows (u32). */
  RowCapacity = 16,
  /**
   * Current epoch, from 1: equal entries of two epochs are distinct, because addresses changed their meaning
   * (u32).
   */
  Epoch = 20,
  /** Number of the next record (u32). */
  NextRecord = 24,
  /** Why the last call stopped, a `Stop` (u32). */
  Stopped = 28,
  /** Odd random factor for the pc, so that no file can be crafted to cause collisions (u64). */
  PcFactor = 32,
  /** Odd random factor for size, op and epoch (u64). */
  RestFactor = 40,
  /** Size of the state in bytes. */
  Bytes = 48,
}

/** A slot of the hash table. The epoch of an empty slot is 0, so the slot matches no key. */
export enum Slot {
  /** Address of the entry (u64). */
  Pc = 0,
  /** Size and op, with the epoch in the upper half (u64). */
  Rest = 8,
  /** Row + 1, or 0 if the slot is empty (u32); read together with the following count as one (u64). */
  Row = 16,
  /** Number of occurrences (u32). */
  Count = 20,
  /** Number of the last record with this entry (u32). */
  Last = 24,
  /** Size of a slot in bytes. */
  Bytes = 32,
}

/** A distinct entry, in the byte order of the file. */
export enum Row {
  /** First half of the address in file byte order (u32); written together with the second half as one (u64). */
  Pc = 0,
  /** Second half of the address (u32). */
  PcHigh = 4,
  /** Size and op (u32); written together with the following epoch as one (u64). */
  Rest = 8,
  /** Epoch of the entry (u32). */
  Epoch = 12,
  /** Number of the first record with this entry (u32). */
  First = 16,
  /** Size of a row in bytes. */
  Bytes = 24,
}

/** What `collect` writes for a row. */
export enum EntryCounts {
  /** Number of occurrences (u32). */
  Count = 0,
  /** Number of the last record with this entry (u32). */
  Last = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** Why a call stopped before the last entry. */
export enum Stop {
  /** The last entry was reached. */
  None = 0,
  /** The dictionary is full. */
  Full = 1,
  /** The next entry is special. */
  Special = 2,
  /** The next entry looks like the header of another trace. */
  Magic = 3,
}
