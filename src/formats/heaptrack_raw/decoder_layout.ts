/**
 * Structures that the line decoder (line_decoder.ts) shares with its kernel (decoder.as.ts): offsets in bytes,
 * and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields
 * are used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** Rows so far (u32). */
  Row = 8,
  /** Capacity in rows (u32). */
  Rows = 12,
  /** Staging column: codes of kinds (u32 address). */
  Kinds = 16,
  /** Staging column: addresses (u32 address). */
  Addrs = 20,
  /** Staging column: sizes (u32 address). */
  Sizes = 24,
  /** Staging column: null bytes of the sizes (u32 address). */
  SizeNulls = 28,
  /** Staging column: times (u32 address). */
  Times = 32,
  /** Staging column: stack ids (u32 address). */
  Stacks = 36,
  /** Staging column: codes of functions (u32 address). */
  Funcs = 40,
  /** Staging column: codes of source files (u32 address). */
  Files = 44,
  /** Staging column: source lines (u32 address). */
  Lines = 48,
  /** Staging column: codes of modules (u32 address). */
  Modules = 52,
  /** Staging column: offsets of records in the file (u32 address). */
  Offsets = 56,
  /**
   * What is shown for each trace: an array of `TracePlace`. The first is used for events without a trace (u32
   * address).
   */
  Places = 60,
  /** Traces: a `Tree` whose nodes store the numbers of their places (u32 address). */
  Tree = 64,
  /** The trace whose unknown place stopped the loop (u32). */
  Trace = 68,
  /** Nanoseconds since the start (u64). */
  Time = 72,
  /** Add this to an address to get the offset in the file (u64). */
  Bias = 80,
  /** Address of the last event (u64). */
  LastAddr = 88,
  /** 1 if the last event is an allocation (u32). */
  LastIsAlloc = 96,
  /** Checksums of sizes, one per `SUM_ALLOCATIONS` allocations (u32 address of u32). */
  Sums = 100,
  /** Number of checksums in the batch (u32). */
  SumCount = 104,
  /** Number of allocations so far (u32). */
  Allocations = 108,
  /** Number of blocks that were freed by the event right after their allocation (u64). */
  Temporary = 112,
  /** Checksum of the sizes of all allocations so far; see `sumOfSizes` (u32). */
  SizeSum = 120,
  /** Size of the state in bytes. */
  Bytes = 128,
}

/** What is shown for a trace. */
export enum TracePlace {
  /** Id of the stack (u32). */
  Stack = 0,
  /** String code of the function (u32). */
  Func = 4,
  /** String code of the source file (u32). */
  File = 8,
  /** Line number (u32). */
  Line = 12,
  /** String code of the module (u32). */
  Module = 16,
  /** Size of the structure in bytes. */
  Bytes = 20,
}

/** Number of allocations whose sizes share one checksum, to be compared with interpreted data. */
export const SUM_ALLOCATIONS = 4096;

/** Factor of the low half of a size, and of the previous sum; see `sumOfSizes`. */
export const SUM_LOW = 2654435761;
/** Factor of the high half of a size. */
export const SUM_HIGH = 2246822519;

/** Why the loop stopped. */
export enum Stop {
  /** Too few bytes are left to be sure that a line is complete. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next line is not an ordinary allocation, free or trace. */
  Other = 2,
  /** The place of a trace is unknown. */
  Place = 3,
  /** There is no room for a trace. */
  Room = 4,
}
