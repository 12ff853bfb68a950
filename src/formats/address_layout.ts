/**
 * Structures that trees of addresses (address_tree.ts) share with their kernel (address_tree.part.as.ts): offsets
 * in bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** A tree of calls and their addresses. */
export enum Tree {
  /** Nodes by number, beginning at 1: a `TreeNode` each (u32 address). */
  Nodes = 0,
  /** Number of entries in the list above (u32). */
  NodeCount = 4,
  /** Capacity of the list above, in entries (u32). */
  NodeRoom = 8,
  /** Cached data of nodes and addresses is valid only if it has this generation; 1 at first (u32). */
  Generation = 12,
  /** Addresses, an `Address` each (u32 address). */
  Addresses = 16,
  /** Number of entries in the list above (u32). */
  AddressCount = 20,
  /** Capacity of the list above, in entries (u32). */
  AddressRoom = 24,
  /** Hash table of address numbers plus one (u32 address of u32). */
  Slots = 28,
  /** Number of slots minus one; the number is a power of two (u32). */
  SlotMask = 32,
  /** Frames of all addresses in the pool; some have the bit `HIDDEN` (u32 address of u32). */
  Frames = 36,
  /** Where the frames of a stack are written (u32 address of u32). */
  List = 40,
  /** Capacity in frames (u32). */
  ListRoom = 44,
  /** Number of frames of a stack that are always kept (u32). */
  Least = 48,
  /** Number of frames written (u32). */
  Depth = 52,
  /** The next node; 0 if there is none (u32). */
  Next = 56,
  /** Innermost visible frame, or 0 if none has been found yet (u32). */
  Shown = 60,
  /** 1 if frames were dropped (u32). */
  Cut = 64,
  /** Random seed of the hash, so that no file can be crafted to make addresses collide (u64). */
  Seed = 72,
  /** Size of the structure in bytes. */
  Bytes = 80,
}

/** A call. */
export enum TreeNode {
  /** Number of the address (u32). */
  Address = 0,
  /** The calling node, an earlier one; 0 if there is none (u32). */
  Parent = 4,
  /** Number that the reader has stored for the node (u32). */
  Known = 8,
  /** Generation of the stored number; 0 if there is none yet (u32). */
  Generation = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** An address. */
export enum Address {
  /** The address (u64). */
  Value = 0,
  /** Index of its first frame (u32). */
  First = 8,
  /** Number of its frames, including functions inlined there (u32). */
  Count = 12,
  /** Generation of its frames; 0 if they are unknown (u32). */
  Generation = 16,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/** Why the list of a stack is incomplete. */
export enum MissingPart {
  /** Nothing is missing: the list is complete. */
  Nothing = 0,
  /** The frames of the next address are unknown. */
  Names = 1,
  /** The list is full. */
  Room = 2,
}

/** Marks frames that are hidden in stacks. */
export const HIDDEN = 2147483648;

/** Means that nothing is stored for a node. */
export const UNKNOWN_NODE = 4294967295;
