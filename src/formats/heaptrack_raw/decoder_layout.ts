/**
 * What the line decoder (line_decoder.ts) and its kernel (decoder.as.ts) share: places in memory, in bytes, and numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Rows that there is room for (u32). */
  Rows = 12,
  /** Staging columns (u32 address each). */
  Kinds = 16,
  /** See Kinds (u32 address). */
  Addrs = 20,
  /** See Kinds (u32 address). */
  Sizes = 24,
  /** See Kinds (u32 address). */
  SizeNulls = 28,
  /** See Kinds (u32 address). */
  Times = 32,
  /** See Kinds (u32 address). */
  Stacks = 36,
  /** See Kinds (u32 address). */
  Funcs = 40,
  /** See Kinds (u32 address). */
  Files = 44,
  /** See Kinds (u32 address). */
  Lines = 48,
  /** See Kinds (u32 address). */
  Modules = 52,
  /** See Kinds (u32 address). */
  Offsets = 56,
  /** What traces are shown as, `TracePlace` each: the first one is that of no trace (u32 address). */
  Places = 60,
  /** Traces, a `Tree` whose nodes keep numbers of places (u32 address). */
  Tree = 64,
  /** The trace whose place is not known, where the loop stopped for it (u32). */
  Trace = 68,
  /** Nanoseconds since the start (u64). */
  Time = 72,
  /** What makes an offset in the file of an address (u64). */
  Bias = 80,
  /** Address of the last event (u64). */
  LastAddr = 88,
  /** 1 where the last event is an allocation (u32). */
  LastIsAlloc = 96,
  /** Sums of sizes so far, one for each `SUM_ALLOCATIONS` allocations (u32 address of u32). */
  Sums = 100,
  /** Number of these in the batch (u32). */
  SumCount = 104,
  /** Allocations so far (u32). */
  Allocations = 108,
  /** Blocks that the next event freed (u64). */
  Temporary = 112,
  /** Checksum of the sizes of all allocations so far; see `sumOfSizes` (u32). */
  SizeSum = 120,
  /** Length of the state. */
  Bytes = 128,
}

/** What a trace is shown as. */
export enum TracePlace {
  /** Id of the stack (u32). */
  Stack = 0,
  /** Code of the function (u32). */
  Func = 4,
  /** Code of the source file (u32). */
  File = 8,
  /** Line in it (u32). */
  Line = 12,
  /** Code of the module (u32). */
  Module = 16,
  /** Length of one. */
  Bytes = 20,
}

/** Allocations whose sizes are compared with those of interpreted data at a time. */
export const SUM_ALLOCATIONS = 4096;

/** Factor of the low half of a size, and of the sum before it; see `sumOfSizes`. */
export const SUM_LOW = 2654435761;
/** Factor of the high half. */
export const SUM_HIGH = 2246822519;

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a line is whole. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next line is not an ordinary allocation, free or trace. */
  Other = 2,
  /** The place of a trace is not known. */
  Place = 3,
  /** There is no room for a trace. */
  Room = 4,
}
