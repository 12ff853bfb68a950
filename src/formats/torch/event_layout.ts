/**
 * Structures that the writer of events (event_rows.ts) and the finder of older blocks (order.ts) share with their
 * kernel (events.as.ts): offsets in bytes, and constants. Both compilers read this file.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum EventState {
  /** Entries of traces, in chunks (u32 address of u32 addresses). */
  Entries = 0,
  /** Numbers of the valid entries, in order (u32 address of u32). */
  Order = 4,
  /** Number of entries in `Order` (u32). */
  Count = 8,
  /** Index of the next entry (u32). */
  At = 12,
  /** The earliest time; all bits set if there is none (u64). */
  First = 16,
  /** Code of the action for an allocation (u32). */
  AllocText = 24,
  /** Code of the action for a requested free (u32). */
  RequestText = 28,
  /** Code of the action for a completed free (u32). */
  CompletedText = 32,
  /** Code of the older action for a completed free (u32). */
  FreeText = 36,
  /** Code of the action for running out of memory, which has no address (u32). */
  OomText = 40,
  /** Hash table of blocks by device and address, an `AddressSlot` each (u32 address). */
  Slots = 44,
  /** Number of slots, a power of two (u32). */
  SlotCount = 48,
  /** Number of slots in use (u32). */
  Used = 52,
  /** Odd random factor of the hash, so that no file can be crafted to make hashes collide (u32). */
  Factor = 56,
  /**
   * For each block that is older than the first entry, the first entry that mentions it, as an `Older` (u32
   * address).
   */
  Older = 60,
  /** Capacity of `Older`, in entries (u32). */
  OlderRoom = 64,
  /** Number of entries in `Older` (u32). */
  OlderCount = 68,
  /** Number of live blocks so far (u32). */
  Live = 72,
  /** Backtraces by number, a `Backtrace` each (u32 address). */
  Backtraces = 76,
  /** Number of rows that precede those of the entries (u32). */
  Before = 80,
  /** Number of entries in each chunk whose rows have not been written yet (u32 address of u32). */
  Left = 84,
  /** The next row to write (u32). */
  Row = 88,
  /** Kind of rows that the pairing of allocations and frees ignores (u32). */
  CallKind = 92,
  /** Staging column: codes of kinds (u32 address). */
  Kinds = 96,
  /** Staging column: kinds for pairing (u32 address). */
  Pairings = 100,
  /** Staging column: codes of address spaces (u32 address). */
  Spaces = 104,
  /** Staging column: addresses (u32 address). */
  Addrs = 108,
  /** Staging column: null bytes of the addresses (u32 address). */
  AddrNulls = 112,
  /** Staging column: sizes (u32 address). */
  Sizes = 116,
  /** Staging column: null bytes of the sizes (u32 address). */
  SizeNulls = 120,
  /** Staging column: times (u32 address). */
  Times = 124,
  /** Staging column: null bytes of the times (u32 address). */
  TimeNulls = 128,
  /** Staging column: stack ids (u32 address). */
  Stacks = 132,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 136,
  /** Staging column: codes of source files (u32 address). */
  Files = 140,
  /** Staging column: source lines (u32 address). */
  Lines = 144,
  /** Staging column: devices (u32 address). */
  Devices = 148,
  /** Staging column: streams (u32 address). */
  Streams = 152,
  /** Staging column: null bytes of the streams (u32 address). */
  StreamNulls = 156,
  /** Staging column: requests that end blocks (u32 address). */
  Requests = 160,
  /** Staging column: null bytes of the requests (u32 address). */
  RequestNulls = 164,
  /** Staging column: codes of metadata (u32 address). */
  Metadatas = 168,
  /** Staging column: codes of compile contexts (u32 address). */
  Compiles = 172,
  /** Staging column: codes of memory pools (u32 address). */
  Pools = 176,
  /** Staging column: null bytes of the free memory (u32 address). */
  FreeNulls = 180,
  /** Staging column: offsets of records in the file (u32 address). */
  Offsets = 184,
  /** Size of the state in bytes. */
  Bytes = 192,
}

/** The block at an address. */
export enum AddressSlot {
  /** The address (u64). */
  Addr = 0,
  /** Device plus one; 0 if the slot is empty (u32). */
  Owner = 8,
  /**
   * Start of the latest block at the address: index plus one in the order; for a block older than the entries, the
   * complement of its index (u32).
   */
  Begin = 12,
  /** 1 while the block is live (u32). */
  Live = 16,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/** The first entry that mentions a block older than the entries. */
export enum OlderBlock {
  /** The entry (u32). */
  Entry = 0,
  /** Index plus one, among the entries in order, of the request that ends the block (u32). */
  Request = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** A backtrace, and the frame that is shown for it. */
export enum Backtrace {
  /** Id of the backtrace in the pool (u32). */
  Stack = 0,
  /** String code of the function (u32). */
  Func = 4,
  /** String code of the source file (u32). */
  File = 8,
  /** Line number (u32). */
  Line = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** Initial number of slots for addresses. */
export const FIRST_SLOTS = 4096;

/** State of an address. */
export enum Address {
  /** Nothing is known about the address. */
  Unknown = 0,
  /** The block at the address has been freed. */
  Gone = 1,
  /** The block at the address is live. */
  Live = 2,
}
