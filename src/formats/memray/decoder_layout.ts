/**
 * What the event decoder (event_decoder.ts) and its kernel (decoder.as.ts) share: places in memory, in bytes, and numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** Records begin before it (u32 address). */
  Limit = 4,
  /** End of the bytes (u32 address). */
  End = 8,
  /** Rows so far (u32). */
  Row = 12,
  /** Rows that there is room for (u32). */
  Rows = 16,
  /** Staging columns (u32 address each). */
  Kinds = 20,
  /** See Kinds (u32 address). */
  Pairings = 24,
  /** See Kinds (u32 address). */
  Keys = 28,
  /** See Kinds (u32 address). */
  Names = 32,
  /** See Kinds (u32 address). */
  Addrs = 36,
  /** See Kinds (u32 address). */
  Sizes = 40,
  /** See Kinds (u32 address). */
  SizeNulls = 44,
  /** See Kinds (u32 address). */
  Threads = 48,
  /** See Kinds (u32 address). */
  Times = 52,
  /** See Kinds (u32 address). */
  TimeNulls = 56,
  /** See Kinds (u32 address). */
  Stacks = 60,
  /** See Kinds (u32 address). */
  Funcs = 64,
  /** See Kinds (u32 address). */
  Files = 68,
  /** See Kinds (u32 address). */
  Lines = 72,
  /** See Kinds (u32 address). */
  Natives = 76,
  /** See Kinds (u32 address). */
  Offsets = 80,
  /** Codes of the names of allocators, by number (u32 address of u32). */
  AllocatorNames = 84,
  /** What makes an offset in the file of an address (u64). */
  Bias = 88,
  /** Code of the text "alloc" (u32). */
  AllocText = 96,
  /** Code of the text "free" (u32). */
  FreeText = 100,
  /** A bit for each allocator whose records have no size (u32). */
  Simple = 104,
  /** A bit for each allocator of mappings (u32). */
  Mapped = 108,
  /** Thread of the rows that follow (u64). */
  Thread = 112,
  /** Nanoseconds since the start (u64). */
  Time = 120,
  /** 1 while no time is known (u32). */
  NoTime = 128,
  /** 1 where allocations have native frames (u32). */
  HasNative = 132,
  /** Counter of data addresses (u64). */
  Data = 136,
  /** Counter of native frames (u64). */
  NativeNumber = 144,
  /** Counter of Python frames, of old files (u64). */
  FrameId = 152,
  /** Latest addresses, a ring of 16 (u32 address of u64). */
  Recent = 160,
  /** The newest of them (u32). */
  Newest = 164,
  /** Where threads are, `Calls` (u32 address). */
  Calls = 168,
  /** Native frames, a `Tree` (u32 address). */
  NativeTree = 172,
  /** 1 where the last record is an event (u32). */
  LastIsEvent = 176,
  /** The native frame that the loop stopped for, or that of a mapping (u32). */
  NativeFrame = 180,
  /** A mapping that was read: its allocator (u32). */
  Allocator = 184,
  /** Its address (u64). */
  Addr = 192,
  /** Its size (u64). */
  Size = 200,
  /** Offset of its record (u64). */
  Offset = 208,
  /** Counter of return addresses (u64). */
  Instruction = 216,
  /** Length of the state. */
  Bytes = 224,
}

/** Addresses in the ring that records name by their places; place 15 says that another one follows. */
export const MISS = 15;

/** A record with numbers only has at most 32 bytes, and a last load of eight reads beyond them. */
export const SAFE_BYTES = 48;

/** Why the loop stopped. */
export enum Stop {
  /** The limit is reached. */
  Limit = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next record is for the reader: another one, one that is odd, a frame that is not known. */
  Other = 2,
  /** The stack that the thread is in is not known. */
  Stack = 3,
  /** The native stack of a frame is not known. */
  Native = 4,
  /** A record of a mapping was read. */
  Mapping = 5,
  /** The last record is not whole. */
  Cut = 6,
  /** There is no room for a frame or for the node of a stack. */
  Room = 7,
  /** There is no room for a native frame. */
  NativeRoom = 8,
}
