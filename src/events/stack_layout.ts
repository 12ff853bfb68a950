/**
 * Structures that the store of backtraces (stack_store.ts) shares with its kernel (stacks.as.ts): offsets in
 * bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** The store of backtraces. */
export enum StackStoreState {
  /** Stacks by id, an `Entry` each; id 0 means no stack (u32 address). */
  Entries = 0,
  /** Capacity in ids (u32). */
  Room = 4,
  /** Largest id ever assigned, plus one (u32). */
  Count = 8,
  /** The most recently freed id; 0 if there is none (u32). */
  Free = 12,
  /** Hash table of ids; 0 marks an empty slot (u32 address of u32). */
  Slots = 16,
  /** Number of slots minus one; the number is a power of two (u32). */
  Mask = 20,
  /** Number of stacks (u32). */
  InUse = 24,
  /** Where the next list begins, at a multiple of eight (u32 address). */
  Next = 28,
  /** End of the page of lists (u32 address). */
  End = 32,
  /** Random seed of the hash, so that no file can be crafted to make lists collide (u64). */
  Seed = 40,
  /** Size of the store in bytes. */
  Bytes = 48,
}

/** A stack. */
export enum StackEntry {
  /**
   * A quarter of the list's address, plus 1 for a list of 32-bit words; for a free id, the next free one
   * (u32).
   */
  Place = 0,
  /** Number of frames; 0 for a free id (u32). */
  Depth = 4,
  /** Hash of the list (u32). */
  Hash = 8,
  /** Number of owners (u32). */
  Holders = 12,
  /** Size of an entry in bytes. */
  Bytes = 16,
}
