/**
 * What the machine that runs pickles (pickle_machine.ts) and its kernel (pickle.as.ts) share: places in memory, in bytes,
 * and numbers. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next opcode (u32 address). */
  Place = 0,
  /** End of the bytes at hand (u32 address). */
  End = 4,
  /** What makes an offset in the file of an address (u64). */
  Bias = 8,
  /** Values that wait, `Value` by place (u32 address). */
  Stack = 16,
  /** Number of these that there is room for (u32). */
  StackRoom = 20,
  /** How many there are (u32). */
  Depth = 24,
  /** Places of marks among them (u32 address of u32). */
  Marks = 28,
  /** How many of these there are (u32). */
  MarkCount = 32,
  /** What is remembered: chunks of values (u32 address of u32 addresses). */
  Memo = 36,
  /** Number of chunks that there is room for (u32). */
  MemoRoom = 40,
  /** One more than the largest number of a memo entry (u32). */
  MemoLength = 44,
  /** The value of a list or dictionary that is its turn; 0 = its first one (u32). */
  Item = 48,
  /** What containers are, by what is around them, key and sort (u32 address of u8). */
  Roles = 52,
  /** Texts that came lately, `TextSlot` by hash (u32 address). */
  Texts = 56,
  /** Bytes of these (u32 address). */
  TextBytes = 60,
  /** Number of these (u32). */
  TextUsed = 64,
  /** A text that is not among them (u32 address). */
  TextAt = 68,
  /** Its length (u32). */
  TextLength = 72,
  /** Bytes that must be at hand before the next opcode can be read, itself included; a place that the memo lacks (u32). */
  Wanted = 76,
  /** What is wrong, a `Reason` (u32). */
  Reason = 80,
  /** Entries of traces in chunks (u32 address of u32 addresses). */
  Entries = 84,
  /** Number of entries that there is room for (u32). */
  EntryRoom = 88,
  /** How many there are (u32). */
  EntryCount = 92,
  /** Frames in chunks (u32 address of u32 addresses). */
  Frames = 96,
  /** Number of frames that there is room for (u32). */
  FrameRoom = 100,
  /** How many there are (u32). */
  FrameCount = 104,
  /** Lists of frames in chunks (u32 address of u32 addresses). */
  Lists = 108,
  /** Number of lists that there is room for (u32). */
  ListRoom = 112,
  /** How many there are (u32). */
  ListCount = 116,
  /** Frames of lists, by number (u32 address of u32). */
  Pool = 120,
  /** Number of these that there is room for (u32). */
  PoolRoom = 124,
  /** How many there are (u32). */
  PoolLength = 128,
  /** How often something was remembered that may be used again (u32). */
  Kept = 132,
  /** Ids of frames that came lately, `FrameSlot` by hash (u32 address). */
  FrameSlots = 136,
  /** Backtraces that came lately, `StackSlot` by hash (u32 address). */
  StackSlots = 140,
  /** Ids of frames of these (u32 address of u32). */
  StackIds = 144,
  /** Number of these (u32). */
  StackIdCount = 148,
  /** Ids of the frames of one list (u32 address of u32). */
  Ids = 152,
  /** The pool of blocks that was named last (u32). */
  PoolFirst = 156,
  /** Its second number (u32). */
  PoolSecond = 160,
  /** Code of its name; 0 = none yet (u32). */
  PoolName = 164,
  /** Code of the text that says that there is no context (u32). */
  NotAvailable = 168,
  /** The protocol that the pickle names (u32). */
  Protocol = 172,
  /** Odd, and another one in each process: nobody can write a file in which hashes meet (u32). */
  Factor = 176,
  /** The opcode that was begun last (u32 address). */
  From = 180,
  /** Hash of what `Ids` has (u32). */
  IdsHash = 184,
  /** The value of the list or dictionary that gets something (u32). */
  Into = 188,
  /** Bytes of a text at most (u32). */
  LongestText = 192,
  /** Lists and dictionaries in one another at most, and half as many as marks (u32). */
  Deepest = 196,
  /** Length of the state. */
  Bytes = 200,
}

/** A value of a pickle. */
export enum Value {
  /** What it is, a `Kind` (u32). */
  Kind = 0,
  /** Its first word (u32). */
  Low = 4,
  /** Its second word (u32). */
  High = 8,
  /** Length of one. */
  Bytes = 12,
}

/** What a value is, and what its two words are. */
export enum Kind {
  /** Nobody wants to know: a float, bytes, a set, a longer tuple. */
  Other = 0,
  /** Python's None. */
  None = 1,
  /** Truth: 0 or 1. */
  Bool = 2,
  /** Whole number from 0 to 2^64 - 1: its halves. */
  Number = 3,
  /** Whole number below 0: the halves of its two's complement. */
  Negative = 4,
  /** Whole number of more than 64 bits. */
  Huge = 5,
  /** Text: its code in the pool, and the number of the key that it is. */
  Text = 6,
  /** Pair of small numbers. */
  Pair = 7,
  /** List: its record, and its role. */
  List = 8,
  /** Dictionary: its record, and its role. */
  Dict = 9,
  /** Where the items of a list or dictionary begin. */
  Mark = 10,
}

/** What a list or dictionary is. */
export enum Role {
  /** Something that nobody needs. */
  Ignored = 0,
  /** The dictionary around everything. */
  Root = 1,
  /** List of segments. */
  Segments = 2,
  /** A segment. */
  Segment = 3,
  /** List of the blocks of a segment. */
  Blocks = 4,
  /** A block. */
  Block = 5,
  /** List of what happened to a block, before 2.1. */
  History = 6,
  /** The latest thing that happened to a block. */
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
  /** A dictionary among them. */
  Divisions = 14,
  /** List of annotations. */
  Annotations = 15,
  /** An annotation. */
  Annotation = 16,
}

