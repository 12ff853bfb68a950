/**
 * What the writer of events (event_rows.ts), the finder of older blocks (order.ts) and their kernel (events.as.ts) share:
 * places in memory, in bytes, and numbers. Both compilers read this file.
 * @module
 */

/** What a call works on. */
export enum EventState {
  /** Entries of traces in chunks (u32 address of u32 addresses). */
  Entries = 0,
  /** Numbers of the entries that can be read, in order (u32 address of u32). */
  Order = 4,
  /** How many there are (u32). */
  Count = 8,
  /** The next one of them (u32). */
  At = 12,
  /** The first time of all; all bits set where there is none (u64). */
  First = 16,
  /** Codes of actions: memory was allocated (u32). */
  AllocText = 24,
  /** The program gave a block back (u32). */
  RequestText = 28,
  /** It is free (u32). */
  CompletedText = 32,
  /** Another word for that (u32). */
  FreeText = 36,
  /** There was no memory: the address is missing (u32). */
  OomText = 40,
  /** Blocks by device and address, `AddressSlot` by hash (u32 address). */
  Slots = 44,
  /** Number of slots, a power of two (u32). */
  SlotCount = 48,
  /** How many of these have something in them (u32). */
  Used = 52,
  /** Odd, and another one in each process: nobody can write a file in which hashes meet (u32). */
  Factor = 56,
  /** Entries of blocks that are older than the first entry, `Older` each (u32 address). */
  Older = 60,
  /** Number of these that there is room for (u32). */
  OlderRoom = 64,
  /** How many there are (u32). */
  OlderCount = 68,
  /** Blocks that are live by the entries so far (u32). */
  Live = 72,
  /** Backtraces, `Backtrace` by number (u32 address). */
  Backtraces = 76,
  /** Rows before those of the entries (u32). */
  Before = 80,
  /** Entries of each chunk that have no row yet (u32 address of u32). */
  Left = 84,
  /** The row that is written next (u32). */
  Row = 88,
  /** Kind of rows that pairing does not look at (u32). */
  CallKind = 92,
  /** Staging columns (u32 address each). */
  Kinds = 96,
  /** See Kinds (u32 address). */
  Pairings = 100,
  /** See Kinds (u32 address). */
  Spaces = 104,
  /** See Kinds (u32 address). */
  Addrs = 108,
  /** See Kinds (u32 address). */
  AddrNulls = 112,
  /** See Kinds (u32 address). */
  Sizes = 116,
  /** See Kinds (u32 address). */
  SizeNulls = 120,
  /** See Kinds (u32 address). */
  Times = 124,
  /** See Kinds (u32 address). */
  TimeNulls = 128,
  /** See Kinds (u32 address). */
  Stacks = 132,
  /** See Kinds (u32 address). */
  Funcs = 136,
  /** See Kinds (u32 address). */
  Files = 140,
  /** See Kinds (u32 address). */
  Lines = 144,
  /** See Kinds (u32 address). */
  Devices = 148,
  /** See Kinds (u32 address). */
  Streams = 152,
  /** See Kinds (u32 address). */
  StreamNulls = 156,
  /** See Kinds (u32 address). */
  Requests = 160,
  /** See Kinds (u32 address). */
  RequestNulls = 164,
  /** See Kinds (u32 address). */
  Metadatas = 168,
  /** See Kinds (u32 address). */
  Compiles = 172,
  /** See Kinds (u32 address). */
  Pools = 176,
  /** See Kinds (u32 address). */
  FreeNulls = 180,
  /** See Kinds (u32 address). */
  Offsets = 184,
  /** Length of the state. */
  Bytes = 192,
}

/** What is known of the block at an address. */
export enum AddressSlot {
  /** The address (u64). */
  Addr = 0,
  /** Its device plus one; 0 where the slot is empty (u32). */
  Owner = 8,
  /** Where its latest block began: place plus one among entries in order, or from the top down among older ones (u32). */
  Begin = 12,
  /** 1 while it is live (u32). */
  Live = 16,
  /** Length of one. */
  Bytes = 24,
}

/** The first that is told of a block that is older than the entries. */
export enum Older {
  /** The entry (u32). */
  Entry = 0,
  /** Place plus one, among the entries in order, of the request that ends the block (u32). */
  Request = 4,
  /** Length of one. */
  Bytes = 8,
}

/** A backtrace, and the frame that it is shown as. */
export enum Backtrace {
  /** Its id in the pool (u32). */
  Stack = 0,
  /** Code of the function (u32). */
  Func = 4,
  /** Code of the source file (u32). */
  File = 8,
  /** Line in it (u32). */
  Line = 12,
  /** Length of one. */
  Bytes = 16,
}

/** Slots for addresses at first. */
export const FIRST_SLOTS = 4096;

/** What entries say of an address. */
export enum Address {
  /** Nothing. */
  Unknown = 0,
  /** Its block is gone. */
  Gone = 1,
  /** Its block is live. */
  Live = 2,
}
