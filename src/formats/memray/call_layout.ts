/**
 * Structures that Python stacks (call_stacks.ts) share with their kernel (call_stacks.part.as.ts): offsets in
 * bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** The current thread and its stack, and the nodes of all stacks. The first five fields are those of `ThreadCalls`. */
export enum Calls {
  /** Frames of the thread, outermost first, a `Level` each, then their numbers (u32 address). */
  Levels = 0,
  /** Capacity in levels (u32). */
  Room = 4,
  /** Current depth of the thread (u32). */
  Depth = 8,
  /**
   * Number of valid levels, at least `Depth`: levels just left are kept, since their frames are often entered again
   * (u32).
   */
  Fresh = 12,
  /** The node without frames (u32). */
  Root = 16,
  /** Frames by number, a `Frame` each (u32 address). */
  Frames = 20,
  /** Hash table of frame numbers, a `Pair` each (u32 address). */
  Pairs = 24,
  /** Number of slots minus one; the number is a power of two (u32). */
  PairMask = 28,
  /** Odd factor of the hash of `Pairs`, random for each process (u32). */
  PairFactor = 32,
  /** Nodes, a `Node` each, followed by its frames. Their numbers are their offsets in words (u32 address). */
  Nodes = 36,
  /** Number of words in use (u32). */
  NodeEnd = 40,
  /** Capacity in words (u32). */
  NodeRoom = 44,
  /** Number of nodes in the hash table (u32). */
  NodeCount = 48,
  /** Hash table of nodes, a `Slot` each (u32 address). */
  Slots = 52,
  /** Number of slots minus one; the number is a power of two (u32). */
  SlotMask = 56,
  /** Random seed of the hash, so that no file can be crafted to make nodes collide (u64). */
  Seed = 64,
  /** The current thread, a `ThreadCalls` (u32 address). */
  Thread = 72,
  /** Hash table of threads: the address of a `ThreadCalls` in each slot, or 0 (u32 address). */
  Threads = 76,
  /** Number of slots minus one; the number is a power of two (u32). */
  ThreadMask = 80,
  /** Size of the structure in bytes. */
  Bytes = 88,
}

/** A thread; while it is current, its stack is that of `Calls`. */
export enum ThreadCalls {
  /** Frames of the thread, outermost first, a `Level` each, then their numbers (u32 address). */
  Levels = 0,
  /** Capacity in levels (u32). */
  Room = 4,
  /** Current depth (u32). */
  Depth = 8,
  /** Number of valid levels, at least `Depth` (u32). */
  Fresh = 12,
  /** The node without frames (u32). */
  Root = 16,
  /** Number of the thread in the file (u64). */
  Id = 24,
  /** Size of the structure in bytes. */
  Bytes = 32,
}

/** A frame on the current stack of a thread. */
export enum Level {
  /** Number of the frame (u32). */
  Frame = 0,
  /** The node of the stack up to here; 0 if unknown (u32). */
  Node = 4,
  /** Hash of the frames up to here in the run that begins at a multiple of `CHUNK`; 0 if unknown (u64). */
  Hash = 8,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/**
 * Bytes per level: a `Level`, and a copy of its frame number. The copies follow all levels, so that four can be
 * compared at once.
 */
export const LEVEL_BYTES = 20;

/** A Python frame. */
export enum Frame {
  /** String code of the function's name (u32). */
  Func = 0,
  /** String code of the source file (u32). */
  File = 4,
  /** Line number (u32). */
  Line = 8,
  /** Id of the frame in the stack pool, or `UNKNOWN` before its first use (u32). */
  Id = 12,
  /** Size of the structure in bytes, a multiple of the size of a vector. */
  Bytes = 16,
}

/** Maps a pair of numbers to a number. */
export enum Pair {
  /** The first number of the pair (u32). */
  First = 0,
  /** The second number of the pair (u32). */
  Second = 4,
  /** The number that the pair maps to, plus one; 0 if the slot is empty (u32). */
  Value = 8,
  /** Size of the structure in bytes. */
  Bytes = 12,
}

/** A run of at most `CHUNK` frames of a stack, with a node for the outer frames. */
export enum Node {
  /** The node of the outer frames, whose number is a multiple of `CHUNK` (u32). */
  Parent = 0,
  /** Id of the stack, or `UNKNOWN` (u32). */
  Stack = 4,
  /** Number of frames of the node; their numbers follow (u32). */
  Count = 8,
  /** Size in bytes without the frames. */
  Bytes = 12,
}

/** A slot of the hash table of nodes. It contains the hash, so that most look-ups need not read other nodes. */
export enum Slot {
  /** Hash of the node (u32). */
  Hash = 0,
  /** The node; 0 if the slot is empty (u32). */
  Node = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** Maximum frames of a node: a larger number gives fewer nodes for deep stacks, but each takes longer to compare. */
export const CHUNK = 16;

/** The frame number that means no frame. */
export const NO_FRAME = 0;

/** The stack of a node without allocations, or a node that does not fit. */
export const UNKNOWN = 4294967295;

/**
 * The node without frames for threads other than the main thread. `MAIN_ROOT` is that of the main thread,
 * whose outermost frames belong to memray.
 */
export const ROOT = 0;
/** The node without frames for the main thread; see `ROOT`. */
export const MAIN_ROOT = 3;
/** Words that both roots need. */
export const ROOT_WORDS = 6;
