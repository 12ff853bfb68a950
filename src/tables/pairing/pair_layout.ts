/**
 * Structures in memory that pairing (pair_index.ts) and its kernel (pair.as.ts) share: offsets of their fields in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The state of pairing, with the inputs and outputs of a call of `pair`. */
export enum State {
  /** Number of the first entry of each chain, from 1; 0 for an empty chain (u32 address). */
  Table = 0,
  /** Number of chains minus 1 (u32). */
  Mask = 4,
  /** Live blocks (u32). */
  Live = 8,
  /** Number of lives so far (u32). */
  Lives = 12,
  /** Row at which the number of live blocks peaked (u32). */
  PeakBlocksRow = 16,
  /** Row at which live bytes peaked (u32). */
  PeakBytesRow = 20,
  /** Number of blocks allocated; a realloc counts as a free and an allocation (u64). */
  AllocatedCount = 24,
  /** Bytes allocated (u64). */
  AllocatedBytes = 32,
  /** Number of blocks freed (u64). */
  FreedCount = 40,
  /** Bytes freed (u64). */
  FreedBytes = 48,
  /** Peak number of live blocks (u64). */
  PeakBlocks = 56,
  /** Peak of live bytes (u64). */
  PeakBytes = 64,
  /** Number of reserved pieces (u64). */
  ReservedCount = 72,
  /** Bytes of reserved pieces (u64). */
  ReservedBytes = 80,
  /** Number of internal pieces (u64). */
  InternalCount = 88,
  /** Bytes of internal pieces (u64). */
  InternalBytes = 96,
  /** Smallest size, 0 before there is one (u64). */
  Smallest = 104,
  /** Largest size (u64). */
  Largest = 112,
  /** Odd random factor of the hash (u64). */
  HashFactor = 120,
  /** How records are matched, a `Mode` (u32). */
  Mode = 128,
  /** 1 if an allocation may continue a life that had ended (u32). */
  Revive = 132,
  /** Entries (u32 address). */
  Entries = 136,
  /** Number of entries that have ever been in use (u32). */
  EntriesUsed = 140,
  /** Number of entries in `FreeEntries` (u32). */
  FreeCount = 144,
  /** Capacity in live blocks (u32). */
  MostLive = 148,
  /** Pages of 65536 numbers, indexed by life: the row of the allocation (u32 address of addresses). */
  RowPages = 152,
  /** Pages with row + 1 of the free, or 0; a page that was written out is 0 (u32 address of addresses). */
  EndPages = 156,
  /** Pages with the allocation index (u32 address of addresses of u64). */
  KeyPages = 160,
  /** Pages with numbers of resize records; a page that was written out is 0 (u32 address of addresses). */
  ResizedPages = 164,
  /** Resize records of live blocks, starting with slot 1 (u32 address). */
  Records = 168,
  /** Number of record slots that have ever been in use (u32). */
  RecordsUsed = 172,
  /** Slot of the first free record, 0 for none (u32). */
  FreeRecord = 176,
  /** Lives that were resized (u32). */
  ResizedLives = 180,
  /** Resource types that are counted by reference (u32 address). */
  CountedTypes = 184,
  /** Number of these types (u32). */
  CountedTypesLength = 188,
  /** Resizes of the batch (u32 address). */
  Resizes = 192,
  /** Number of entries in `Resizes` (u32). */
  ResizeCount = 196,
  /** Problems of the batch (u32 address). */
  Problems = 200,
  /** Number of entries in `Problems` (u32). */
  ProblemCount = 204,
  /** Values of the batch for pages that were spilled (u32 address). */
  Late = 208,
  /** Number of entries in `Late` (u32). */
  LateCount = 212,
  /** Records that the batch finished (u32 address). */
  Finished = 216,
  /** Number of entries in `Finished` (u32). */
  FinishedCount = 220,
  /** Result of prefetching, stored so that the compiler does not remove the loads (u32). */
  Warm = 224,
  /** Staged rows of the batch (u32). */
  Rows = 228,
  /** Event row of the first staged row (u32). */
  FirstRow = 232,
  /** Staged kinds; values that are not a `KindCode` count as allocations (u32 address of u32). */
  Kinds = 236,
  /** Staged keys (u32 address of u64). */
  Keys = 240,
  /** Staged types of resources, or 0 (u32 address of u32). */
  Types = 244,
  /** Staged addresses, or 0 (u32 address of u64). */
  Addrs = 248,
  /** Null bytes of the addresses, or 0 (u32 address). */
  AddrNulls = 252,
  /** Staged sizes (u32 address of u64). */
  Sizes = 256,
  /** Null bytes of the sizes, or 0 (u32 address). */
  SizeNulls = 260,
  /** Receives the number of the life for each row (u32 address of u32). */
  LifeNumbers = 264,
  /** Null bytes of the numbers of lives (u32 address). */
  LifeNulls = 268,
  /** Largest key of any life (u64). */
  LargestKey = 272,
  /** Number of rows in the batch that are neither allocations nor reallocations nor frees (u32). */
  Others = 280,
  /** Number of addresses with two live blocks (u32). */
  Overlaps = 284,
  /** Number of frees of blocks that are not live, if these are normal (u64). */
  UnmatchedFrees = 288,
  /** Number of rows that may still be scanned in this batch to find out what happened at an address (u32). */
  LooksLeft = 296,
  /** 1 if an allocation with the index of a live block ends that block (u32). */
  Replace = 300,
  /** Numbers of free entries, the one that is used next at the end (u32 address). */
  FreeEntries = 304,
  /** The rarely used fields of the entries, a `Detail` each (u32 address). */
  Details = 308,
  /** Slot addresses of a group of rows (u32 each). */
  Slots = 312,
  /** Size of the state in bytes. */
  Bytes = 824,
}

