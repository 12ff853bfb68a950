/**
 * What trees of addresses (address_tree.ts) and their kernel (address_tree.part.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A tree of calls, and the addresses that they are at. */
export enum Tree {
  /** Nodes by number, the first one is 1: `TreeNode` each (u32 address). */
  Nodes = 0,
  /** How many there are (u32). */
  NodeCount = 4,
  /** How many there is room for (u32). */
  NodeRoom = 8,
  /** What is known of nodes and addresses counts while this stays as it is; 1 at first (u32). */
  Generation = 12,
  /** Addresses, `Address` each (u32 address). */
  Addresses = 16,
  /** How many there are (u32). */
  AddressCount = 20,
  /** How many there is room for (u32). */
  AddressRoom = 24,
  /** Hash table of the numbers of addresses plus one (u32 address of u32). */
  Slots = 28,
  /** Its length, a power of two, less one (u32). */
  SlotMask = 32,
  /** Frames of all addresses in the pool, some of them with `HIDDEN` (u32 address of u32). */
  Frames = 36,
  /** Where the frames of a stack are written (u32 address of u32). */
  List = 40,
  /** Frames that there is room for (u32). */
  ListRoom = 44,
  /** Frames that are always kept of a stack (u32). */
  Least = 48,
  /** Frames that are written (u32). */
  Depth = 52,
  /** The node that comes next; 0 = none (u32). */
  Next = 56,
  /** The innermost frame that is not hidden; 0 = none so far (u32). */
  Shown = 60,
  /** 1 where frames were left out (u32). */
  Cut = 64,
  /** Another one in each process: nobody can write a file in which addresses meet (u64). */
  Seed = 72,
  /** Length of all. */
  Bytes = 80,
}

/** A call. */
export enum TreeNode {
  /** Number of its address (u32). */
  Address = 0,
  /** The call further out, an earlier one; 0 = none (u32). */
  Parent = 4,
  /** What the reader keeps of it (u32). */
  Known = 8,
  /** The generation that this is of; 0 where there is nothing yet (u32). */
  Generation = 12,
  /** Length of one. */
  Bytes = 16,
}

/** An address. */
export enum Address {
  /** The address (u64). */
  Value = 0,
  /** Its first frame (u32). */
  First = 8,
  /** How many it has, with functions that were inlined there (u32). */
  Count = 12,
  /** The generation that they are of; 0 where they are not known yet (u32). */
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

/** Bit of a frame that no stack is shown as. */
export const HIDDEN = 2147483648;

/** Nothing is known of a node. */
export const UNKNOWN_NODE = 4294967295;
