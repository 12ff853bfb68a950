/**
 * What the readers of samples (sample_keeper.ts, sample_rows.ts) and their kernel (samples.as.ts) share: places in memory, in bytes, and
 * numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Locations that nobody has met are asked for so many at a time. */
export const IDS = 65536;

/** What a call works on. */
export enum State {
  /** Next byte: of the file while it is read, of the samples that were kept while they are decoded (u32 address). */
  Place = 0,
  /** End of these bytes (u32 address). */
  End = 4,
  /** Where the next sample is kept, its length in four bytes before it (u32 address). */
  Kept = 8,
  /** End of the room for them (u32 address). */
  KeptEnd = 12,
  /** Samples that were kept; while decoding the number of the next one (u32). */
  Samples = 16,
  /** Next row of the staging columns (u32). */
  Row = 20,
  /** Rows that there is room for (u32). */
  Rows = 24,
  /** Number of weights (u32). */
  WeightCount = 28,
  /** Their staging columns (u32 address of u32). */
  Weights = 32,
  /** Their sums: of the low halves, and of the high ones with their sign (u32 address of u64). */
  Sums = 36,
  /** Staging columns (u32 address each). */
  Indexes = 40,
  /** See Indexes (u32 address). */
  Funcs = 44,
  /** See Indexes (u32 address). */
  Files = 48,
  /** See Indexes (u32 address). */
  Lines = 52,
  /** See Indexes (u32 address). */
  LineNulls = 56,
  /** See Indexes (u32 address). */
  Addrs = 60,
  /** See Indexes (u32 address). */
  AddrNulls = 64,
  /** See Indexes (u32 address). */
  Modules = 68,
  /** Frames of the samples that were decoded, one list after the other (u32 address of u32). */
  Lists = 72,
  /** Words that they take (u32). */
  ListLength = 76,
  /** Words that there is room for (u32). */
  ListRoom = 80,
  /** Depths of their lists (u32 address of u32). */
  Depths = 84,
  /** Samples that were decoded (u32). */
  Decoded = 88,
  /** Their labels, `Label` each (u32 address). */
  Labels = 92,
  /** How many there are (u32). */
  LabelCount = 96,
  /** How many there is room for (u32). */
  LabelRoom = 100,
  /** Numbers of locations plus one, by ids that are small (u32 address of u32). */
  Near = 104,
  /** Ids that are less are small (u32). */
  NearCount = 108,
  /** Hash table of the others, `Far` each (u32 address). */
  Far = 112,
  /** Length of the table, a power of two, less one (u32). */
  FarMask = 116,
  /** Odd, and another one in each process: nobody can write a file in which ids meet (u64). */
  Factor = 120,
  /** Locations by number (u32 address). */
  Locations = 128,
  /** Frames of locations that have another number of them than one (u32 address of u32). */
  Frames = 132,
  /** Locations that the loop stopped for (u32 address of u64). */
  Ids = 136,
  /** How many there are (u32). */
  IdCount = 140,
  /** Frames beyond those that each sample may have (u32). */
  Budget = 144,
  /** 1 where some were left out (u32). */
  IsCut = 148,
  /** Frames whose location is not there (u32). */
  Unknown = 152,
  /** Samples with too few weights (u32). */
  Missing = 156,
  /** Samples with too many (u32). */
  Extra = 160,
  /** Numbers of texts that are larger than any (u32). */
  OutOfRange = 164,
  /** Bytes of the sample that there was no room for (u32). */
  Need = 168,
  /** Frames of locations that are there and have only one, by ids that are small; else 0 (u32 address of u32). */
  Singles = 172,
  /** Length of the state. */
  Bytes = 176,
}

/** A location. */
export enum Location {
  /** Number of its frames (u32). */
  Depth = 0,
  /** The frame where it has one, else where they begin in `Frames` (u32). */
  Frame = 4,
  /** 1 where the file does not have it (u32). */
  IsUnknown = 8,
  /** Of its innermost frame: code of the function (u32). */
  Func = 12,
  /** Code of the file (u32). */
  File = 16,
  /** Line, 0 = unknown (u32). */
  Line = 20,
  /** Address (u64). */
  Addr = 24,
  /** 1 where it has an address (u32). */
  HasAddr = 32,
  /** Code of the module (u32). */
  Module = 36,
  /** Length of a location. */
  Bytes = 40,
}

/** A location whose id is large. */
export enum Far {
  /** Its id (u64). */
  Id = 0,
  /** Its number plus one; 0 where the entry is empty (u32). */
  Number = 8,
  /** Length of an entry. */
  Bytes = 16,
}

/** A label; its texts are numbers of texts. */
export enum Label {
  /** Number of the sample (u32). */
  Sample = 0,
  /** Its name (u32). */
  Key = 4,
  /** Its text; 0 where it has a number (u32). */
  Text = 8,
  /** Its unit (u32). */
  Unit = 12,
  /** Its number (u64), of which each half is a word (u32). */
  Number = 16,
  /** Length of a label. */
  Bytes = 24,
}

/** Why a loop stopped. */
export enum Stop {
  /** All bytes have been read. */
  End = 0,
  /** The next field is no whole sample. */
  Other = 1,
  /** The next sample is malformed. */
  Bad = 2,
  /** There is no room to keep the next sample. */
  Kept = 3,
  /** There is no room for another row. */
  Rows = 4,
  /** There is no room for the frames of the next sample. */
  Lists = 5,
  /** There is no room for its labels. */
  Labels = 6,
  /** It has locations that nobody has met. */
  Locations = 7,
}
