/**
 * Structures that the machine that runs pickles (pickle_machine.ts) shares with its kernel (pickle.as.ts):
 * offsets in bytes, and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares
 * types with how the fields are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next opcode (u32 address). */
  Place = 0,
  /** End of the available bytes (u32 address). */
  End = 4,
  /** Add this to an address to get the offset in the file (u64). */
  Bias = 8,
  /** The stack of values, a `Value` each (u32 address). */
  Stack = 16,
  /** Capacity of `Stack`, in entries (u32). */
  StackRoom = 20,
  /** Number of entries in `Stack` (u32). */
  Depth = 24,
  /** Positions of marks on the stack (u32 address of u32). */
  Marks = 28,
  /** Number of entries in `Marks` (u32). */
  MarkCount = 32,
  /** The memo: chunks of values (u32 address of u32 addresses). */
  Memo = 36,
  /** Capacity in chunks (u32). */
  MemoRoom = 40,
  /** One more than the largest number of a memo entry (u32). */
  MemoLength = 44,
  /** The value of the list or dictionary to continue with; 0 to begin with the first one (u32). */
  Item = 48,
  /** Roles of containers, by the role of the outer container, key and type (u32 address of u8). */
  Roles = 52,
  /** Cache of recent strings, a `TextSlot` by hash (u32 address). */
  Texts = 56,
  /** Bytes of the cached strings (u32 address). */
  TextBytes = 60,
  /** Number of these bytes in use (u32). */
  TextUsed = 64,
  /** The string that is not in the cache (u32 address). */
  TextAt = 68,
  /** Length of the string at `TextAt` (u32). */
  TextLength = 72,
  /**
   * Number of bytes needed to read the next opcode, including the opcode itself; or the number of the missing
   * memo entry (u32).
   */
  Wanted = 76,
  /** What is wrong with the pickle, a `Reason` (u32). */
  Reason = 80,
  /** Entries of traces, in chunks (u32 address of u32 addresses). */
  Entries = 84,
  /** Capacity in entries (u32). */
  EntryRoom = 88,
  /** Number of entries in `Entries` (u32). */
  EntryCount = 92,
  /** Frames in chunks (u32 address of u32 addresses). */
  Frames = 96,
  /** Capacity in frames (u32). */
  FrameRoom = 100,
  /** Number of entries in `Frames` (u32). */
  FrameCount = 104,
  /** Lists of frames in chunks (u32 address of u32 addresses). */
  Lists = 108,
  /** Capacity in lists (u32). */
  ListRoom = 112,
  /** Number of entries in `Lists` (u32). */
  ListCount = 116,
  /** Frames of all lists, by frame number (u32 address of u32). */
  Pool = 120,
  /** Capacity of `Pool`, in entries (u32). */
  PoolRoom = 124,
  /** Number of entries in `Pool` (u32). */
  PoolLength = 128,
  /** Number of values that were put into the memo, where they can be referred to again (u32). */
  Kept = 132,
  /** Cache of ids of recent frames, a `FrameSlot` by hash (u32 address). */
  FrameSlots = 136,
  /** Cache of recent backtraces, a `StackSlot` by hash (u32 address). */
  StackSlots = 140,
  /** Frame ids of the cached backtraces (u32 address of u32). */
  StackIds = 144,
  /** Number of entries in `StackIds` (u32). */
  StackIdCount = 148,
  /** Frame ids of one list (u32 address of u32). */
  Ids = 152,
  /** First number of the memory pool that was mentioned last (u32). */
  PoolFirst = 156,
  /** Second number of the memory pool that was mentioned last (u32). */
  PoolSecond = 160,
  /** Code of the name of this pool; 0 if there is none yet (u32). */
  PoolName = 164,
  /** Code of the text for a missing context (u32). */
  NotAvailable = 168,
  /** The protocol of the pickle (u32). */
  Protocol = 172,
  /** Odd random factor of the hash, so that no file can be crafted to make hashes collide (u32). */
  Factor = 176,
  /** The opcode that is being read (u32 address). */
  From = 180,
  /** Hash of the ids in `Ids` (u32). */
  IdsHash = 184,
  /** The list or dictionary that items are being added to (u32). */
  Into = 188,
  /** Maximum length of a string (u32). */
  LongestText = 192,
  /** Maximum nesting of lists and dictionaries; there may be twice as many marks (u32). */
  Deepest = 196,
  /** Size of the state in bytes. */
  Bytes = 200,
}

