/**
 * Structures that the fast decoder (fast_decoder.ts) shares with its kernel (decoder.as.ts): offsets in bytes,
 * and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields
 * are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Capacity in rows (u32). */
  Rows = 12,
  /** Bits of `FormFlag` (u32). */
  Flags = 16,
  /** Staging column: codes of kinds (u32 address). */
  Kinds = 20,
  /** Staging column: threads (u32 address). */
  Threads = 24,
  /** Staging column: null bytes of the threads (u32 address). */
  ThreadNulls = 28,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 32,
  /** Staging column: codes of source files (u32 address). */
  Files = 36,
  /** Staging column: source lines (u32 address). */
  Lines = 40,
  /** Staging column: null bytes of the source lines (u32 address). */
  LineNulls = 44,
  /** Staging column: addresses (u32 address). */
  Addrs = 48,
  /** Staging column: null bytes of the addresses (u32 address). */
  AddrNulls = 52,
  /** Staging column: sizes (u32 address). */
  Sizes = 56,
  /** Staging column: null bytes of the sizes (u32 address). */
  SizeNulls = 60,
  /** Staging column: indexes of records (u32 address). */
  Indexes = 64,
  /** Staging column: null bytes of the indexes (u32 address). */
  IndexNulls = 68,
  /** Staging column: offsets of records in the file (u32 address). */
  Offsets = 72,
  /** String codes of names by slot: first `SLOTS` for functions, then `SLOTS` for files (u32 address). */
  Slots = 76,
  /** Cache of names by content, entries of `CachedName` (u32 address). */
  Cache = 80,
  /** Add this to an address to get the offset in the file (u64). */
  Bias = 88,
  /** Size of the state in bytes. */
  Bytes = 96,
}

/** Bits of `State.Flags`. */
export enum FormFlag {
  /** Records have source fields. */
  Source = 1,
  /** Words have 32 bits. */
  Narrow = 2,
  /** Reallocations are expected. */
  Reallocs = 4,
}

/** An entry of the cache of names. */
export enum CachedName {
  /** Hash of the text (u32). */
  Hash = 0,
  /** Length of the text, or 0 if the entry is empty (u32). */
  Length = 4,
  /** String code of the text (u32). */
  Code = 8,
  /** The words of the text, up to the end of the entry (u64 each). */
  Text = 16,
  /** Size of an entry in bytes, a power of two. */
  Bytes = 256,
}

/** Number of entries in the cache. */
export const CACHED_NAMES = 4096;

/** Number of slots that a seven-bit number can address; the writer of these files uses 1 to 32. */
export const SLOTS = 128;
/** Largest slot number that the writer of these files uses. */
export const LAST_SLOT = 32;
/** The content of a slot before its first definition. */
export const UNDEFINED = 4294967295;

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a record is complete. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next record is unusual and is left to the TypeScript reader. */
  Odd = 2,
}

/** Letters of records. */
export enum Letter {
  /** An allocation. */
  Alloc = 65,
  /** A free. */
  Free = 70,
  /** Memory reserved for the allocator. */
  Reserve = 72,
  /** Memory that the allocator uses itself. */
  Internal = 73,
  /** A reallocation. */
  Realloc = 82,
}
