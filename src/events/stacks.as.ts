// Finds or adds backtraces, a block of lists at once. A list is packed into 16-bit units if all its frame
// numbers have 16 bits, and is compared in 64-bit words that are padded with zeros.

import { at4 } from "../memory/cells.part.as";
import { Entry, Store } from "./stack_layout";

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

/** Whether the words from `at` on equal those of `list` up to its end. */
@inline
function same(list: usize, end: usize, at: usize): bool {
  for (; list < end; list += 8, at += 8) {
    if (load<u64>(list) != load<u64>(at)) return false;
  }
  return true;
}

/**
 * Writes the ids of `count` consecutive lists, each with its depth, to `ids`; returns how many were processed. If
 * fewer, there is no room for the next one in its piece of lists, among the ids or in the hash table.
 */
export function intern(s: usize, lists: usize, depths: usize, count: u32, ids: usize): u32 {
  const entries: usize = load<u32>(s, Store.Entries), slots: usize = load<u32>(s, Store.Slots);
  const room: u32 = load<u32>(s, Store.Room), mask: u32 = load<u32>(s, Store.Mask);
  const end: usize = load<u32>(s, Store.End);
  const seed = load<u64>(s, Store.Seed);
  let next: usize = load<u32>(s, Store.Next), inUse: u32 = load<u32>(s, Store.InUse);
  let used: u32 = load<u32>(s, Store.Count), free: u32 = load<u32>(s, Store.Free);
  let done: u32 = 0;
  for (; done < count; done++) {
    const depth = load<u32>(at4(depths, done));
    if (depth == 0) {
      store<u32>(at4(ids, done), 0);
      continue;
    }
    const bytes = (<usize> depth) << 2;
    // A known list might not need the room, but that is rare when there is none left.
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
      id = load<u32>(at4(slots, slot));
      if (id == 0) break;
      const entry = entries + (<usize> id) * Entry.Bytes;
      if (load<u32>(entry, Entry.Hash) != key || load<u32>(entry, Entry.Depth) != depth) continue;
      const place = load<u32>(entry, Entry.Place);
      if ((place & 1) == wide && same(next, listEnd, (<usize> (place - wide)) << 2)) break;
    }
    if (id == 0) {
      if (free != 0) {
        id = free;
        free = load<u32>(entries + (<usize> id) * Entry.Bytes, Entry.Place);
      } else id = used++;
      const entry = entries + (<usize> id) * Entry.Bytes;
      store<u32>(entry, <u32> (next >> 2) | wide, Entry.Place);
      store<u32>(entry, depth, Entry.Depth);
      store<u32>(entry, key, Entry.Hash);
      store<u32>(entry, 0, Entry.Holders);
      store<u32>(at4(slots, slot), id);
      inUse++;
      next = listEnd;
    }
    store<u32>(at4(ids, done), id);
  }
  store<u32>(s, <u32> next, Store.Next);
  store<u32>(s, inUse, Store.InUse);
  store<u32>(s, used, Store.Count);
  store<u32>(s, free, Store.Free);
  return done;
}

/** Inserts all stacks into the hash table, which is empty. */
export function fillSlots(s: usize): void {
  const slots: usize = load<u32>(s, Store.Slots);
  const mask: u32 = load<u32>(s, Store.Mask), count: u32 = load<u32>(s, Store.Count);
  let entry: usize = load<u32>(s, Store.Entries);
  for (let id: u32 = 0; id < count; id++, entry += Entry.Bytes) {
    if (load<u32>(entry, Entry.Depth) == 0) continue;
    let slot = load<u32>(entry, Entry.Hash) & mask;
    while (load<u32>(at4(slots, slot)) != 0) slot = (slot + 1) & mask;
    store<u32>(at4(slots, slot), id);
  }
}
