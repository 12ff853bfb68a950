/**
 * What the dictionary of entries (entry_dictionary.ts) and its kernel (entries.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What the dictionary knows. */
export enum State {
  /** Slots by hash (u32 address). */
  Slots = 0,
  /** 64 less the binary logarithm of the number of slots (u32). */
  Shift = 4,
  /** Rows (u32 address). */
  Rows = 8,
  /** Rows so far (u32). */
  RowCount = 12,
  /** Rows that there is room for (u32). */
  RowCapacity = 16,
  /** What the addresses mean, from 1: equal entries of two epochs are two (u32). */
  Epoch = 20,
  /** Number of the next record (u32). */
  NextRecord = 24,
  /** Why the last call stopped, a `Stop` (u32). */
  Stopped = 28,
  /** Odd multiplier of the pc, random: no file can be made to collide (u64). */
  PcFactor = 32,
  /** Odd multiplier of the rest (u64). */
  RestFactor = 40,
  /** Length of the state. */
  Bytes = 48,
}

/** A place for an entry. An empty slot equals no key, because its epoch is 0. */
export enum Slot {
  /** Address (u64). */
  Pc = 0,
  /** Size and op, and the epoch in the upper half (u64). */
  Rest = 8,
  /** Row + 1, 0 where the slot is empty (u32); read with the count behind it as one (u64). */
  Row = 16,
  /** How often (u32). */
  Count = 20,
  /** Number of the last such entry (u32). */
  Last = 24,
  /** Length of a slot. */
  Bytes = 32,
}

/** A distinct entry, in the byte order of the file. */
export enum Row {
  /** First half of the address as it stands in the file (u32); written with the other one (u64). */
  Pc = 0,
  /** Second half of the address (u32). */
  PcHigh = 4,
  /** Size and op (u32); written with the epoch behind them as one (u64). */
  Rest = 8,
  /** Epoch (u32). */
  Epoch = 12,
  /** Number of the first such entry (u32). */
  First = 16,
  /** Length of a row. */
  Bytes = 24,
}

/** What `collect` writes for a row. */
export enum Stat {
  /** How often (u32). */
  Count = 0,
  /** Number of the last such entry (u32). */
  Last = 4,
  /** Length of one. */
  Bytes = 8,
}

/** Why a call stopped before the last entry. */
export enum Stop {
  /** It did not. */
  None = 0,
  /** The dictionary holds as many entries as it may. */
  Full = 1,
  /** The next entry is a special one. */
  Special = 2,
  /** The next entry begins like the header of another trace. */
  Magic = 3,
}