/** A value of a pickle. */
export enum Value {
  /** The type, a `Kind` (u32). */
  Kind = 0,
  /** The first word of its content (u32). */
  Low = 4,
  /** The second word of its content (u32). */
  High = 8,
  /** Size of the structure in bytes. */
  Bytes = 12,
}

/** Types of values, and the content of their two words. */
export enum Kind {
  /** A value that is not needed: a float, bytes, a set, a longer tuple. */
  Other = 0,
  /** Python's value `None`. */
  None = 1,
  /** Boolean: 0 or 1. */
  Bool = 2,
  /** Integer from 0 to 2^64 - 1: its halves. */
  Number = 3,
  /** Negative integer: the halves of its two's complement. */
  Negative = 4,
  /** Integer of more than 64 bits. */
  Huge = 5,
  /** String: its code in the pool, and its key number. */
  Text = 6,
  /** Pair of small numbers. */
  Pair = 7,
  /** List: its record, and its role. */
  List = 8,
  /** Dictionary: its record, and its role. */
  Dict = 9,
  /** Marks where the items of a list or dictionary begin. */
  Mark = 10,
}

/** The role of a list or dictionary. */
export enum Role {
  /** A role that is not needed. */
  Ignored = 0,
  /** The outermost dictionary. */
  Root = 1,
  /** List of segments. */
  Segments = 2,
  /** A segment. */
  Segment = 3,
  /** List of the blocks of a segment. */
  Blocks = 4,
  /** A block. */
  Block = 5,
  /** List with the history of a block, in files from before PyTorch 2.1. */
  History = 6,
  /** The latest event in the history of a block. */
  HistoryItem = 7,
  /** List of frames, innermost first. */
  Frames = 8,
  /** A frame. */
  Frame = 9,
  /** List of the traces of all devices. */
  Traces = 10,
  /** List of the entries of a device. */
  Trace = 11,
  /** An entry. */
  Entry = 12,
  /** Dictionary of settings. */
  Settings = 13,
  /** A dictionary within the settings. */
  Divisions = 14,
  /** List of annotations. */
  Annotations = 15,
  /** An annotation. */
  Annotation = 16,
}

/** Number of roles. */
export const ROLE_COUNT = 17;

/** Keys of dictionaries that have a meaning; 0 is any other string. */
export enum Key {
  segments = 1,
  device_traces = 2,
  allocator_settings = 3,
  external_annotations = 4,
  device = 5,
  address = 6,
  total_size = 7,
  allocated_size = 8,
  active_size = 9,
  requested_size = 10,
  stream = 11,
  segment_type = 12,
  segment_pool_id = 13,
  is_expandable = 14,
  frames = 15,
  blocks = 16,
  size = 17,
  state = 18,
  history = 19,
  addr = 20,
  real_size = 21,
  name = 22,
  filename = 23,
  line = 24,
  action = 25,
  time_us = 26,
  compile_context = 27,
  user_metadata = 28,
  pool_id = 29,
  device_free = 30,
  stage = 31,
}

/** Number of keys, including the one for other strings. */
export const KEY_COUNT = 32;

/** A cached string. */
export enum TextSlot {
  /** The first eight bytes, or all bytes if there are fewer (u64). */
  First = 0,
  /** The last eight bytes (u64). */
  Last = 8,
  /** The length; 0 if the slot is empty (u32). */
  Length = 16,
  /** String code of the text (u32). */
  Code = 20,
  /** Its key number (u32). */
  Key = 24,
  /** Bytes of the text (u32 address). */
  Text = 28,
  /** Size of the structure in bytes. */
  Bytes = 32,
}

/** Number of slots for strings, a power of two. */
export const TEXT_SLOTS = 4096;

/** Capacity for bytes of cached strings; longer strings are looked up in the pool. */
export const TEXT_BYTES = 262144;

