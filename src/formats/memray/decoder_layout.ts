/**
 * Structures that the event decoder (event_decoder.ts) shares with its kernel (decoder.as.ts): offsets in bytes,
 * and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields
 * are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** Only records that begin before this are read (u32 address). */
  Limit = 4,
  /** End of the bytes (u32 address). */
  End = 8,
  /** Rows so far (u32). */
  Row = 12,
  /** Capacity in rows (u32). */
  Rows = 16,
  /** Staging column: codes of kinds (u32 address). */
  Kinds = 20,
  /** Staging column: kinds for pairing (u32 address). */
  Pairings = 24,
  /** Staging column: keys for pairing (u32 address). */
  Keys = 28,
  /** Staging column: codes of names (u32 address). */
  Names = 32,
  /** Staging column: addresses (u32 address). */
  Addrs = 36,
  /** Staging column: sizes (u32 address). */
  Sizes = 40,
  /** Staging column: null bytes of the sizes (u32 address). */
  SizeNulls = 44,
  /** Staging column: threads (u32 address). */
  Threads = 48,
  /** Staging column: times (u32 address). */
  Times = 52,
  /** Staging column: null bytes of the times (u32 address). */
  TimeNulls = 56,
  /** Staging column: stack ids (u32 address). */
  Stacks = 60,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 64,
  /** Staging column: codes of source files (u32 address). */
  Files = 68,
  /** Staging column: source lines (u32 address). */
  Lines = 72,
  /** Staging column: native stack ids (u32 address). */
  Natives = 76,
  /** Staging column: offsets of records in the file (u32 address). */
  Offsets = 80,
  /** Codes of the names of allocators, indexed by number (u32 address of u32). */
  AllocatorNames = 84,
  /** Add this to an address to get the offset in the file (u64). */
  Bias = 88,
  /** Code of the text "alloc" (u32). */
  AllocText = 96,
  /** Code of the text "free" (u32). */
  FreeText = 100,
  /** A bit for each allocator whose records have no size (u32). */
  Simple = 104,
  /** A bit for each allocator that makes mappings (u32). */
  Mapped = 108,
  /** Thread of the following rows (u64). */
  Thread = 112,
  /** Nanoseconds since the start (u64). */
  Time = 120,
  /** 1 while the time is unknown (u32). */
  NoTime = 128,
  /** 1 if allocations have native frames (u32). */
  HasNative = 132,
  /** Counter of data addresses (u64). */
  Data = 136,
  /** Counter of native frames (u64). */
  NativeNumber = 144,
  /** Counter of Python frames, for old files (u64). */
  FrameId = 152,
  /** Most recent addresses, a ring of 16 (u32 address of u64). */
  Recent = 160,
  /** Index of the newest one (u32). */
  Newest = 164,
  /** The current stacks of threads, `Calls` (u32 address). */
  Calls = 168,
  /** Native frames, a `Tree` (u32 address). */
  NativeTree = 172,
  /** 1 if the last record is an event (u32). */
  LastIsEvent = 176,
  /** The native frame that the loop stopped for, or that of a mapping (u32). */
  NativeFrame = 180,
  /** Allocator of the mapping that was read (u32). */
  Allocator = 184,
  /** Address of the mapping (u64). */
  Addr = 192,
  /** Size of the mapping (u64). */
  Size = 200,
  /** Offset of the record of the mapping (u64). */
  Offset = 208,
  /** Counter of return addresses (u64). */
  Instruction = 216,
  /** Place of the current stack: the stack, and in the high half the number of its frame (u64). */
  StackPlace = 224,
  /** Allocators of the rows (u32 address of u8). */
  Allocators = 232,
  /** Stack and frame of each row, packed like `StackPlace` (u32 address of u64). */
  Places = 236,
  /**
   * Five tables indexed by allocator: the four bytes of its name's code, and 255 if its records have no size (u32
   * address of u8).
   */
  NamePlanes = 240,
  /** Number of rows whose threads and times are filled (u32). */
  HeadDone = 244,
  /** Number of rows whose columns are all filled (u32). */
  RowsDone = 248,
  /** Size of the state in bytes. */
  Bytes = 256,
}

/** Records refer to recent addresses by their place in the ring; place 15 means that a new address follows. */
export const NEW_ADDRESS = 15;

/** Bytes needed for a record of numbers: it has at most 32, and the last load, of eight bytes, reads past its end. */
export const READ_AHEAD_BYTES = 48;

/** Why the loop stopped. */
export enum Stop {
  /** The limit is reached. */
  Limit = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next record is left to the TypeScript reader: another kind, an unusual one, or one with an unknown frame. */
  Other = 2,
  /** The current stack of the thread is unknown. */
  Stack = 3,
  /** The native stack of a frame is unknown. */
  Native = 4,
  /** A record of a mapping was read. */
  Mapping = 5,
  /** The last record is incomplete. */
  Cut = 6,
  /** There is no room for a frame or for the node of a stack. */
  Room = 7,
  /** There is no room for a native frame. */
  NativeRoom = 8,
}
