/**
 * Structures that backtraces (backtraces.ts) share with their kernel (backtraces.part.as.ts): offsets in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Backtraces: a tree whose nodes refer to instructions. */
export enum BacktraceTree {
  /** Backtraces by number, beginning at 1: a `Trace` each (u32 address). */
  Traces = 0,
  /** Number of backtraces (u32). */
  TraceCount = 4,
  /** Capacity in backtraces (u32). */
  TraceRoom = 8,
  /** Instructions by number, an `Instruction` each; the first one has no frames (u32 address). */
  Instructions = 12,
  /** Number of instructions, including the first one (u32). */
  InstructionCount = 16,
  /** Frames of all instructions, a `Frame` each (u32 address). */
  Frames = 20,
  /** Budget of frames beyond those that each backtrace may have; signed (u64). */
  Spare = 24,
  /** 1 if the outermost frames of a backtrace were dropped (u32). */
  Cut = 32,
  /** Size of the structure in bytes. */
  Bytes = 40,
}

/** A backtrace. */
export enum Trace {
  /** Innermost instruction, or 0; or `HAS_KIND` and the entry of the first kind that refers to the backtrace (u32). */
  Instruction = 0,
  /** The calling backtrace, an earlier one; 0 if there is none (u32). */
  Parent = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** Bit of backtraces that a kind refers to; the kind then stores their instruction. */
export const HAS_KIND = 2147483648;

/** An instruction. */
export enum Instruction {
  /** Index of its first frame (u32). */
  First = 0,
  /** Number of its frames (u32). */
  Count = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** A frame. */
export enum Frame {
  /** Id of the frame in the pool (u32). */
  Id = 0,
  /** 1 if it belongs to an allocator; no backtrace is shown as such a frame (u32). */
  Hidden = 4,
  /** String code of the function (u32). */
  Func = 8,
  /** String code of the source file (u32). */
  File = 12,
  /** Line number (u32). */
  Line = 16,
  /** String code of the module (u32). */
  Module = 20,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/**
 * Number of frames of a backtrace that are always kept; heaptrack records at most this many addresses, not
 * counting inlined functions.
 */
export const FRAMES_PER_STACK = 64;

/** Means that the list is full. */
export const NO_ROOM = 4294967295;
