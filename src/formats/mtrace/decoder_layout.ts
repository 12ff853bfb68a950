/**
 * Structures that the reader of plain lines (call_decoder.ts) and the table of callers (caller_table.ts) share with
 * their kernel (decoder.as.ts): offsets in bytes, and constants. Both compilers read this file;
 * `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** The address that offsets are relative to (u32 address). */
  From = 8,
  /** Receives `Call`s (u32 address). */
  Calls = 12,
  /** Number of entries in `Calls` (u32). */
  Count = 16,
  /** The `CallerTable` (u32 address). */
  Callers = 20,
  /** Length of the caller that the table has no room for (u32). */
  CallerBytes = 24,
  /** Size of the state in bytes. */
  Bytes = 28,
}

/** A line that was read. */
export enum Call {
  /** Offset of the line (u32). */
  Offset = 0,
  /** The character that gives the kind of call (u32). */
  Mark = 4,
  /** Number of the caller (u32). */
  Caller = 8,
  /** The address (u64). */
  Addr = 16,
  /** The size, or 0 if it has none (u64). */
  Size = 24,
  /** Length of the text of the caller (u32). */
  Length = 32,
  /** Hash of this text (u32). */
  Hash = 36,
  /** Bytes of this text after its last complete word, padded with zeros (u64). */
  Tail = 40,
  /** Size of a call in bytes. */
  Bytes = 48,
}

/** The distinct callers of a trace, numbered from 1 in the order of their first lines. */
export enum CallerTable {
  /** Hash table, a `Slot` each (u32 address). */
  Slots = 0,
  /** Number of slots minus one; the number is a power of two (u32). */
  Mask = 4,
  /** Addresses of the `Caller`s, by number; there is room for half as many as there are slots (u32 address of u32). */
  Callers = 8,
  /** The largest number plus one (u32). */
  Count = 12,
  /** Where the next `Caller` begins, a multiple of eight (u32 address). */
  Next = 16,
  /** End of the piece of memory that the next `Caller` must fit in (u32 address). */
  End = 20,
  /** Random seed of the hash, so that no file can be crafted to make callers collide (u64). */
  Seed = 24,
  /** Size of the table in bytes. */
  Bytes = 32,
}

/** A slot of the hash table. */
export enum Slot {
  /** Hash of the text (u32). */
  Hash = 0,
  /** The `Caller`; 0 if the slot is empty (u32 address). */
  Caller = 4,
  /** Size of a slot in bytes. */
  Bytes = 8,
}

/** A caller. */
export enum Caller {
  /** Number of the caller (u32). */
  Number = 0,
  /** Length of the text of the caller (u32). */
  Length = 4,
  /** Size of the fields in bytes; the text follows, padded with zeros to a multiple of eight bytes. */
  Bytes = 8,
}

/** Lines to read at a time: they fit in the L1 cache. */
export const CALLS = 512;

/** Why the kernel stopped. */
export enum Stop {
  /** There is no room for another call. */
  Full = 0,
  /** The next line is not plain. */
  Other = 1,
  /** The next line may be incomplete. */
  NearEnd = 2,
  /** The caller is new, and the table has no room for it. */
  CallerRoom = 3,
}
