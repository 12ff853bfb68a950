/**
 * What native stacks (native_tree.ts) and their kernel (native_stacks.part.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A tree of native frames, and the addresses that they are at. */
export enum Natives {
  /** Frames by number, the first one is 1: `NativeFrame` each (u32 address). */
  Frames = 0,
  /** How many there are (u32). */
  FrameCount = 4,
  /** How many there is room for (u32). */
  FrameRoom = 8,
  /** Which list of modules is at hand (u32). */
  Generation = 12,
  /** Addresses, `Place` each (u32 address). */
  Places = 16,
  /** How many there are (u32). */
  PlaceCount = 20,
  /** How many there is room for (u32). */
  PlaceRoom = 24,
  /** Hash table of the numbers of addresses plus one (u32 address of u32). */
  Slots = 28,
  /** Its length, a power of two, less one (u32). */
  SlotMask = 32,
  /** Frames of all addresses in the pool (u32 address of u32). */
  Ids = 36,
  /** Where the frames of a stack are written (u32 address of u32). */
  List = 40,
  /** Frames that there is room for (u32). */
  ListRoom = 44,
  /** Frames that are written (u32). */
  Depth = 48,
  /** The native frame that comes next; 0 = none (u32). */
  Next = 52,
  /** 1 where frames were left out (u32). */
  Cut = 56,
  /** Another one in each process: nobody can write a file in which addresses meet (u64). */
  Seed = 64,
  /** Length of all. */
  Bytes = 72,
}

/** A native frame. */
export enum NativeFrame {
  /** Number of its address (u32). */
  Place = 0,
  /** The frame that called, an earlier one; 0 = none (u32). */
  Parent = 4,
  /** Id of its stack (u32). */
  Stack = 8,
  /** The modules that the stack was made with; 0 where there is none yet (u32). */
  Generation = 12,
  /** Length of one. */
  Bytes = 16,
}

/** An address. */
export enum Place {
  /** The address (u64). */
  Address = 0,
  /** Its first frame in the pool (u32). */
  First = 8,
  /** How many it has, with functions that were inlined there (u32). */
  Count = 12,
  /** The modules that they are of; 0 where they are not known yet (u32). */
  Generation = 16,
  /** Length of one. */
  Bytes = 24,
}

/** Why the list of a stack is not done. */
export enum Lack {
  /** It is. */
  Nothing = 0,
  /** The frames of the address that comes next are not known. */
  Names = 1,
  /** The list is too short. */
  Room = 2,
}

/** Frames per stack that are always kept. */
export const FRAMES_PER_STACK = 256;
