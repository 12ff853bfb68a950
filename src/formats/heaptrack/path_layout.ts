/**
 * What backtraces (backtraces.ts) and their kernel (backtraces.part.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Backtraces, a tree whose nodes name instructions. */
export enum Paths {
  /** Backtraces by number, the first one is 1: `Trace` each (u32 address). */
  Traces = 0,
  /** How many there are (u32). */
  TraceCount = 4,
  /** How many there is room for (u32). */
  TraceRoom = 8,
  /** Instructions by number, `Instruction` each, the first one without frames (u32 address). */
  Instructions = 12,
  /** How many there are, with the first one (u32). */
  InstructionCount = 16,
  /** Frames of all instructions, `Frame` each (u32 address). */
  Frames = 20,
  /** Where the frames of a backtrace are written (u32 address of u32). */
  List = 24,
  /** Frames that there is room for (u32). */
  ListRoom = 28,
  /** The frame that the backtrace is shown as (u32). */
  Shown = 32,
  /** 1 where its outermost frames were left out (u32). */
  Cut = 36,
  /** Length of all. */
  Bytes = 40,
}

/** A backtrace. */
export enum Trace {
  /** Its innermost instruction; 0 where the line names none (u32). */
  Instruction = 0,
  /** The backtrace that led there, an earlier one; 0 = none (u32). */
  Parent = 4,
  /** Its number among those that were looked up, plus one; 0 = none (u32). */
  Known = 8,
  /** Length of one. */
  Bytes = 12,
}

/** An instruction. */
export enum Instruction {
  /** Its first frame (u32). */
  First = 0,
  /** How many it has (u32). */
  Count = 4,
  /** Length of one. */
  Bytes = 8,
}

/** A frame. */
export enum Frame {
  /** Its id in the pool (u32). */
  Id = 0,
  /** 1 where it is an allocator's, which no backtrace is shown as (u32). */
  Hidden = 4,
  /** Length of one. */
  Bytes = 8,
}

/** Frames per backtrace that are always kept; heaptrack records no more addresses than that, without inlined ones. */
export const FRAMES_PER_STACK = 64;

/** There is not room enough for the list. */
export const NO_ROOM = 4294967295;
