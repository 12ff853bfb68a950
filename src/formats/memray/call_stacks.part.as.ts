// Python stacks. The frames of a thread are a list; a node is looked up only for an allocation, so that
// frames without allocations cost nothing. A node is a run of up to CHUNK frames that begins at a multiple of
// CHUNK levels, with a parent node.

import { cell32At } from "../../memory/cells.part.as";
import { Calls, CHUNK, Frame, Level, Node, Pair, Slot, ThreadCalls, UNKNOWN } from "./call_layout";

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/** Bytes of the fields from `Levels` to `Root`. */
const STACK_BYTES: usize = 20;

/** Looks up the frame number of a pair of numbers; `UNKNOWN` if there is none. `PairMap` fills the table. */
@inline
export function frameOf(c: usize, first: u32, second: u32): u32 {
  const pairs: usize = load<u32>(c, Calls.Pairs);
  const mask = load<u32>(c, Calls.PairMask);
  let hash: u32 = (first ^ (second * 0x85eb_ca6b)) * load<u32>(c, Calls.PairFactor);
  hash = (hash ^ (hash >> 15)) * 0x2c1b_3c6d;
  let slot: u32 = (hash ^ (hash >> 13)) & mask;
  let pair = pairs + (<usize> slot) * Pair.Bytes;
  while (load<u32>(pair, Pair.Value) != 0) {
    if (load<u32>(pair, Pair.First) == first && load<u32>(pair, Pair.Second) == second) break;
    slot = (slot + 1) & mask;
    pair = pairs + (<usize> slot) * Pair.Bytes;
  }
  // 0 - 1 is UNKNOWN.
  return load<u32>(pair, Pair.Value) - 1;
}

/** The slot of a thread, or the empty one where it belongs. */
@inline
function threadSlot(c: usize, id: u64): usize {
  let hash = (load<u64>(c, Calls.Seed) ^ id) * FACTOR;
  hash = (hash ^ (hash >> 29)) * FACTOR;
  const threads: usize = load<u32>(c, Calls.Threads), mask = load<u32>(c, Calls.ThreadMask);
  let at = <u32> (hash >> 32);
  let slot = cell32At(threads, at & mask);
  while (load<u32>(slot) != 0 && load<u64>(<usize> load<u32>(slot), ThreadCalls.Id) != id) {
    at++;
    slot = cell32At(threads, at & mask);
  }
  return slot;
}

/** Inserts a thread into the hash table, which has room for it. */
export function insertThread(c: usize, thread: usize): void {
  store<u32>(threadSlot(c, load<u64>(thread, ThreadCalls.Id)), <u32> thread);
}

/** Makes another thread current: saves the stack of the old one and loads its own; returns false if it is unknown. */
@inline
export function makeCurrent(c: usize, id: u64): bool {
  const next: usize = load<u32>(threadSlot(c, id));
  if (next == 0) return false;
  const before: usize = load<u32>(c, Calls.Thread);
  // The fields of the stack come first in both structures.
  for (let at: usize = 0; at < STACK_BYTES; at += 4) {
    store<u32>(before + at, load<u32>(c + at));
    store<u32>(c + at, load<u32>(next + at));
  }
  store<u32>(c, <u32> next, Calls.Thread);
  return true;
}

/** The innermost level. */
@inline
export function innermost(c: usize): usize {
  return <usize> load<u32>(c, Calls.Levels) + ((<usize> load<u32>(c, Calls.Depth)) - 1) * Level.Bytes;
}

/** Address of the copy of a level's frame number; the copies of all levels follow each other. */
@inline
function numberAt(c: usize, level: u32): usize {
  const numbers = <usize> load<u32>(c, Calls.Levels) + (<usize> load<u32>(c, Calls.Room)) * Level.Bytes;
  return cell32At(numbers, level);
}

/** Enters a frame; returns false if there is no room. */
@inline
export function enterFrame(c: usize, frame: u32): bool {
  const depth = load<u32>(c, Calls.Depth);
  const level = <usize> load<u32>(c, Calls.Levels) + (<usize> depth) * Level.Bytes;
  if (depth < load<u32>(c, Calls.Fresh)) {
    // The levels up to here still belong to the same stack.
    if (load<u32>(level, Level.Frame) == frame) {
      store<u32>(c, depth + 1, Calls.Depth);
      return true;
    }
  } else if (depth == load<u32>(c, Calls.Room)) return false;
  store<u32>(level, frame, Level.Frame);
  store<u32>(level, 0, Level.Node);
  store<u64>(level, 0, Level.Hash);
  store<u32>(numberAt(c, depth), frame);
  store<u32>(c, depth + 1, Calls.Depth);
  store<u32>(c, depth + 1, Calls.Fresh);
  return true;
}

/** Leaves this many frames; returns false if there are fewer. */
@inline
export function leaveFrames(c: usize, count: u32): bool {
  const depth = load<u32>(c, Calls.Depth);
  if (count > depth) return false;
  store<u32>(c, depth - count, Calls.Depth);
  return true;
}

/** The node of the current stack of the thread; `UNKNOWN` if there is no room for it. */
@inline
export function currentNode(c: usize): u32 {
  const depth = load<u32>(c, Calls.Depth);
  if (depth == 0) return load<u32>(c, Calls.Root);
  const node = load<u32>(innermost(c), Level.Node);
  return node != 0 ? node : findNode(c, depth);
}

