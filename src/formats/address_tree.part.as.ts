// Trees of addresses, as recorders of native stacks write them. Only nodes that an allocation refers to
// become stacks.

import { cell32At } from "../memory/cells.part.as";
import { Address, HIDDEN, MissingPart, Tree, TreeNode, UNKNOWN_NODE } from "./address_layout";

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/** Returns the node with this number. */
@inline
function nodeAt(t: usize, number: u32): usize {
  return <usize> load<u32>(t, Tree.Nodes) + (<usize> (number - 1)) * TreeNode.Bytes;
}

@inline
function slotOf(t: usize, value: u64): u32 {
  let hash = (value ^ load<u64>(t, Tree.Seed)) * FACTOR;
  hash = (hash ^ (hash >> 29)) * FACTOR;
  return <u32> (hash >> 32);
}

/**
 * Returns the number of an address, which is added if it is new; `UNKNOWN_NODE` if there is no room for it.
 */
@inline
function addressOf(t: usize, value: u64): u32 {
  const addresses: usize = load<u32>(t, Tree.Addresses), slots: usize = load<u32>(t, Tree.Slots);
  const mask = load<u32>(t, Tree.SlotMask);
  let slot = slotOf(t, value) & mask;
  let known = load<u32>(cell32At(slots, slot));
  while (known != 0) {
    if (load<u64>(addresses + (<usize> (known - 1)) * Address.Bytes, Address.Value) == value) {
      return known - 1;
    }
    slot = (slot + 1) & mask;
    known = load<u32>(cell32At(slots, slot));
  }
  const count = load<u32>(t, Tree.AddressCount);
  if (count == load<u32>(t, Tree.AddressRoom) || (count << 1) >= mask) return UNKNOWN_NODE;
  const address = addresses + (<usize> count) * Address.Bytes;
  store<u64>(address, value, Address.Value);
  store<u32>(address, 0, Address.Generation);
  store<u32>(cell32At(slots, slot), count + 1);
  store<u32>(t, count + 1, Tree.AddressCount);
  return count;
}

/** Adds a node; returns false if there is no room for it. A node with an unknown parent becomes a root. */
@inline
export function addTreeNode(t: usize, value: u64, parent: u32): bool {
  const count = load<u32>(t, Tree.NodeCount);
  if (count == load<u32>(t, Tree.NodeRoom)) return false;
  const address = addressOf(t, value);
  if (address == UNKNOWN_NODE) return false;
  store<u32>(t, count + 1, Tree.NodeCount);
  const node = nodeAt(t, count + 1);
  store<u32>(node, address, TreeNode.Address);
  store<u32>(node, parent <= count ? parent : 0, TreeNode.Parent);
  store<u32>(node, 0, TreeNode.Generation);
  return true;
}

/**
 * Returns the value that the reader stored for a node; `UNKNOWN_NODE` if it has to look up the node first.
 */
@inline
export function storedValueOf(t: usize, number: u32): u32 {
  const node = nodeAt(t, number);
  return load<u32>(node, TreeNode.Generation) == load<u32>(t, Tree.Generation)
    ? load<u32>(node, TreeNode.Known)
    : UNKNOWN_NODE;
}

/**
 * Writes the frames of a stack, starting at the node `Next`: at most `most`, except that a short stack is
 * always complete. Returns why the list is incomplete.
 */
export function listTreeFrames(t: usize, most: u32): u32 {
  const addresses: usize = load<u32>(t, Tree.Addresses), frames: usize = load<u32>(t, Tree.Frames);
  const list: usize = load<u32>(t, Tree.List);
  const room = load<u32>(t, Tree.ListRoom), generation = load<u32>(t, Tree.Generation);
  const least = load<u32>(t, Tree.Least);
  let next = load<u32>(t, Tree.Next), depth = load<u32>(t, Tree.Depth), shown = load<u32>(t, Tree.Shown);
  let lack: u32 = MissingPart.Nothing;
  while (next != 0) {
    const node = nodeAt(t, next);
    const address = addresses + (<usize> load<u32>(node, TreeNode.Address)) * Address.Bytes;
    if (load<u32>(address, Address.Generation) != generation) {
      // Dropped frames need no names.
      if (depth >= least && most <= depth) {
        store<u32>(t, 1, Tree.Cut);
        break;
      }
      lack = MissingPart.Names;
      break;
    }
    const count = load<u32>(address, Address.Count);
    if (depth >= least && most < depth + count) {
      store<u32>(t, 1, Tree.Cut);
      break;
    }
    if (depth + count > room) {
      lack = MissingPart.Room;
      break;
    }
    const first = load<u32>(address, Address.First);
    for (let each: u32 = 0; each < count; each++) {
      const frame = load<u32>(cell32At(frames, first + each));
      const id = frame & ~(<u32> HIDDEN);
      if (shown == 0 && id == frame) shown = id;
      store<u32>(cell32At(list, depth + each), id);
    }
    depth += count;
    next = load<u32>(node, TreeNode.Parent);
  }
  store<u32>(t, depth, Tree.Depth);
  store<u32>(t, next, Tree.Next);
  store<u32>(t, shown, Tree.Shown);
  return lack;
}

/** Inserts all addresses into the empty hash table. */
export function fillAddressSlots(t: usize): void {
  const slots: usize = load<u32>(t, Tree.Slots), addresses: usize = load<u32>(t, Tree.Addresses);
  const mask = load<u32>(t, Tree.SlotMask), count = load<u32>(t, Tree.AddressCount);
  for (let each: u32 = 0; each < count; each++) {
    let slot = slotOf(t, load<u64>(addresses + (<usize> each) * Address.Bytes, Address.Value)) & mask;
    while (load<u32>(cell32At(slots, slot)) != 0) slot = (slot + 1) & mask;
    store<u32>(cell32At(slots, slot), each + 1);
  }
}
