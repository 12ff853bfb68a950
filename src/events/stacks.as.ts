// Finds or adds backtraces, a block of lists at a time. A list is packed into 16-bit units if all its frame
// numbers fit, and is compared in 64-bit words that are padded with zeros.

import { cell32At } from "../memory/cells.part.as";
import { StackEntry, StackStoreState } from "./stack_layout";

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const WIDE: u64 = 0xffff_0000_ffff_0000;

/** Hash of the list that was packed last. */
let hash: u64 = 0;

@inline
function mix(word: u64): void {
  hash = (hash ^ word) * FACTOR;
  hash ^= hash >> 29;
}

/** Packs a list into 16-bit units; returns the end, or 0 if a frame number is too large. */
@inline
function packHalves(list: usize, depth: u32, to: usize): usize {
  const whole = list + ((<usize> (depth & ~3)) << 2), end = list + ((<usize> depth) << 2);
  let all: u64 = 0;
  for (; list < whole; list += 16, to += 8) {
    const first = load<u64>(list), second = load<u64>(list + 8);
    all |= first | second;
    const word = ((first | (first >> 16)) & 0xffff_ffff) | ((second | (second >> 16)) << 32);
    store<u64>(to, word);
    mix(word);
  }
  if (list < end) {
    let word: u64 = 0, shift: u64 = 0;
    for (; list < end; list += 4, shift += 16) {
      const frame = <u64> load<u32>(list);
      all |= frame;
      word |= frame << shift;
    }
    store<u64>(to, word);
    mix(word);
    to += 8;
  }
  return (all & WIDE) == 0 ? to : 0;
}

/** Packs a list into 32-bit words; returns the end. */
@inline
function packWords(list: usize, depth: u32, to: usize): usize {
  const whole = list + ((<usize> (depth & ~1)) << 2);
  for (; list < whole; list += 8, to += 8) {
    const word = load<u64>(list);
    store<u64>(to, word);
    mix(word);
  }
  if ((depth & 1) != 0) {
    const word = <u64> load<u32>(list);
    store<u64>(to, word);
    mix(word);
    to += 8;
  }
  return to;
}

/** Whether the words at `at` equal those of `list`, up to the end of `list`. */
@inline
function same(list: usize, end: usize, at: usize): bool {
  for (; list < end; list += 8, at += 8) {
    if (load<u64>(list) != load<u64>(at)) return false;
  }
  return true;
}

/**
 * Writes the ids of `count` consecutive lists, whose depths are given, to `ids`; returns how many were
 * processed. If there are fewer, there is no room for the next one in its page of lists, among the ids or in
 * the hash table.
 */
export function intern(s: usize, lists: usize, depths: usize, count: u32, ids: usize): u32 {
  const entries: usize = load<u32>(s, StackStoreState.Entries),
    slots: usize = load<u32>(s, StackStoreState.Slots);
  const room: u32 = load<u32>(s, StackStoreState.Room), mask: u32 = load<u32>(s, StackStoreState.Mask);
  const end: usize = load<u32>(s, StackStoreState.End);
  const seed = load<u64>(s, StackStoreState.Seed);
  let next: usize = load<u32>(s, StackStoreState.Next), inUse: u32 = load<u32>(s, StackStoreState.InUse);
  let used: u32 = load<u32>(s, StackStoreState.Count), free: u32 = load<u32>(s, StackStoreState.Free);
  let done: u32 = 0;
  for (; done < count; done++) {
    const depth = load<u32>(cell32At(depths, done));
    if (depth == 0) {
      store<u32>(cell32At(ids, done), 0);
      continue;
    }
    const bytes = (<usize> depth) << 2;
    // A list that is already stored would not need the room, but there nearly always is enough.
    if (end - next < bytes + 8 || (free == 0 && used == room) || (inUse << 1) + 2 > mask) break;
    hash = seed ^ depth;
    let wide: u32 = 0;
    let listEnd = packHalves(lists, depth, next);
    if (listEnd == 0) {
      hash = ~seed ^ depth;
      wide = 1;
      listEnd = packWords(lists, depth, next);
    }
    lists += bytes;
    const key = <u32> (hash >> 32);
    let slot = key & mask;
    let id: u32 = 0;
    for (;; slot = (slot + 1) & mask) {
      id = load<u32>(cell32At(slots, slot));
      if (id == 0) break;
      const entry = entries + (<usize> id) * StackEntry.Bytes;
      if (load<u32>(entry, StackEntry.Hash) != key || load<u32>(entry, StackEntry.Depth) != depth) continue;
      const place = load<u32>(entry, StackEntry.Place);
      if ((place & 1) == wide && same(next, listEnd, (<usize> (place - wide)) << 2)) break;
    }
    if (id == 0) {
      if (free != 0) {
        id = free;
        free = load<u32>(entries + (<usize> id) * StackEntry.Bytes, StackEntry.Place);
      } else id = used++;
      const entry = entries + (<usize> id) * StackEntry.Bytes;
      store<u32>(entry, <u32> (next >> 2) | wide, StackEntry.Place);
      store<u32>(entry, depth, StackEntry.Depth);
      store<u32>(entry, key, StackEntry.Hash);
      store<u32>(entry, 0, StackEntry.Holders);
      store<u32>(cell32At(slots, slot), id);
      inUse++;
      next = listEnd;
    }
    store<u32>(cell32At(ids, done), id);
  }
  store<u32>(s, <u32> next, StackStoreState.Next);
  store<u32>(s, inUse, StackStoreState.InUse);
  store<u32>(s, used, StackStoreState.Count);
  store<u32>(s, free, StackStoreState.Free);
  return done;
}

/** Inserts all stacks into the empty hash table. */
export function fillSlots(s: usize): void {
  const slots: usize = load<u32>(s, StackStoreState.Slots);
  const mask: u32 = load<u32>(s, StackStoreState.Mask), count: u32 = load<u32>(s, StackStoreState.Count);
  let entry: usize = load<u32>(s, StackStoreState.Entries);
  for (let id: u32 = 0; id < count; id++, entry += StackEntry.Bytes) {
    if (load<u32>(entry, StackEntry.Depth) == 0) continue;
    let slot = load<u32>(entry, StackEntry.Hash) & mask;
    while (load<u32>(cell32At(slots, slot)) != 0) slot = (slot + 1) & mask;
    store<u32>(cell32At(slots, slot), id);
  }
}
