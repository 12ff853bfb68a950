/**
 * Structures in memory that pairing (pair_index.ts) and its kernel (pair.as.ts) share: places of their fields, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What pairing knows, and what a call of `pair` works on. */
export enum State {
  /** Number (from 1) of the first entry of each chain (u32 address). */
  Table = 0,
  /** Chains less 1 (u32). */
  Mask = 4,
  /** Live blocks (u32). */
  Live = 8,
  /** Lives so far (u32). */
  Lives = 12,
  /** Row of the most live blocks (u32). */
  PeakBlocksRow = 16,
  /** Row of the most live bytes (u32). */
  PeakBytesRow = 20,
  /** Blocks that were allocated; a realloc counts on each side (u64). */
  AllocatedCount = 24,
  /** Their bytes (u64). */
  AllocatedBytes = 32,
  /** Blocks that were freed (u64). */
  FreedCount = 40,
  /** Their bytes (u64). */
  FreedBytes = 48,
  /** Most live blocks (u64). */
  PeakBlocks = 56,
  /** Most live bytes (u64). */
  PeakBytes = 64,
  /** Reserved pieces (u64). */
  ReservedCount = 72,
  /** Their bytes (u64). */
  ReservedBytes = 80,
  /** Internal pieces (u64). */
  InternalCount = 88,
  /** Their bytes (u64). */
  InternalBytes = 96,
  /** Smallest size, 0 before there is one (u64). */
  Smallest = 104,
  /** Largest size (u64). */
  Largest = 112,
  /** Odd factor of the hash, random (u64). */
  HashFactor = 120,
  /** What makes two records belong together; see `Mode` (u32). */
  Mode = 128,
  /** 1 where an allocation may go on with a life that had ended (u32). */
  Revive = 132,
  /** Entries (u32 address). */
  Entries = 136,
  /** Entries that have been in use (u32). */
  EntriesUsed = 140,
  /** Number of the first free entry, 0 for none (u32). */
  FreeEntry = 144,
  /** Live blocks that there is room for (u32). */
  MostLive = 148,
  /** Pages of 65536 numbers by life: row of the allocation (u32 address of addresses). */
  RowPages = 152,
  /** Row + 1 of the free; the first pages may have left, and are 0 (u32 address of addresses). */
  EndPages = 156,
  /** Allocation index (u32 address of addresses of u64). */
  KeyPages = 160,
  /** Number of the resize record; the first pages may have left (u32 address of addresses). */
  ResizedPages = 164,
  /** Records of live blocks that were resized, from place 1 on (u32 address). */
  Records = 168,
  /** Places of records that have been in use (u32). */
  RecordsUsed = 172,
  /** Place of the first free record, 0 for none (u32). */
  FreeRecord = 176,
  /** Lives that were resized (u32). */
  ResizedLives = 180,
  /** Types that are counted by reference (u32 address). */
  CountedTypes = 184,
  /** Number of these types (u32). */
  CountedTypesLength = 188,
  /** Resizes of the batch (u32 address). */
  Resizes = 192,
  /** Number of these (u32). */
  ResizeCount = 196,
  /** Problems of the batch (u32 address). */
  Problems = 200,
  /** Number of these (u32). */
  ProblemCount = 204,
  /** Values of the batch for pages that have left (u32 address). */
  Late = 208,
  /** Number of these (u32). */
  LateCount = 212,
  /** Records that the batch finished (u32 address). */
  Finished = 216,
  /** Number of these (u32). */
  FinishedCount = 220,
  /** Kept so that touching entries ahead of time is not taken for useless (u32). */
  Warm = 224,
  /** Staged rows of the batch (u32). */
  Rows = 228,
  /** Event row of the first (u32). */
  FirstRow = 232,
  /** Staged kinds; what is no `KindCode` counts as an allocation (u32 address of u32). */
  Kinds = 236,
  /** Staged keys (u32 address of u64). */
  Keys = 240,
  /** Staged types of resources, or 0 (u32 address of u32). */
  Types = 244,
  /** Staged addresses, or 0 (u32 address of u64). */
  Addrs = 248,
  /** Their null bytes, or 0 (u32 address). */
  AddrNulls = 252,
  /** Staged sizes (u32 address of u64). */
  Sizes = 256,
  /** Their null bytes, or 0 (u32 address). */
  SizeNulls = 260,
  /** Takes the number of the life (u32 address of u32). */
  LifeNumbers = 264,
  /** Its null bytes (u32 address). */
  LifeNulls = 268,
  /** Largest key that has had a life (u64). */
  LargestKey = 272,
  /** Addresses of the slots of rows that come next, of which there is room for 64 (u32, again and again). */
  Slots = 280,
  /** Rows of the batch that are neither allocations nor reallocations nor frees (u32). */
  Others = 536,
  /** Addresses that two live blocks have (u32). */
  Overlaps = 540,
  /** Frees of what is not live, where these are normal (u64). */
  UnmatchedFrees = 544,
  /** Rows that may still be looked at in this batch to tell what became of an address (u32). */
  LooksLeft = 552,
  /** 1 where an allocation with the index of a live block ends that one (u32). */
  Replace = 556,
  /** Length of the state. */
  Bytes = 560,
}

