/**
 * Structures that the readers of samples (sample_keeper.ts, sample_rows.ts) share with their kernel
 * (samples.as.ts): offsets in bytes, and constants. Both compilers read this file; `tests/memory/layouts_test.ts`
 * compares types with how the fields are used.
 * @module
 */

/** Maximum number of unknown locations to request at a time. */
export const REQUESTED_IDS = 65536;

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte: of the file while it is read, of the stored samples while they are decoded (u32 address). */
  Place = 0,
  /** End of these bytes (u32 address). */
  End = 4,
  /** Where the next sample is stored; its length is in the four bytes before it (u32 address). */
  Kept = 8,
  /** End of the buffer for samples (u32 address). */
  KeptEnd = 12,
  /** Number of samples stored; while decoding, the number of the next sample (u32). */
  Samples = 16,
  /** Next row of the staging columns (u32). */
  Row = 20,
  /** Capacity in rows (u32). */
  Rows = 24,
  /** Number of weights (u32). */
  WeightCount = 28,
  /** Staging columns of the weights (u32 address of u32). */
  Weights = 32,
  /** Sums of the weights: of the low halves, and of the signed high halves (u32 address of u64). */
  Sums = 36,
  /** Staging column: indexes of records (u32 address). */
  Indexes = 40,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 44,
  /** Staging column: codes of source files (u32 address). */
  Files = 48,
  /** Staging column: source lines (u32 address). */
  Lines = 52,
  /** Staging column: null bytes of the source lines (u32 address). */
  LineNulls = 56,
  /** Staging column: addresses (u32 address). */
  Addrs = 60,
  /** Staging column: null bytes of the addresses (u32 address). */
  AddrNulls = 64,
  /** Staging column: codes of modules (u32 address). */
  Modules = 68,
  /** Frames of the decoded samples, one list after another (u32 address of u32). */
  Lists = 72,
  /** Length of the lists in words (u32). */
  ListLength = 76,
  /** Capacity in words (u32). */
  ListRoom = 80,
  /** Depths of the lists (u32 address of u32). */
  Depths = 84,
  /** Number of samples decoded (u32). */
  Decoded = 88,
  /** Labels of the samples, a `Label` each (u32 address). */
  Labels = 92,
  /** Number of entries in `Labels` (u32). */
  LabelCount = 96,
  /** Capacity of `Labels`, in entries (u32). */
  LabelRoom = 100,
  /** Numbers of locations plus one, indexed by small ids (u32 address of u32). */
  Near = 104,
  /** Ids below this are small (u32). */
  NearCount = 108,
  /** Hash table of the other ids, a `LargeIdLocation` each (u32 address). */
  Far = 112,
  /** Number of slots minus one; the number is a power of two (u32). */
  FarMask = 116,
  /** Odd random factor of the hash, so that no file can be crafted to make ids collide (u64). */
  Factor = 120,
  /** Locations by number (u32 address). */
  Locations = 128,
  /** Frames of locations that do not have exactly one frame (u32 address of u32). */
  Frames = 132,
  /** The unknown locations that stopped the loop (u32 address of u64). */
  Ids = 136,
  /** Number of entries in `Ids` (u32). */
  IdCount = 140,
  /** Frames that samples may have in addition to the guaranteed ones (u32). */
  Budget = 144,
  /** 1 if frames were dropped (u32). */
  IsCut = 148,
  /** Number of frames whose location is missing (u32). */
  Unknown = 152,
  /** Number of samples with too few weights (u32). */
  Missing = 156,
  /** Number of samples with too many weights (u32). */
  Extra = 160,
  /** Number of string numbers that are out of range (u32). */
  OutOfRange = 164,
  /** Bytes needed for the sample that did not fit (u32). */
  Need = 168,
  /** Frames of locations with exactly one frame, indexed by small ids; otherwise 0 (u32 address of u32). */
  Singles = 172,
  /** Size of the state in bytes. */
  Bytes = 176,
}

/** A location. */
export enum Location {
  /** Number of frames (u32). */
  Depth = 0,
  /** The frame if there is exactly one, else the index of the first one in `Frames` (u32). */
  Frame = 4,
  /** 1 if the file does not define it (u32). */
  IsUnknown = 8,
  /** String code of the function of its innermost frame (u32). */
  Func = 12,
  /** String code of the file of its innermost frame (u32). */
  File = 16,
  /** Line of its innermost frame, 0 if unknown (u32). */
  Line = 20,
  /** Address of the location (u64). */
  Addr = 24,
  /** 1 if it has an address (u32). */
  HasAddr = 32,
  /** String code of the module (u32). */
  Module = 36,
  /** Size of a location in bytes. */
  Bytes = 40,
}

/** A location with a large id. */
export enum LargeIdLocation {
  /** The id (u64). */
  Id = 0,
  /** The number plus one; 0 if the entry is empty (u32). */
  Number = 8,
  /** Size of an entry in bytes. */
  Bytes = 16,
}

/** A label; strings are stored as indexes into the string table of the file. */
export enum Label {
  /** Number of the sample (u32). */
  Sample = 0,
  /** The key (u32). */
  Key = 4,
  /** The value as a string; 0 if it is a number (u32). */
  Text = 8,
  /** The unit (u32). */
  Unit = 12,
  /** The value as a number (u64), which can also be read as two words (u32). */
  Number = 16,
  /** Size of a label in bytes. */
  Bytes = 24,
}

/** Why a loop stopped. */
export enum Stop {
  /** No bytes are left. */
  End = 0,
  /** The next field is not a complete sample. */
  Other = 1,
  /** The next sample is malformed. */
  Bad = 2,
  /** There is no room to store the next sample. */
  Kept = 3,
  /** There is no room for another row. */
  Rows = 4,
  /** There is no room for the frames of the next sample. */
  Lists = 5,
  /** There is no room for its labels. */
  Labels = 6,
  /** The sample has unknown locations. */
  Locations = 7,
}