/** An entry of a trace. The bits of its first word tell which fields are set. */
export enum Entry {
  /** Which fields are set, by the index of their first word (u32). */
  Has = 0,
  /** String code of the action (u32). */
  Action = 4,
  /** Address of the block (u64). */
  Addr = 8,
  /** Size in bytes (u64). */
  Size = 16,
  /** Microseconds since 1970 (u64). */
  Time = 24,
  /** Stream of the block (u64). */
  Stream = 32,
  /** Number of the backtrace (u32). */
  Stack = 40,
  /** String code of the description that the program supplied (u32). */
  Metadata = 44,
  /** String code of the compile context (u32). */
  Compile = 48,
  /** String code of the name of its pool (u32). */
  Pool = 52,
  /** Number of the device (u32). */
  Device = 56,
  /** Index plus one, among the entries in order, of the request that ends the block (u32). */
  Request = 60,
  /** Offset of the entry in the file (u64). */
  Offset = 64,
  /** Size of the structure in bytes. */
  Bytes = 72,
}

/** Pseudo field: set if a value of the record is invalid. */
export const INVALID_VALUE = 124;

/** Pseudo field: set if the device reported how much of its memory is free. */
export const DEVICE_FREE = 120;

/** A frame, as stored in the dictionaries of the pickle. */
export enum Frame {
  /** String code of the function (u32). */
  Name = 0,
  /** String code of the source file (u32). */
  File = 4,
  /** Line number (u32). */
  Line = 8,
  /** Id of the frame plus one; 0 if unknown (u32). */
  Id = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** A list of frames. */
export enum List {
  /** Index of its first frame in the pool (u32). */
  Start = 0,
  /** Number of frames (u32). */
  Length = 4,
  /** Number of the backtrace; 0 if there is none yet (u32). */
  Stack = 8,
  /** Value of `State.Kept` when the list began (u32). */
  Kept = 12,
  /** Number of frames when the list began (u32). */
  First = 16,
  /** Size of the structure in bytes. */
  Bytes = 20,
}

/** A cached frame. */
export enum FrameSlot {
  /** String code of the function (u32). */
  Name = 0,
  /** String code of the source file (u32). */
  File = 4,
  /** Line number (u32). */
  Line = 8,
  /** Id of the frame plus one; 0 if the slot is empty (u32). */
  Id = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** Number of slots for frames, a power of two: 256 KiB. */
export const FRAME_SLOTS = 16384;

/** A cached backtrace. */
export enum StackSlot {
  /** Hash of its frames (u32). */
  Hash = 0,
  /** Number of frames (u32). */
  Depth = 4,
  /** Frame ids (u32 address). */
  Ids = 8,
  /** Number of the backtrace; 0 if the slot is empty (u32). */
  Stack = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** Number of slots for backtraces, a power of two. */
export const STACK_SLOTS = 16384;

/** Capacity for frame ids of all slots; when it is used up, the cache is cleared. */
export const STACK_IDS = 262144;

/**
 * Number of frames of a backtrace that the kernel looks up. Every backtrace keeps at least this many frames.
 */
export const FRAMES_PER_STACK = 256;

/** The number of the empty backtrace. */
export const EMPTY_STACK = 1;

/** Binary logarithm of the number of records per chunk. */
export const CHUNK_SHIFT = 12;

/** Why the loop stopped. */
export enum Stop {
  /** More bytes are needed, or the pickle ends here. */
  Limit = 0,
  /** There is no room for another value or record. */
  Room = 1,
  /** A string is not in the cache; its opcode has been read. */
  Text = 2,
  /** A list or dictionary of a role that the kernel does not handle has begun; its opcode has been read. */
  Open = 3,
  /** The kernel does not handle a value of a dictionary. */
  Set = 4,
  /** The kernel does not handle an item of a list. */
  Append = 5,
  /** A memo entry was used that had not been written; its opcode has been read. */
  MissingMemo = 6,
  /** The string or bytes object of the next opcode is too long. */
  Long = 7,
  /** The pickle is damaged. */
  Damage = 8,
  /** The next opcode does not occur in snapshots. */
  Opcode = 9,
  /** The end of the pickle was read. */
  End = 10,
  /** The memo lacks the chunk of an entry. */
  Memo = 11,
}

/** Kinds of damage of a pickle. */
export enum Reason {
  /** Items added to a dictionary are not pairs, or are added to something else. */
  Pairs = 0,
  /** Items are added to something that is not a list. */
  Items = 1,
  /** Items end without a mark. */
  Mark = 2,
  /** There are too few values. */
  Values = 3,
  /** The number of a memo entry is too large. */
  Memo = 4,
  /** Lists or dictionaries are nested too deeply. */
  Nesting = 5,
  /** A number has too many bytes. */
  Number = 6,
}