/** A live block. */
export enum Entry {
  /** What a free names it by (u64). */
  Key = 0,
  /** Where it lies (u64). */
  Addr = 8,
  /** Its size (u64). */
  Size = 16,
  /** Number of its life (u32). */
  Life = 24,
  /** Row that made it what it is (u32). */
  LastRow = 28,
  /** Type of a resource (u32). */
  Type = 32,
  /** Place of its resize record, 0 for none (u32). */
  Resized = 36,
  /** References; 0 where the entry is not in use (u32). */
  Refs = 40,
  /** Number of the next entry in its chain, or of the next free one (u32). */
  Next = 44,
  /** Length of an entry. */
  Bytes = 48,
}

/** What is known of the resizes of a life. Where lives can be revived, places are numbers; elsewhere they are used again. */
export enum ResizeRecord {
  /** Largest size, that of the allocation among them (u64). */
  Largest = 0,
  /** Resizes; of a free place the next free one (u32). */
  Count = 8,
  /** Resizes that changed the address (u32). */
  Moves = 12,
  /** Row of the last one (u32). */
  LastRow = 16,
  /** Number of the record, 0 where the place is not in use (u32). */
  Number = 20,
  /** Length of a record. */
  Bytes = 24,
}

/** One resize of a batch. */
export enum Resize {
  /** Number of the record (u32). */
  Record = 0,
  /** Its row (u32). */
  Row = 4,
  /** Row that made the block what it was (u32). */
  RowBefore = 8,
  /** Length of a resize. */
  Bytes = 12,
}

/** One problem of a batch. */
export enum Problem {
  /** Row in the batch (u32). */
  Row = 0,
  /** What it is; see `ProblemKind` (u32). */
  Kind = 4,
  /** The earlier life of a double allocation (u32). */
  Life = 8,
  /** Length of a problem. */
  Bytes = 12,
}

/** A value for a page that has left. */
export enum LateValue {
  /** `EndPages` or `ResizedPages` (u32). */
  Pages = 0,
  /** Number of the life (u32). */
  Life = 4,
  /** The value (u32). */
  Value = 8,
  /** Length of one. */
  Bytes = 12,
}

/** What makes a free belong to an allocation. */
export enum Mode {
  /** mpatrol's index of the allocation. */
  Index = 0,
  /** Type and number of a resource. */
  Resource = 1,
  /** The address. */
  Address = 2,
  /** The address of a heap block: the record that gives an address up may come after the next block there. */
  Heap = 3,
  /** The index of the allocation, where these are 1, 2, 3 and so on: that of its life plus one. */
  Counted = 4,
}

/** What pairing finds odd. */
export enum ProblemKind {
  /** An allocation of a key that is live. */
  Double = 1,
  /** A free or realloc of a key that is not. */
  Unmatched = 2,
  /** A free of null. */
  Null = 3,
  /** An allocation of a live address whose realloc follows. */
  Late = 4,
}

/** Rows of a batch that are looked at in all to tell what became of addresses: a few milliseconds. */
export const MOST_LOOKS = 4194304;
