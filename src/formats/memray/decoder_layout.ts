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
  /** Where the thread is in the tree of frames (u32). */
  Node = 168,
  /** The tree, `Node` by number (u32 address). */
  Nodes = 172,
  /** Children that were entered lately, `Child` by hash (u32 address). */
  Children = 176,
  /** Native stacks, `NativeStack` by number of their frames (u32 address). */
  NativeStacks = 180,
  /** Number of these that there is room for (u32). */
  NativeCount = 184,
  /** Which native stacks are those of the modules at hand (u32). */
  Generation = 188,
  /** 1 where the last record is an event (u32). */
  LastIsEvent = 192,
  /** The native frame that the loop stopped for, or that of a mapping (u32). */
  NativeFrame = 196,
  /** A mapping that was read: its allocator (u32). */
  Allocator = 200,
  /** Native frames so far, numbered from 1: what names another one has none (u32). */
  NativeFrames = 204,
  /** Its address (u64). */
  Addr = 208,
  /** Its size (u64). */
  Size = 216,
  /** Offset of its record (u64). */
  Offset = 224,
  /** Length of the state. */
  Bytes = 232,
}

/** A node of the tree of Python frames. */
export enum Node {
  /** The node above (u32). */
  Parent = 0,
  /** Id of the stack, or `UNKNOWN` (u32). */
  Stack = 4,
  /** Code of the function (u32). */
  Func = 8,
  /** Code of the source file (u32). */
  File = 12,
  /** Line in it (u32). */
  Line = 16,
  /** Length of one. */
  Bytes = 20,
}

/** A child of a node, as records name it. */
export enum Child {
  /** The node above (u32). */
  Parent = 0,
  /** Code object, or the low half of a frame's id (u32). */
  First = 4,
  /** Offset of the instruction, or the high half (u32). */
  Second = 8,
  /** The child; 0 where the entry is empty (u32). */
  Node = 12,
  /** Length of one. */
  Bytes = 16,
}

/** The stack of a native frame. */
export enum NativeStack {
  /** Its id (u32). */
  Stack = 0,
  /** The modules that it was made with (u32). */
  Generation = 4,
  /** Length of one. */
  Bytes = 8,
}

/** The stack of a node that nothing was allocated at. */
export const UNKNOWN = 4294967295;

/** Entries of `Children`: half a megabyte, which a core keeps near. */
export const CHILDREN = 32768;

/** Nodes up to this one have none above. */
export const LAST_ROOT = 1;

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
  /** The next record is for the reader: another one, one that is odd, a frame that is not among the latest children. */
  Other = 2,
  /** The stack of the node is not known. */
  Stack = 3,
  /** The native stack of a frame is not known. */
  Native = 4,
  /** A record of a mapping was read. */
  Mapping = 5,
  /** The last record is not whole. */
  Cut = 6,
}