/** Roles in all. */
export const ROLE_COUNT = 17;

/** Keys that mean something, as dictionaries have them; 0 is any other text. */
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

/** Keys in all, the other texts included. */
export const KEY_COUNT = 32;

/** A text that came lately. */
export enum TextSlot {
  /** Its first eight bytes, or what it has (u64). */
  First = 0,
  /** Its last eight (u64). */
  Last = 8,
  /** How long it is; 0 where the slot is empty (u32). */
  Length = 16,
  /** Its code (u32). */
  Code = 20,
  /** Number of the key that it is (u32). */
  Key = 24,
  /** Its bytes (u32 address). */
  Text = 28,
  /** Length of one. */
  Bytes = 32,
}

/** Slots for texts, a power of two. */
export const TEXT_SLOTS = 4096;

/** Bytes of texts that are kept for comparing; longer texts are left to the pool. */
export const TEXT_BYTES = 262144;

/** An entry of a trace. A bit of its first word says of each field whether it was put. */
export enum Entry {
  /** Which fields were put, by the number of their first word (u32). */
  Has = 0,
  /** Code of what happened (u32). */
  Action = 4,
  /** Address (u64). */
  Addr = 8,
  /** Bytes (u64). */
  Size = 16,
  /** Microseconds since 1970 (u64). */
  Time = 24,
  /** Stream (u64). */
  Stream = 32,
  /** Number of the backtrace (u32). */
  Stack = 40,
  /** Code of what the program says of it (u32). */
  Metadata = 44,
  /** Code of its context (u32). */
  Compile = 48,
  /** Code of the name of its pool (u32). */
  Pool = 52,
  /** Number of the device (u32). */
  Device = 56,
  /** Place plus one, among the entries in order, of the request that ends the block (u32). */
  Request = 60,
  /** Where it begins in the file (u64). */
  Offset = 64,
  /** Length of one. */
  Bytes = 72,
}

/** The field that is there when something in a record cannot be so; it has no word. */
export const ODD = 124;

/** The field that is there when the device said how much of its memory is free; it has no word either. */
export const DEVICE_FREE = 120;

/** A frame as dictionaries have it. */
export enum Frame {
  /** Code of the function (u32). */
  Name = 0,
  /** Code of the source file (u32). */
  File = 4,
  /** Line in it (u32). */
  Line = 8,
  /** Id of the frame plus one; 0 = not known (u32). */
  Id = 12,
  /** Length of one. */
  Bytes = 16,
}

/** A list of frames. */
export enum List {
  /** Its first frame in the pool (u32). */
  Start = 0,
  /** How many it has (u32). */
  Length = 4,
  /** Number of the backtrace that it is; 0 = none yet (u32). */
  Stack = 8,
  /** `State.Kept` when it began (u32). */
  Kept = 12,
  /** Number of frames when it began (u32). */
  First = 16,
  /** Length of one. */
  Bytes = 20,
}

/** A frame that came lately. */
export enum FrameSlot {
  /** Code of the function (u32). */
  Name = 0,
  /** Code of the source file (u32). */
  File = 4,
  /** Line in it (u32). */
  Line = 8,
  /** Id of the frame plus one; 0 where the slot is empty (u32). */
  Id = 12,
  /** Length of one. */
  Bytes = 16,
}

/** Slots for frames, a power of two: a quarter of a megabyte. */
export const FRAME_SLOTS = 16384;

/** A backtrace that came lately. */
export enum StackSlot {
  /** Hash of its frames (u32). */
  Hash = 0,
  /** How many it has (u32). */
  Depth = 4,
  /** Their ids (u32 address). */
  Ids = 8,
  /** Its number; 0 where the slot is empty (u32). */
  Stack = 12,
  /** Length of one. */
  Bytes = 16,
}

/** Slots for backtraces, a power of two. */
export const STACK_SLOTS = 16384;

/** Ids of frames in all slots; when these are full all of them begin anew. */
export const STACK_IDS = 262144;

/** Frames of a backtrace that are looked up here, and that every backtrace keeps. */
export const FRAMES_PER_STACK = 256;

/** The number of the backtrace of no frames. */
export const EMPTY_STACK = 1;

/** Records per chunk, as a shift. */
export const CHUNK_SHIFT = 12;

/** Why the loop stopped. */
export enum Stop {
  /** More bytes are needed, or none are left. */
  Limit = 0,
  /** Values, or records of a kind, are as many as there is room for. */
  Room = 1,
  /** A text is not among those that came lately; its opcode was read. */
  Text = 2,
  /** A list or dictionary began whose record is not one of the kernel's; its opcode was read. */
  Open = 3,
  /** A value of a dictionary is not one of the kernel's. */
  Set = 4,
  /** An item of a list is not one of the kernel's. */
  Append = 5,
  /** A memo entry that was never written was asked for; its opcode was read. */
  MissingMemo = 6,
  /** A text or bytes are too long: the next opcode is theirs. */
  Long = 7,
  /** The pickle cannot be read on. */
  Damage = 8,
  /** The next opcode is none that snapshots have. */
  Opcode = 9,
  /** The end was read. */
  End = 10,
  /** The memo has no chunk for an entry yet. */
  Memo = 11,
}

/** What is wrong with a pickle. */
export enum Reason {
  /** A dictionary gets what is not pairs, or what gets them is none. */
  Pairs = 0,
  /** Items for what is not a list. */
  Items = 1,
  /** The end of items that did not begin. */
  Mark = 2,
  /** Too few values. */
  Values = 3,
  /** A memo entry of a number beyond any. */
  Memo = 4,
  /** Too many lists in one another. */
  Nesting = 5,
  /** A number of too many bytes. */
  Number = 6,
}