/** Finds or adds the unknown nodes up to a depth. */
function findNode(c: usize, depth: u32): u32 {
  const levels: usize = load<u32>(c, Calls.Levels);
  let from: u32 = (depth - 1) / CHUNK * CHUNK;
  let node: u32 = 0;
  for (; from > 0; from -= CHUNK) {
    node = load<u32>(levels + (<usize> (from - 1)) * Level.Bytes, Level.Node);
    if (node != 0) break;
  }
  if (from == 0) node = load<u32>(c, Calls.Root);
  while (from < depth) {
    const to: u32 = min(from + CHUNK, depth);
    node = childOf(c, node, from, to - from);
    if (node == UNKNOWN) return UNKNOWN;
    store<u32>(levels + (<usize> (to - 1)) * Level.Bytes, node, Level.Node);
    from = to;
  }
  return node;
}

/** Whether a node has this parent and these frames. */
@inline
function isNode(node: usize, parent: u32, numbers: usize, count: u32): bool {
  if (load<u32>(node, Node.Parent) != parent || load<u32>(node, Node.Count) != count) return false;
  const own = node + Node.Bytes;
  if (count < 4) {
    for (let i: u32 = 0; i < count; i++) {
      if (load<u32>(cell32At(own, i)) != load<u32>(cell32At(numbers, i))) return false;
    }
    return true;
  }
  // Four at a time; some of the last four have been compared before.
  for (let i: u32 = 0; i + 4 < count; i += 4) {
    if (areOther(own, numbers, i)) return false;
  }
  return !areOther(own, numbers, count - 4);
}

@inline
function areOther(own: usize, numbers: usize, i: u32): bool {
  return v128.any_true(v128.xor(v128.load(cell32At(own, i)), v128.load(cell32At(numbers, i))));
}

/** The hash of `count` frames after a node. The levels keep it, since most stacks differ in few frames from the one before. */
@inline
function hashOfLevels(c: usize, parent: u32, level: usize, count: u32): u64 {
  let known = count - 1;
  while (known > 0 && load<u64>(level + (<usize> (known - 1)) * Level.Bytes, Level.Hash) == 0) known--;
  let at = level + (<usize> known) * Level.Bytes;
  let hash = known == 0 ? load<u64>(c, Calls.Seed) ^ parent : load<u64>(at - Level.Bytes, Level.Hash);
  for (const end = level + (<usize> count) * Level.Bytes; at < end; at += Level.Bytes) {
    hash = (hash ^ load<u32>(at, Level.Frame)) * FACTOR;
    hash ^= hash >> 29;
    store<u64>(at, hash, Level.Hash);
  }
  return hash;
}

/** The node with this parent and `count` frames from a level on; `UNKNOWN` if there is no room for it. */
function childOf(c: usize, parent: u32, from: u32, count: u32): u32 {
  const hash = hashOfLevels(
    c,
    parent,
    <usize> load<u32>(c, Calls.Levels) + (<usize> from) * Level.Bytes,
    count,
  );
  const numbers = numberAt(c, from);
  const key = <u32> (hash >> 32);
  const slots: usize = load<u32>(c, Calls.Slots), nodes: usize = load<u32>(c, Calls.Nodes);
  const mask = load<u32>(c, Calls.SlotMask);
  let slot = slots + (<usize> (key & mask)) * Slot.Bytes;
  for (let at = key;;) {
    const known = load<u32>(slot, Slot.Node);
    if (known == 0) break;
    if (load<u32>(slot, Slot.Hash) == key && isNode(cell32At(nodes, known), parent, numbers, count)) {
      return known;
    }
    at++;
    slot = slots + (<usize> (at & mask)) * Slot.Bytes;
  }
  const made = load<u32>(c, Calls.NodeEnd);
  const nodeEnd: u32 = made + Node.Bytes / 4 + count;
  const inUse: u32 = load<u32>(c, Calls.NodeCount) + 1;
  if (nodeEnd > load<u32>(c, Calls.NodeRoom) || (inUse << 1) > mask) return UNKNOWN;
  const node = cell32At(nodes, made);
  store<u32>(node, parent, Node.Parent);
  store<u32>(node, UNKNOWN, Node.Stack);
  store<u32>(node, count, Node.Count);
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(cell32At(node + Node.Bytes, i), load<u32>(cell32At(numbers, i)));
  }
  store<u32>(slot, key, Slot.Hash);
  store<u32>(slot, made, Slot.Node);
  store<u32>(c, nodeEnd, Calls.NodeEnd);
  store<u32>(c, inUse, Calls.NodeCount);
  return made;
}

/**
 * Lists the ids of the innermost `count` frames, from the frame `at` on; returns the number of the first frame that
 * has no id yet, or `count`.
 */
export function listIds(c: usize, list: usize, at: u32, count: u32): u32 {
  const frames = <usize> load<u32>(c, Calls.Frames);
  let number = numberAt(c, load<u32>(c, Calls.Depth) - 1 - at);
  for (; at < count; at++, number -= 4) {
    const id = load<u32>(frames + (<usize> load<u32>(number)) * Frame.Bytes, Frame.Id);
    if (id == UNKNOWN) return at;
    store<u32>(cell32At(list, at), id);
  }
  return count;
}

/** Inserts the nodes of a hash table with this many slots into the current one, which is empty. */
export function moveNodes(c: usize, from: usize, count: u32): void {
  const slots: usize = load<u32>(c, Calls.Slots);
  const mask = load<u32>(c, Calls.SlotMask);
  for (const end = from + (<usize> count) * Slot.Bytes; from < end; from += Slot.Bytes) {
    if (load<u32>(from, Slot.Node) == 0) continue;
    let at = load<u32>(from, Slot.Hash);
    while (load<u32>(slots + (<usize> (at & mask)) * Slot.Bytes, Slot.Node) != 0) at++;
    store<u64>(slots + (<usize> (at & mask)) * Slot.Bytes, load<u64>(from));
  }
}
