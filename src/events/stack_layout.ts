/**
 * What the store of backtraces (stack_store.ts) and its kernel (stacks.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The store. */
export enum Store {
  /** Stacks by id, `Entry` each; 0 is "none" (u32 address). */
  Entries = 0,
  /** Ids that there is room for (u32). */
  Room = 4,
  /** One more than the largest id that was ever given out (u32). */
  Count = 8,
  /** The latest id without a stack; 0 where there is none (u32). */
  Free = 12,
  /** Hash table of ids, with 0 for none (u32 address of u32). */
  Slots = 16,
  /** Their number, a power of two, less one (u32). */
  Mask = 20,
  /** Stacks (u32). */
  InUse = 24,
  /** Where the next list begins, a multiple of eight (u32 address). */
  Next = 28,
  /** End of the piece of lists (u32 address). */
  End = 32,
  /** Another one in each process: nobody can write a file in which lists meet (u64). */
  Seed = 40,
  /** Length of the store. */
  Bytes = 48,
}

/** A stack. */
export enum Entry {
  /** A quarter of the address of its list, a multiple of eight, and one more where the list has words of 32 bits; the next free id of one that is free (u32). */
  Place = 0,
  /** Frames; 0 of an id that is free (u32). */
  Depth = 4,
  /** Hash of the list (u32). */
  Hash = 8,
  /** Owners that hold it (u32). */
  Holders = 12,
  /** Length of an entry. */
  Bytes = 16,
}
