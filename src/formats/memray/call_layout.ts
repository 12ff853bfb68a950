/**
 * What Python stacks (call_stacks.ts) and their kernel (call_stacks.part.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** Where a thread is, and the nodes of all stacks. */
export enum Calls {
  /** Frames of the thread, outermost first, `Level` each (u32 address). */
  Levels = 0,
  /** Levels that there is room for (u32). */
  Room = 4,
  /** Frames that the thread is in (u32). */
  Depth = 8,
  /** Levels that follow from each other, `Depth` or more: a thread often enters again what it has left (u32). */
  Fresh = 12,
  /** The node of no frames (u32). */
  Root = 16,
  /** Frames by number, `Frame` each (u32 address). */
  Frames = 20,
  /** Numbers of frames, `Pair` by hash (u32 address). */
  Pairs = 24,
  /** Their number, a power of two, less one (u32). */
  PairMask = 28,
  /** See `PairMap` (u32). */
  PairFactor = 32,
  /** Nodes, `Node` each with its frames behind it; they are numbered by their places in words (u32 address). */
  Nodes = 36,
  /** Words in use (u32). */
  NodeEnd = 40,
  /** Words that there is room for (u32). */
  NodeRoom = 44,
  /** Nodes in the hash table (u32). */
  NodeCount = 48,
  /** Hash table of nodes, `Slot` each (u32 address). */
  Slots = 52,
  /** Their number, a power of two, less one (u32). */
  SlotMask = 56,
  /** Another one in each process: nobody can write a file in which nodes meet (u64). */
  Seed = 64,
  /** Length of all. */
  Bytes = 72,
}

/** A frame that a thread is in. */
export enum Level {
  /** Its number (u32). */
  Frame = 0,
  /** The node of the stack up to here; 0 where it is not known (u32). */
  Node = 4,
  /** Length of one. */
  Bytes = 8,
}

/** A Python frame. */
export enum Frame {
  /** Code of the function (u32). */
  Func = 0,
  /** Code of the source file (u32). */
  File = 4,
  /** Line in it (u32). */
  Line = 8,
  /** Length of one. */
  Bytes = 12,
}

/** A number by two others. */
export enum Pair {
  /** One of these (u32). */
  First = 0,
  /** The other one (u32). */
  Second = 4,
  /** The number plus one; 0 where the slot is empty (u32). */
  Value = 8,
  /** Length of one. */
  Bytes = 12,
}

/** The innermost frames of a stack, `CHUNK` at most, and the node of the others. */
export enum Node {
  /** The node of the frames further out, whose number is a multiple of `CHUNK` (u32). */
  Parent = 0,
  /** Id of the stack, or `UNKNOWN` (u32). */
  Stack = 4,
  /** Frames of its own, whose numbers follow (u32). */
  Count = 8,
  /** Length without these. */
  Bytes = 12,
}

/** A slot of the hash table of nodes: with the hash in it, most slots of others need no look at their nodes. */
export enum Slot {
  /** Hash of the node (u32). */
  Hash = 0,
  /** The node; 0 where the slot is empty (u32). */
  Node = 4,
  /** Length of one. */
  Bytes = 8,
}

/** Frames of a node: more make fewer nodes of deep stacks, and each node takes longer to compare. */
export const CHUNK = 16;

/** The frame of what has none. */
export const NO_FRAME = 0;

/** The stack of a node that nothing was allocated at; a node that there is no room for. */
export const UNKNOWN = 4294967295;

/** The node of no frames of threads other than the main one, and that of the main thread, whose outermost frames are memray's own. */
export const ROOT = 0;
/** See `ROOT`. */
export const MAIN_ROOT = 3;
/** Words that both take. */
export const ROOT_WORDS = 6;
