/**
 * Structures that trees of addresses (address_tree.ts) share with their kernel (address_tree.part.as.ts): offsets
 * in bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** A tree of calls, with a return address in each node. */
export enum Tree {
  /** The nodes, a `TreeNode` each; numbers start at 1 (u32 address). */
  Nodes = 0,
  /** Number of nodes (u32). */
  NodeCount = 4,
  /** Capacity in nodes (u32). */
  NodeRoom = 8,
  /**
   * Current generation: cached data of nodes and addresses is valid only if it has this number; starts at 1
   * (u32).
   */
  Generation = 12,
  /** The addresses of all nodes, an `Address` each (u32 address). */
  Addresses = 16,
  /** Number of addresses (u32). */
  AddressCount = 20,
  /** Capacity in addresses (u32). */
  AddressRoom = 24,
  /** Hash table of address numbers plus one (u32 address of u32). */
  Slots = 28,
  /** Number of slots minus one; the number is a power of two (u32). */
  SlotMask = 32,
  /** Frames of all addresses: ids in the pool, some with the bit `HIDDEN` (u32 address of u32). */
  Frames = 36,
  /** Receives the frames of a stack (u32 address of u32). */
  List = 40,
  /** Capacity in frames (u32). */
  ListRoom = 44,
  /** This many frames of a stack are always kept (u32). */
  Least = 48,
  /** Number of frames written to the list (u32). */
  Depth = 52,
  /** The next node to list; 0 if there is none (u32). */
  Next = 56,
  /** Innermost frame that is not hidden; 0 if none has been found yet (u32). */
  Shown = 60,
  /** 1 if frames were dropped (u32). */
  Cut = 64,
  /** Random seed of the hash, so that no file can be crafted to make addresses collide (u64). */
  Seed = 72,
  /** Size of the structure in bytes. */
  Bytes = 80,
}

/** A node of the tree: a call with its return address. */
export enum TreeNode {
  /** Number of the address (u32). */
  Address = 0,
  /** The calling node, an earlier one; 0 if there is none (u32). */
  Parent = 4,
  /** Value that the reader stored for the node, such as its stack id (u32). */
  Known = 8,
  /** Generation of the stored value; 0 if there is none (u32). */
  Generation = 12,
  /** Size of the structure in bytes. */
  Bytes = 16,
}

/** A return address, and the frames found there. */
export enum Address {
  /** The address (u64). */
  Value = 0,
  /** Index of the first frame at the address (u32). */
  First = 8,
  /** Number of its frames, including functions inlined there (u32). */
  Count = 12,
  /** Generation of its frames; 0 if they are unknown (u32). */
  Generation = 16,
  /** Size of the structure in bytes. */
  Bytes = 24,
}

/** What the list of a stack's frames lacks. */
export enum MissingPart {
  /** Nothing is missing: the list is complete. */
  Nothing = 0,
  /** The frames of the next address must be looked up first. */
  Names = 1,
  /** The list is full. */
  Room = 2,
}

/** Marks frames that are hidden in stacks. */
export const HIDDEN = 2147483648;

/** Means that no value is stored for a node. */
export const UNKNOWN_NODE = 4294967295;