/** Number of rows whose slots and entries are prefetched together. */
export const GROUP = 128;

/** A live block, as an entry of the hash table. */
export enum Entry {
  /** The key by which a free identifies it (u64). */
  Key = 0,
  /** Size of the event (u64). */
  Size = 8,
  /** Number of its life (u32); written together with the following number as one (u64). */
  Life = 16,
  /** Number of the next entry in its chain (u32). */
  Next = 20,
  /** Slot of its resize record, or 0 (u32); read together with the following number as one (u64). */
  Resized = 24,
  /** Number of references; 0 if the entry is not in use (u32). */
  Refs = 28,
  /** Size of an entry in bytes. */
  Bytes = 32,
}

/** The rarely used fields of an entry. */
export enum Detail {
  /** Address of the event (u64). */
  Addr = 0,
  /** The last row that changed it (u32); written together with the following number as one (u64). */
  LastRow = 8,
  /** Type of a resource (u32). */
  Type = 12,
  /** Size of the structure in bytes, half of that of an entry. */
  Bytes = 16,
}

/**
 * The resizes of a life. If lives can be revived, a record has the slot with its number; otherwise slots are
 * reused.
 */
export enum ResizeRecord {
  /** Largest size, including that of the allocation (u64). */
  Largest = 0,
  /** Number of resizes; for a free slot, the next free one (u32). */
  Count = 8,
  /** Number of resizes that changed the address (u32). */
  Moves = 12,
  /** Row of the last resize (u32). */
  LastRow = 16,
  /** Number of the record, 0 if the slot is not in use (u32). */
  Number = 20,
  /** Size of a record in bytes. */
  Bytes = 24,
}

/** A resize in a batch. */
export enum Resize {
  /** Number of the record (u32). */
  Record = 0,
  /** Row of the event (u32). */
  Row = 4,
  /** The row that previously changed the block (u32). */
  RowBefore = 8,
  /** Size of a resize in bytes. */
  Bytes = 12,
}

/** A problem in a batch. */
export enum Problem {
  /** Row in the batch (u32). */
  Row = 0,
  /** The kind, a `ProblemKind` (u32). */
  Kind = 4,
  /** For a double allocation, the earlier life (u32). */
  Life = 8,
  /** Size of a problem in bytes. */
  Bytes = 12,
}

/** A value for a page that was spilled. */
export enum LateValue {
  /** `EndPages` or `ResizedPages` (u32). */
  Pages = 0,
  /** Number of the life (u32). */
  Life = 4,
  /** The value (u32). */
  Value = 8,
  /** Size of the structure in bytes. */
  Bytes = 12,
}

/** How a free is matched with an allocation. */
export enum Mode {
  /** By mpatrol's allocation index. */
  Index = 0,
  /** By type and number of a resource. */
  Resource = 1,
  /** Frees are matched by address. */
  Address = 2,
  /** By the address of a heap block. A realloc may be recorded after the next allocation at its old address. */
  Heap = 3,
  /**
   * By the allocation index, if indices are 1, 2, 3 and so on, so that each is the number of its life plus
   * one.
   */
  Counted = 4,
}

/** Problems that pairing reports. */
export enum ProblemKind {
  /** An allocation with the key of a live block. */
  Double = 1,
  /** A free or realloc of a block that is not live. */
  Unmatched = 2,
  /** A free of a null pointer. */
  Null = 3,
  /** An allocation at a live address whose realloc is recorded later. */
  Late = 4,
}

/**
 * Maximum number of rows to scan in a batch to find out what happened at addresses; this takes a few
 * milliseconds.
 */
export const MOST_LOOKS = 4194304;
