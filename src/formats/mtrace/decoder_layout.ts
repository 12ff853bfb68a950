/**
 * Structures that the reader of plain lines (call_decoder.ts) shares with its kernel (decoder.as.ts): offsets in
 * bytes, and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the
 * fields are used.
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
  /** Known callers, a `Caller` by the hash of its text (u32 address). */
  Callers = 20,
  /** The unknown caller that the loop stopped for (u32 address). */
  Unknown = 24,
  /** Length of the text of the unknown caller (u32). */
  UnknownBytes = 28,
  /** The entry to store it in (u32 address). */
  UnknownPlace = 32,
  /** Size of the state in bytes. */
  Bytes = 40,
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
  /** Size of a call in bytes. */
  Bytes = 32,
}

/** An entry of the cache of callers. */
export enum Caller {
  /** Number of the caller (u32). */
  Number = 0,
  /** Length of its text, or 0 if the entry is empty (u32). */
  Length = 4,
  /** The text, padded with zeros to a multiple of eight bytes (u64 each). */
  Text = 8,
  /** Size of a caller in bytes. */
  Bytes = 256,
}

/** Lines to read at a time: they fit in the L1 cache. */
export const CALLS = 512;
/** Number of entries in the cache of callers. */
export const CALLERS = 16384;
/** Maximum length of a cached text: mangled names of templates beside the path of a library are about as long. */
export const LONGEST_CALLER = 248;

/** Why the kernel stopped. */
export enum Stop {
  /** There is no room for another call. */
  Full = 0,
  /** The next line is not plain. */
  Other = 1,
  /** The next line may be incomplete. */
  NearEnd = 2,
  /** The caller has no number yet. */
  Caller = 3,
}
