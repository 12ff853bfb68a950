/**
 * What the fast decoder (fast_decoder.ts) and its kernel (decoder.as.ts) share: places in memory, in bytes, and numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Rows that there is room for (u32). */
  Rows = 12,
  /** Bits of `Form` (u32). */
  Flags = 16,
  /** Staging columns (u32 address each). */
  Kinds = 20,
  /** See Kinds (u32 address). */
  Threads = 24,
  /** See Kinds (u32 address). */
  ThreadNulls = 28,
  /** See Kinds (u32 address). */
  Funcs = 32,
  /** See Kinds (u32 address). */
  Files = 36,
  /** See Kinds (u32 address). */
  Lines = 40,
  /** See Kinds (u32 address). */
  LineNulls = 44,
  /** See Kinds (u32 address). */
  Addrs = 48,
  /** See Kinds (u32 address). */
  AddrNulls = 52,
  /** See Kinds (u32 address). */
  Sizes = 56,
  /** See Kinds (u32 address). */
  SizeNulls = 60,
  /** See Kinds (u32 address). */
  Indexes = 64,
  /** See Kinds (u32 address). */
  IndexNulls = 68,
  /** See Kinds (u32 address). */
  Offsets = 72,
  /** Codes of names by slot: those of functions, then those of files, of which there are `SLOTS` each (u32 address). */
  Slots = 76,
  /** Names by content, entries of `CachedName` (u32 address). */
  Cache = 80,
  /** What makes an offset in the file of an address (u64). */
  Bias = 88,
  /** Length of the state. */
  Bytes = 96,
}

/** Bits of `Flags`. */
export enum Form {
  /** Records have source fields. */
  Source = 1,
  /** Words have 32 bits. */
  Narrow = 2,
  /** Reallocations are expected. */
  Reallocs = 4,
}

/** A name that was defined before. */
export enum CachedName {
  /** Hash of the text (u32). */
  Hash = 0,
  /** Length of the text, 0 where there is none (u32). */
  Length = 4,
  /** Code of the text (u32). */
  Code = 8,
  /** The text, to the end of the entry (u64, again and again). */
  Text = 16,
  /** Length of an entry: a power of two. */
  Bytes = 256,
}

/** Names in the cache. */
export const CACHED_NAMES = 4096;

/** Slots that a seven-bit number can name; the writer uses 1 to 32. */
export const SLOTS = 128;
/** Largest slot number that the writer uses. */
export const LAST_SLOT = 32;
/** What a slot holds before its first definition. */
export const UNDEFINED = 4294967295;

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a record is whole. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next record needs a closer look. */
  Odd = 2,
}

/** Letters of records. */
export enum Letter {
  /** An allocation. */
  Alloc = 65,
  /** A free. */
  Free = 70,
  /** Reserved for the allocator. */
  Reserve = 72,
  /** The allocator's own. */
  Internal = 73,
  /** A reallocation. */
  Realloc = 82,
}
