// Pairs frees and reallocs with the allocations of their blocks, one batch of staged event rows at a time.
// Live blocks are entries of a hash table with chaining; its size depends on the number of live blocks, not
// on the length of the trace. Chaining is used instead of open addressing, because there are as many frees as
// allocations, and a free can remove an entry from a chain at once.

import { cell32At, cell64At } from "../../memory/cells.part.as";
import { KindCode } from "../../events/kind_code";
import {
  Detail,
  Entry,
  GROUP,
  LateValue,
  Mode,
  Problem,
  ProblemKind,
  Resize,
  ResizeRecord,
  State,
} from "./pair_layout";

/** If the fast loop stops after fewer than `FEW_ROWS` rows, the general loop handles the next `GENERAL_ROWS`. */
const FEW_ROWS: u32 = 8, GENERAL_ROWS: u32 = 32;
const NO_LIFE: u32 = 0xffff_ffff;
/** Means that there is no row, or that the row is in a later batch; see `extraFree`. */
const NONE: u32 = 0xffff_ffff;
const UNSURE: u32 = 0xffff_fffe;
/** What a free means for the older one of two live blocks at its address. */
enum Fate {
  /** The free belongs to the newer block, so nothing has to be done. */
  Unknown = 0,
  /** The free belongs to the older block. */
  Freed = 1,
  /** The free belongs to the newer block, and no other free follows: the end of the older block was not recorded. */
  Replaced = 2,
}

/** Number of rows of each batch except the last one. */
const WHOLE_BATCH: u32 = 65536;
/**
 * Number of rows to look ahead for a realloc. A thread delays its record by some thousand rows at most, so
 * none comes later.
 */
const SURE_ROWS: u32 = 8192;

/**
 * Hashes a key. Keys near each other get slots in one cache line of the table: sixteen consecutive allocation
 * indices, and sixteen addresses of blocks that are 16 bytes apart. Their order in the line is random as well,
 * since many blocks may begin at the same place in a page. Resource ids are mixed completely. The factor is
 * random for each trace, so that no file can be crafted whose keys are all in one chain.
 */
@inline
function hashOf(factor: u64, mode: u32, key: u64, type: u32): u32 {
  if (mode == Mode.Index) return (<u32> (mixOf(factor, key >> 4) >> 32) << 4) | (<u32> key & 15);
  if (mode == Mode.Resource) return <u32> (mixOf(factor, key ^ ((<u64> type) << 45)) >> 32);
  return addressHash(factor, key ^ ((<u64> type) << 45));
}

/** The hash of an address. */
@inline
function addressHash(factor: u64, key: u64): u32 {
  const mixed = mixOf(factor, key >> 8);
  return (<u32> (mixed >> 32) & ~15) | ((<u32> (key >> 4) ^ <u32> mixed) & 15);
}

@inline
function mixOf(factor: u64, value: u64): u64 {
  const mixed = value * factor;
  // A single multiplication can leave ascending keys in clusters, if the factor is unlucky.
  return (mixed ^ (mixed >> 32)) * 0x9e37_79b9_7f4a_7c15;
}

@inline
function entryAt(entries: usize, id: u32): usize {
  return entries + (<usize> id) * Entry.Bytes;
}

/** Returns the address of the rarely used fields of an entry, a `Detail`. */
@inline
function detailOf(s: usize, e: usize): usize {
  return <usize> load<u32>(s, State.Details) + ((e - <usize> load<u32>(s, State.Entries)) >> 1);
}

/** Removes the entry that the word at `link` refers to from its chain, and adds it to the free ones. */
@inline
function remove(s: usize, link: usize, e: usize): void {
  const gone = load<u32>(link);
  store<u32>(link, load<u32>(e, Entry.Next));
  store<u32>(e, 0, Entry.Refs);
  const count = load<u32>(s, State.FreeCount);
  store<u32>(cell32At(load<u32>(s, State.FreeEntries), count), gone);
  store<u32>(s, count + 1, State.FreeCount);
}

/** Inserts a new entry at the front of its chain. */
@inline
function insert(s: usize, head: usize): usize {
  const free = load<u32>(s, State.FreeCount);
  let id: u32 = 0;
  if (free != 0) {
    id = load<u32>(cell32At(load<u32>(s, State.FreeEntries), free - 1));
    store<u32>(s, free - 1, State.FreeCount);
  } else {
    id = load<u32>(s, State.EntriesUsed) + 1;
    store<u32>(s, id, State.EntriesUsed);
  }
  const e = entryAt(load<u32>(s, State.Entries), id);
  store<u32>(e, load<u32>(head), Entry.Next);
  store<u32>(head, id);
  store<u32>(s, load<u32>(s, State.Live) + 1, State.Live);
  return e;
}

/** Inserts all entries in use into an empty table. */
export function rehash(s: usize, entries: usize, used: u32, table: usize, mask: u32): void {
  const mode = load<u32>(s, State.Mode);
  const factor = load<u64>(s, State.HashFactor);
  for (let id: u32 = 1; id <= used; id++) {
    const e = entryAt(entries, id);
    if (load<u32>(e, Entry.Refs) == 0) continue;
    const head = cell32At(
      table,
      hashOf(factor, mode, load<u64>(e, Entry.Key), load<u32>(detailOf(s, e), Detail.Type)) & mask,
    );
    store<u32>(e, load<u32>(head), Entry.Next);
    store<u32>(head, id);
  }
}

/** Returns the address of the slot of a staged key. */
@inline
function headOf(s: usize, key: u64): usize {
  const hash = hashOf(load<u64>(s, State.HashFactor), load<u32>(s, State.Mode), key, 0);
  return cell32At(load<u32>(s, State.Table), hash & load<u32>(s, State.Mask));
}

/** Returns where the slot address of a row of the group is stored. */
@inline
function noted(s: usize, i: u32): usize {
  return cell32At(s + State.Slots, i & (GROUP - 1));
}

/**
 * Finds the slots of a group of rows, and reads them and their first entries. Both are at random addresses;
 * short loops without branches wait for many of them at once. An empty slot refers to entry 0, which belongs to
 * no block.
 */
function touch(s: usize, from: u32, end: u32): u32 {
  const keys = <usize> load<u32>(s, State.Keys);
  const types = <usize> load<u32>(s, State.Types);
  const table = <usize> load<u32>(s, State.Table);
  const mask = load<u32>(s, State.Mask);
  const entries = <usize> load<u32>(s, State.Entries);
  const mode = load<u32>(s, State.Mode);
  const factor = load<u64>(s, State.HashFactor);
  let warm: u32 = 0;
  if (types == 0 && mode >= <u32> Mode.Address) {
    for (let i = from; i < end; i++) {
      const hash = addressHash(factor, load<u64>(cell64At(keys, i)));
      store<u32>(noted(s, i), <u32> cell32At(table, hash & mask));
    }
  } else {
    for (let i = from; i < end; i++) {
      const type = types == 0 ? 0 : load<u32>(cell32At(types, i));
      const hash = hashOf(factor, mode, load<u64>(cell64At(keys, i)), type);
      store<u32>(noted(s, i), <u32> cell32At(table, hash & mask));
    }
  }
  for (let i = from; i < end; i++) warm ^= load<u32>(load<u32>(noted(s, i)));
  for (let i = from; i < end; i++) {
    warm ^= load<u32>(entryAt(entries, load<u32>(load<u32>(noted(s, i)))), Entry.Life);
  }
  return warm;
}

@inline
function page(s: usize, list: usize, life: u32, shift: u32): usize {
  return <usize> load<u32>(cell32At(load<u32>(s + list), life >> 16)) + ((<usize> (life & 0xffff)) << shift);
}

/** Writes a number of a life, or stores it for later if its page has been spilled. */
@inline
function put(s: usize, list: u32, life: u32, value: u32): void {
  const page = <usize> load<u32>(cell32At(load<u32>(s + list), life >> 16));
  if (page != 0) {
    store<u32>(cell32At(page, life & 0xffff), value);
    return;
  }
  const count = load<u32>(s, State.LateCount);
  const out = <usize> load<u32>(s, State.Late) + (<usize> count) * LateValue.Bytes;
  store<u32>(out, list, LateValue.Pages);
  store<u32>(out, life, LateValue.Life);
  store<u32>(out, value, LateValue.Value);
  store<u32>(s, count + 1, State.LateCount);
}

@inline
function fill(
  s: usize,
  e: usize,
  key: u64,
  type: u32,
  addr: u64,
  size: u64,
  life: u32,
  lastRow: u32,
  resized: u32,
): void {
  store<u64>(e, key, Entry.Key);
  store<u64>(e, size, Entry.Size);
  store<u32>(e, life, Entry.Life);
  store<u32>(e, resized, Entry.Resized);
  store<u32>(e, 1, Entry.Refs);
  const detail = detailOf(s, e);
  store<u64>(detail, addr, Detail.Addr);
  store<u32>(detail, lastRow, Detail.LastRow);
  store<u32>(detail, type, Detail.Type);
}

/** Starts a new life for the block of an entry, allocated in row `row`; returns its number. */
@inline
function startLife(s: usize, e: usize, row: u32, key: u64, type: u32, addr: u64, size: u64): u32 {
  const life = load<u32>(s, State.Lives);
  store<u32>(s, life + 1, State.Lives);
  if (key > load<u64>(s, State.LargestKey)) store<u64>(s, key, State.LargestKey);
  // New pages of ends and resizes are zeroed.
  store<u32>(page(s, State.RowPages, life, 2), row);
  if (load<u32>(s, State.Mode) == Mode.Index) store<u64>(page(s, State.KeyPages, life, 3), key);
  fill(s, e, key, type, addr, size, life, row, 0);
  return life;
}

/** Records that a block has a new size or address at `row`. */
@inline
function resize(s: usize, e: usize, row: u32, addr: u64, size: u64): void {
  const life = load<u32>(e, Entry.Life);
  let place = load<u32>(e, Entry.Resized);
  const records = <usize> load<u32>(s, State.Records);
  if (place == 0) {
    const id = load<u32>(s, State.ResizedLives) + 1;
    store<u32>(s, id, State.ResizedLives);
    place = load<u32>(s, State.FreeRecord);
    if (place != 0) {
      store<u32>(
        s,
        load<u32>(records + (<usize> place) * ResizeRecord.Bytes, ResizeRecord.Count),
        State.FreeRecord,
      );
    } else {
      place = load<u32>(s, State.RecordsUsed) + 1;
      store<u32>(s, place, State.RecordsUsed);
    }
    store<u32>(e, place, Entry.Resized);
    put(s, State.ResizedPages, life, id);
    const r = records + (<usize> place) * ResizeRecord.Bytes;
    store<u64>(r, load<u64>(e, Entry.Size), ResizeRecord.Largest);
    store<u32>(r, 0, ResizeRecord.Count);
    store<u32>(r, 0, ResizeRecord.Moves);
    store<u32>(r, id, ResizeRecord.Number);
  }
  const r = records + (<usize> place) * ResizeRecord.Bytes;
  const id = load<u32>(r, ResizeRecord.Number);
  if (size > load<u64>(r, ResizeRecord.Largest)) store<u64>(r, size, ResizeRecord.Largest);
  store<u32>(r, load<u32>(r, ResizeRecord.Count) + 1, ResizeRecord.Count);
  const detail = detailOf(s, e);
  if (addr != load<u64>(detail, Detail.Addr)) {
    store<u32>(r, load<u32>(r, ResizeRecord.Moves) + 1, ResizeRecord.Moves);
  }
  store<u32>(r, row, ResizeRecord.LastRow);
  const count = load<u32>(s, State.ResizeCount);
  const out = <usize> load<u32>(s, State.Resizes) + (<usize> count) * Resize.Bytes;
  store<u32>(out, id, Resize.Record);
  store<u32>(out, row, Resize.Row);
  store<u32>(out, load<u32>(detail, Detail.LastRow), Resize.RowBefore);
  store<u32>(s, count + 1, State.ResizeCount);
  store<u64>(e, size, Entry.Size);
  store<u64>(detail, addr, Detail.Addr);
  store<u32>(detail, row, Detail.LastRow);
}

/** Finishes the resize record of a life that has ended or is no longer referred to, and frees its slot. */
@inline
function finishRecord(s: usize, e: usize): void {
  const place = load<u32>(e, Entry.Resized);
  if (place == 0 || load<u32>(s, State.Revive)) return;
  const r = <usize> load<u32>(s, State.Records) + (<usize> place) * ResizeRecord.Bytes;
  const count = load<u32>(s, State.FinishedCount);
  const out = <usize> load<u32>(s, State.Finished) + (<usize> count) * ResizeRecord.Bytes;
  // `memory.copy` would call a function outside the module.
  for (let at: usize = 0; at < <usize> ResizeRecord.Bytes; at += 8) store<u64>(out + at, load<u64>(r + at));
  store<u32>(s, count + 1, State.FinishedCount);
  store<u32>(r, load<u32>(s, State.FreeRecord), ResizeRecord.Count);
  store<u32>(r, 0, ResizeRecord.Number);
  store<u32>(s, place, State.FreeRecord);
}

@inline
function report(s: usize, i: u32, kind: u32, life: u32): void {
  const count = load<u32>(s, State.ProblemCount);
  const out = <usize> load<u32>(s, State.Problems) + (<usize> count) * Problem.Bytes;
  store<u32>(out, i, Problem.Row);
  store<u32>(out, kind, Problem.Kind);
  store<u32>(out, life, Problem.Life);
  store<u32>(s, count + 1, State.ProblemCount);
}

/** Whether two entries have the same address and type; other entries are in one chain by chance. */
@inline
function isSameBlock(s: usize, one: usize, other: usize): bool {
  return load<u64>(one, Entry.Key) == load<u64>(other, Entry.Key) &&
    load<u32>(detailOf(s, one), Detail.Type) == load<u32>(detailOf(s, other), Detail.Type);
}

/**
 * Returns the link to the older one of two live blocks at an address, given that `e` is the first one in the
 * chain; 0 if there is no other.
 */
function olderOf(s: usize, entries: usize, link: usize, e: usize): usize {
  let behind = e + Entry.Next;
  for (let id = load<u32>(behind); id != 0; id = load<u32>(behind)) {
    const each = entryAt(entries, id);
    // Growing the table reverses chains, so compare the numbers of the lives, which are in order.
    if (isSameBlock(s, each, e)) {
      return load<u32>(each, Entry.Life) < load<u32>(e, Entry.Life) ? behind : link;
    }
    behind = each + Entry.Next;
  }
  return 0;
}

/** Returns the newer one of two live blocks at an address, given that `e` is the first one in the chain. */
function newerOf(s: usize, entries: usize, link: usize, e: usize): usize {
  if (olderOf(s, entries, link, e) != link) return e;
  let each = entryAt(entries, load<u32>(e, Entry.Next));
  while (!isSameBlock(s, each, e)) each = entryAt(entries, load<u32>(each, Entry.Next));
  return each;
}

/** Returns the link that refers to an entry of a chain. */
function linkOf(entries: usize, slot: usize, e: usize): usize {
  let link = slot;
  while (entryAt(entries, load<u32>(link)) != e) link = entryAt(entries, load<u32>(link)) + Entry.Next;
  return link;
}

/** Ends the older one of two live blocks at a staged row, because its free was not recorded. */
function dropOlder(s: usize, entries: usize, link: usize, i: u32): void {
  const e = entryAt(entries, load<u32>(link));
  const life = load<u32>(e, Entry.Life);
  report(s, i, ProblemKind.Double, life);
  put(s, State.EndPages, life, load<u32>(s, State.FirstRow) + i + 1);
  add64(s + State.FreedCount, 1);
  add64(s + State.FreedBytes, summed(Mode.Heap, load<u64>(e, Entry.Size)));
  store<u32>(s, load<u32>(s, State.Live) - 1, State.Live);
  finishRecord(s, e);
  remove(s, link, e);
}

/**
 * Searches the rest of the batch for the free of an older block, while `newer` other blocks are live at its address.
 * Returns the row of the first free that is not of a newer block: it belongs to the realloc of the older block. Returns
 * `NONE` if there is no such free, `UNSURE` if the batch ends before that is certain.
 */
function extraFree(s: usize, i: u32, key: u64, newer: u32): u32 {
  const n = load<u32>(s, State.Rows);
  const kinds = <usize> load<u32>(s, State.Kinds);
  const keys = <usize> load<u32>(s, State.Keys);
  const most = load<u32>(s, State.LooksLeft);
  const end = n - i - 1 > most ? i + 1 + most : n;
  let at = i + 1;
  for (; at < end; at++) {
    if (load<u64>(cell64At(keys, at)) != key) continue;
    const kind = load<u32>(cell32At(kinds, at));
    if (kind == KindCode.Alloc) newer++;
    else if (kind == KindCode.Free && newer-- == 0) break;
  }
  store<u32>(s, most - (min(at + 1, end) - i - 1), State.LooksLeft);
  if (at < end) return at;
  return end == n && n == WHOLE_BATCH && n - i < SURE_ROWS ? UNSURE : NONE;
}

/** Whether a free may belong to a realloc, which is written together with an allocation. */
@inline
function isRealloc(s: usize, i: u32): bool {
  return i + 1 < load<u32>(s, State.Rows) &&
    load<u32>(cell32At(load<u32>(s, State.Kinds), i + 1)) == KindCode.Alloc;
}

/** Decides which one of two live blocks at its address a free at row `i` belongs to. */
function fateOf(s: usize, i: u32, key: u64): u32 {
  if (extraFree(s, i, key, 0) == NONE) return Fate.Replaced;
  // A free is recorded before its block can be reused, except that of a realloc, which is recorded late.
  return isRealloc(s, i) ? Fate.Freed : Fate.Unknown;
}

@inline
function add64(at: usize, value: u64): void {
  store<u64>(at, load<u64>(at) + value);
}

@inline
function countAllocated(s: usize, size: u64): void {
  add64(s + State.AllocatedCount, 1);
  add64(s + State.AllocatedBytes, size);
  const smallest = load<u64>(s, State.Smallest);
  // Count as the original does: a smallest size of 0 means that there is none yet.
  if (smallest == 0 || size < smallest) store<u64>(s, size, State.Smallest);
  if (size > load<u64>(s, State.Largest)) store<u64>(s, size, State.Largest);
}

@inline
function countPeak(s: usize, row: u32): void {
  const blocks = load<u64>(s, State.AllocatedCount) - load<u64>(s, State.FreedCount);
  const bytes = load<u64>(s, State.AllocatedBytes) - load<u64>(s, State.FreedBytes);
  if (blocks > load<u64>(s, State.PeakBlocks)) {
    store<u64>(s, blocks, State.PeakBlocks);
    store<u32>(s, row, State.PeakBlocksRow);
  }
  if (bytes > load<u64>(s, State.PeakBytes)) {
    store<u64>(s, bytes, State.PeakBytes);
    store<u32>(s, row, State.PeakBytesRow);
  }
}

@inline
function summed(mode: u32, size: u64): u64 {
  return mode != Mode.Index && <i64> size < 0 ? 0 : size;
}

@inline
function isRefcounted(s: usize, type: u32): bool {
  const list = <usize> load<u32>(s, State.CountedTypes);
  const count = load<u32>(s, State.CountedTypesLength);
  for (let i: u32 = 0; i < count; i++) if (load<u32>(cell32At(list, i)) == type) return true;
  return false;
}

/**
 * Pairs a batch of a format that numbers its allocations. The number in a free identifies the life that it
 * ends, so no look-up is needed, and the row already has the size. Totals are updated after the batch.
 */
function pairCounted(s: usize): u32 {
  const n = load<u32>(s, State.Rows);
  const first = load<u32>(s, State.FirstRow);
  const kinds = <usize> load<u32>(s, State.Kinds);
  const keys = <usize> load<u32>(s, State.Keys);
  const sizes = <usize> load<u32>(s, State.Sizes);
  const lives = <usize> load<u32>(s, State.LifeNumbers);
  const lifeNulls = <usize> load<u32>(s, State.LifeNulls);
  const firstLife = load<u32>(s, State.Lives);
  let life = firstLife, freed: u32 = 0, peakBlocksRow: u32 = 0, peakBytesRow: u32 = 0;
  let blocks = load<u64>(s, State.AllocatedCount) - load<u64>(s, State.FreedCount);
  let bytes = load<u64>(s, State.AllocatedBytes) - load<u64>(s, State.FreedBytes);
  let allocatedBytes: u64 = 0, freedBytes: u64 = 0;
  let peakBlocks = load<u64>(s, State.PeakBlocks), peakBytes = load<u64>(s, State.PeakBytes);
  let smallest = load<u64>(s, State.Smallest), largest = load<u64>(s, State.Largest);
  let isHigher: u32 = 0, isLarger: u32 = 0;
  // The pages of new lives; a batch uses at most two.
  let current: u32 = NO_LIFE;
  let rowPage: usize = 0, endPage: usize = 0, keyPage: usize = 0;
  for (let i: u32 = 0; i < n; i++) {
    const row = first + i;
    const size = load<u64>(cell64At(sizes, i));
    if (life >> 16 != current) {
      current = life >> 16;
      rowPage = page(s, State.RowPages, current << 16, 2);
      endPage = page(s, State.EndPages, current << 16, 2);
      keyPage = page(s, State.KeyPages, current << 16, 3);
    }
    if (load<u32>(cell32At(kinds, i)) == KindCode.Alloc) {
      store<u32>(cell32At(lives, i), life);
      const at = life & 0xffff;
      store<u32>(cell32At(rowPage, at), row);
      store<u64>(cell64At(keyPage, at), <u64> life + 1);
      life++;
      blocks++;
      bytes += size;
      allocatedBytes += size;
      if (smallest == 0 || size < smallest) smallest = size;
      if (size > largest) largest = size;
      if (blocks > peakBlocks) {
        peakBlocks = blocks;
        peakBlocksRow = row;
        isHigher = 1;
      }
      if (bytes > peakBytes) {
        peakBytes = bytes;
        peakBytesRow = row;
        isLarger = 1;
      }
      continue;
    }
    const key = load<u64>(cell64At(keys, i));
    if (key == 0 || key > <u64> life) {
      report(s, i, ProblemKind.Unmatched, 0);
      store<u8>(lifeNulls + i, 1);
      store<u32>(cell32At(lives, i), 0);
      continue;
    }
    const ended = <u32> key - 1;
    store<u32>(cell32At(lives, i), ended);
    if (ended >> 16 == current) store<u32>(cell32At(endPage, ended & 0xffff), row + 1);
    else put(s, State.EndPages, ended, row + 1);
    blocks--;
    bytes -= size;
    freed++;
    freedBytes += size;
  }
  store<u32>(s, life, State.Lives);
  add64(s + State.AllocatedCount, life - firstLife);
  add64(s + State.AllocatedBytes, allocatedBytes);
  add64(s + State.FreedCount, freed);
  add64(s + State.FreedBytes, freedBytes);
  store<u64>(s, smallest, State.Smallest);
  store<u64>(s, largest, State.Largest);
  if (isHigher) {
    store<u64>(s, peakBlocks, State.PeakBlocks);
    store<u32>(s, peakBlocksRow, State.PeakBlocksRow);
  }
  if (isLarger) {
    store<u64>(s, peakBytes, State.PeakBytes);
    store<u32>(s, peakBytesRow, State.PeakBytesRow);
  }
  return n;
}

/**
 * Pairs the rows of a group from `from` to the first unusual one, and returns that row. Unusual are reallocs, other
 * kinds, a second allocation of a live address, a block that was resized, and a full table. For pairing by address
 * without types; sums are kept in local variables.
 */
function pairPlain(s: usize, from: u32, end: u32): u32 {
  const first = load<u32>(s, State.FirstRow);
  const kinds = <usize> load<u32>(s, State.Kinds);
  const keys = <usize> load<u32>(s, State.Keys);
  const addrs = <usize> load<u32>(s, State.Addrs);
  const addrNulls = <usize> load<u32>(s, State.AddrNulls);
  const sizes = <usize> load<u32>(s, State.Sizes);
  const sizeNulls = <usize> load<u32>(s, State.SizeNulls);
  const lives = <usize> load<u32>(s, State.LifeNumbers);
  const lifeNulls = <usize> load<u32>(s, State.LifeNulls);
  const entries = <usize> load<u32>(s, State.Entries);
  const details = <usize> load<u32>(s, State.Details);
  const endPages = <usize> load<u32>(s, State.EndPages);
  const rowPages = <usize> load<u32>(s, State.RowPages);
  const freeEntries = <usize> load<u32>(s, State.FreeEntries);
  const isHeap = load<u32>(s, State.Mode) == Mode.Heap;
  const liveBefore = load<u32>(s, State.Live), livesBefore = load<u32>(s, State.Lives);
  const mostLives = livesBefore + load<u32>(s, State.MostLive) - liveBefore;
  let free = load<u32>(s, State.FreeCount), used = load<u32>(s, State.EntriesUsed);
  let life = livesBefore, freed: u32 = 0, unmatched: u32 = 0;
  let allocatedBytes = load<u64>(s, State.AllocatedBytes), freedBytes = load<u64>(s, State.FreedBytes);
  const blocksBefore = load<u64>(s, State.AllocatedCount) - load<u64>(s, State.FreedCount);
  let peakBlocks = load<u64>(s, State.PeakBlocks), peakBytes = load<u64>(s, State.PeakBytes);
  let peakBlocksRow = load<u32>(s, State.PeakBlocksRow), peakBytesRow = load<u32>(s, State.PeakBytesRow);
  let smallest = load<u64>(s, State.Smallest), largest = load<u64>(s, State.Largest);
  let largestKey = load<u64>(s, State.LargestKey);
  let i = from;
  for (; i < end; i++) {
    const kind = load<u32>(cell32At(kinds, i));
    const key = load<u64>(cell64At(keys, i));
    let link = <usize> load<u32>(noted(s, i));
    const head = link;
    let id = load<u32>(link);
    let e: usize = 0;
    while (id != 0) {
      e = entryAt(entries, id);
      if (load<u64>(e, Entry.Key) == key) break;
      link = e + Entry.Next;
      id = load<u32>(link);
    }
    if (kind == KindCode.Free) {
      if (id == 0) {
        if (!isHeap) break;
        unmatched++;
        store<u8>(lifeNulls + i, 1);
        store<u32>(cell32At(lives, i), 0);
        if (sizeNulls != 0) store<u8>(sizeNulls + i, 1);
        continue;
      }
      // One reference and no resizes.
      if (load<u64>(e, Entry.Resized) != (<u64> 1) << 32) break;
      const ended = load<u32>(e, Entry.Life);
      const endPage = <usize> load<u32>(cell32At(endPages, ended >> 16));
      if (endPage == 0) break;
      store<u32>(cell32At(endPage, ended & 0xffff), first + i + 1);
      const size = load<u64>(e, Entry.Size);
      store<u32>(cell32At(lives, i), ended);
      store<u64>(cell64At(sizes, i), size);
      if (sizeNulls != 0) store<u8>(sizeNulls + i, 0);
      if (addrs != 0) store<u64>(cell64At(addrs, i), load<u64>(details + ((e - entries) >> 1), Detail.Addr));
      if (addrNulls != 0) store<u8>(addrNulls + i, 0);
      freed++;
      freedBytes += summed(Mode.Heap, size);
      store<u32>(link, load<u32>(e, Entry.Next));
      store<u32>(e, 0, Entry.Refs);
      store<u32>(cell32At(freeEntries, free), id);
      free++;
      continue;
    }
    if (kind != <u32> KindCode.Alloc || id != 0 || life - freed >= mostLives) break;
    if (free != 0) {
      free--;
      id = load<u32>(cell32At(freeEntries, free));
    } else id = ++used;
    const size = sizeNulls != 0 && load<u8>(sizeNulls + i) ? 0 : load<u64>(cell64At(sizes, i));
    const addr = addrs != 0 ? load<u64>(cell64At(addrs, i)) : 0;
    e = entryAt(entries, id);
    store<u64>(e, key, Entry.Key);
    store<u64>(e, size, Entry.Size);
    store<u64>(e, <u64> life | (<u64> load<u32>(head)) << 32, Entry.Life);
    store<u64>(e, (<u64> 1) << 32, Entry.Resized);
    store<u32>(head, id);
    const detail = details + ((e - entries) >> 1);
    store<u64>(detail, addr, Detail.Addr);
    store<u64>(detail, <u64> (first + i), Detail.LastRow);
    store<u32>(cell32At(lives, i), life);
    store<u32>(cell32At(load<u32>(cell32At(rowPages, life >> 16)), life & 0xffff), first + i);
    life++;
    if (key > largestKey) largestKey = key;
    const added = summed(Mode.Heap, size);
    allocatedBytes += added;
    if (smallest == 0 || added < smallest) smallest = added;
    if (added > largest) largest = added;
    const blocks = blocksBefore + (life - livesBefore) - freed;
    if (blocks > peakBlocks) {
      peakBlocks = blocks;
      peakBlocksRow = first + i;
    }
    if (allocatedBytes - freedBytes > peakBytes) {
      peakBytes = allocatedBytes - freedBytes;
      peakBytesRow = first + i;
    }
  }
  store<u32>(s, free, State.FreeCount);
  store<u32>(s, used, State.EntriesUsed);
  store<u32>(s, life, State.Lives);
  store<u32>(s, liveBefore + (life - livesBefore) - freed, State.Live);
  add64(s + State.AllocatedCount, life - livesBefore);
  store<u64>(s, allocatedBytes, State.AllocatedBytes);
  add64(s + State.FreedCount, freed);
  store<u64>(s, freedBytes, State.FreedBytes);
  add64(s + State.UnmatchedFrees, unmatched);
  store<u64>(s, peakBlocks, State.PeakBlocks);
  store<u32>(s, peakBlocksRow, State.PeakBlocksRow);
  store<u64>(s, peakBytes, State.PeakBytes);
  store<u32>(s, peakBytesRow, State.PeakBytesRow);
  store<u64>(s, smallest, State.Smallest);
  store<u64>(s, largest, State.Largest);
  store<u64>(s, largestKey, State.LargestKey);
  return i;
}

/**
 * Pairs staged rows from `from` on. Writes `LifeNumbers` and `LifeNulls` for each row, and address and size
 * of frees. Returns the number of rows, or the row of an alloc that the caller must prepare: either the table
 * is full, or the key is not live although `Revive` is set and lives exist.
 */
export function pair(s: usize, from: u32): u32 {
  if (load<u32>(s, State.Mode) == Mode.Counted) return pairCounted(s);
  const n = load<u32>(s, State.Rows);
  const first = load<u32>(s, State.FirstRow);
  const kinds = <usize> load<u32>(s, State.Kinds);
  const keys = <usize> load<u32>(s, State.Keys);
  const types = <usize> load<u32>(s, State.Types);
  const addrs = <usize> load<u32>(s, State.Addrs);
  const addrNulls = <usize> load<u32>(s, State.AddrNulls);
  const sizes = <usize> load<u32>(s, State.Sizes);
  const sizeNulls = <usize> load<u32>(s, State.SizeNulls);
  const lives = <usize> load<u32>(s, State.LifeNumbers);
  const lifeNulls = <usize> load<u32>(s, State.LifeNulls);
  const entries = <usize> load<u32>(s, State.Entries);
  const mode = load<u32>(s, State.Mode);
  const revive = load<u32>(s, State.Revive);
  const hasPlain = types == 0 && mode >= <u32> Mode.Address;
  let warm: u32 = 0;
  let touched = from, plainFrom = from;
  for (let i = from; i < n; i++) {
    if (i == touched) {
      touched = min((i & ~(GROUP - 1)) + GROUP, n);
      warm ^= touch(s, i, touched);
    }
    if (hasPlain && i >= plainFrom && load<u32>(s, State.Overlaps) == 0) {
      const end = pairPlain(s, i, touched);
      if (end - i < FEW_ROWS) plainFrom = end + GENERAL_ROWS;
      i = end;
      if (end == touched) {
        i--;
        continue;
      }
    }
    const kind = load<u32>(cell32At(kinds, i));
    const row = first + i;
    if (kind > <u32> KindCode.Free) {
      store<u8>(lifeNulls + i, 1);
      store<u32>(cell32At(lives, i), 0);
      store<u32>(s, load<u32>(s, State.Others) + 1, State.Others);
      const size = load<u64>(cell64At(sizes, i));
      if (kind == KindCode.Reserve) {
        add64(s + State.ReservedCount, 1);
        add64(s + State.ReservedBytes, size);
      } else if (kind == KindCode.Internal) {
        add64(s + State.InternalCount, 1);
        add64(s + State.InternalBytes, size);
      }
      continue;
    }
    const key = load<u64>(cell64At(keys, i));
    const type = types == 0 ? 0 : load<u32>(cell32At(types, i));
    const slot = <usize> load<u32>(noted(s, i));
    // The link to the entry of the key. A key larger than all previous ones has no entry.
    let link = slot;
    let e: usize = 0;
    if (kind != <u32> KindCode.Alloc || key <= load<u64>(s, State.LargestKey)) {
      for (let id = load<u32>(slot); id != 0; id = load<u32>(link)) {
        const each = entryAt(entries, id);
        if (
          load<u64>(each, Entry.Key) == key &&
          (types == 0 || load<u32>(detailOf(s, each), Detail.Type) == type)
        ) {
          e = each;
          break;
        }
        link = each + Entry.Next;
      }
    }
    const live = e != 0;
    if (kind == KindCode.Free) {
      if (!live) {
        if (mode == Mode.Heap) add64(s + State.UnmatchedFrees, 1);
        else report(s, i, mode != Mode.Index && key == 0 ? ProblemKind.Null : ProblemKind.Unmatched, 0);
        store<u8>(lifeNulls + i, 1);
        store<u32>(cell32At(lives, i), 0);
        if (sizeNulls != 0 && mode != Mode.Index) store<u8>(sizeNulls + i, 1);
        continue;
      }
      if (load<u32>(s, State.Overlaps) != 0) {
        const olderLink = olderOf(s, entries, link, e);
        if (olderLink != 0) {
          store<u32>(s, load<u32>(s, State.Overlaps) - 1, State.Overlaps);
          const fate = fateOf(s, i, key);
          const older = entryAt(entries, load<u32>(olderLink));
          e = fate == Fate.Freed ? older : newerOf(s, entries, link, e);
          if (fate == Fate.Replaced) dropOlder(s, entries, olderLink, i);
          // The link may have been part of the older entry.
          link = linkOf(entries, slot, e);
        }
      }
      const life = load<u32>(e, Entry.Life);
      const size = load<u64>(e, Entry.Size);
      store<u32>(cell32At(lives, i), life);
      store<u64>(cell64At(sizes, i), size);
      if (sizeNulls != 0) store<u8>(sizeNulls + i, 0);
      // A format may record blocks without addresses.
      if (addrs != 0) store<u64>(cell64At(addrs, i), load<u64>(detailOf(s, e), Detail.Addr));
      if (addrNulls != 0) store<u8>(addrNulls + i, 0);
      const refs = load<u32>(e, Entry.Refs);
      if (refs > 1) {
        store<u32>(e, refs - 1, Entry.Refs);
        continue;
      }
      put(s, State.EndPages, life, row + 1);
      add64(s + State.FreedCount, 1);
      add64(s + State.FreedBytes, summed(mode, size));
      store<u32>(s, load<u32>(s, State.Live) - 1, State.Live);
      finishRecord(s, e);
      remove(s, link, e);
      continue;
    }
    const addr = addrs != 0 ? load<u64>(cell64At(addrs, i)) : 0;
    const size = sizeNulls != 0 && load<u8>(sizeNulls + i) ? 0 : load<u64>(cell64At(sizes, i));
    if (kind == KindCode.Realloc) {
      if (!live) {
        report(s, i, ProblemKind.Unmatched, 0);
        store<u8>(lifeNulls + i, 1);
        store<u32>(cell32At(lives, i), 0);
        continue;
      }
      store<u32>(cell32At(lives, i), load<u32>(e, Entry.Life));
      add64(s + State.FreedCount, 1);
      add64(s + State.FreedBytes, summed(mode, load<u64>(e, Entry.Size)));
      countAllocated(s, summed(mode, size));
      resize(s, e, row, addr, size);
      countPeak(s, row);
      continue;
    }
    if (live) {
      const before = load<u32>(e, Entry.Life);
      if (mode == Mode.Resource && isRefcounted(s, type)) {
        store<u32>(e, load<u32>(e, Entry.Refs) + 1, Entry.Refs);
        store<u32>(cell32At(lives, i), before);
        continue;
      }
      if (mode == Mode.Heap) {
        // Stop before any look-up, because the look-ups of a batch must be counted only once.
        if (load<u32>(s, State.Live) >= load<u32>(s, State.MostLive)) return i;
        const olderLink = load<u32>(s, State.Overlaps) != 0 ? olderOf(s, entries, link, e) : 0;
        const late = olderLink == 0 && extraFree(s, i, key, 1) != NONE;
        if (olderLink != 0 || late) {
          if (olderLink != 0) dropOlder(s, entries, olderLink, i);
          else {
            store<u32>(s, load<u32>(s, State.Overlaps) + 1, State.Overlaps);
            report(s, i, ProblemKind.Late, before);
          }
          e = insert(s, slot);
          store<u32>(cell32At(lives, i), startLife(s, e, row, key, type, addr, size));
          countAllocated(s, summed(mode, size));
          countPeak(s, row);
          continue;
        }
      }
      report(s, i, ProblemKind.Double, before);
      if (mode == Mode.Address || mode == Mode.Heap || load<u32>(s, State.Replace) != 0) {
        put(s, State.EndPages, before, row + 1);
        add64(s + State.FreedCount, 1);
        add64(s + State.FreedBytes, summed(mode, load<u64>(e, Entry.Size)));
      }
      finishRecord(s, e);
    } else {
      if (
        load<u32>(s, State.Live) >= load<u32>(s, State.MostLive) || (revive && load<u32>(s, State.Lives) > 0)
      ) return i;
      e = insert(s, slot);
    }
    store<u32>(cell32At(lives, i), startLife(s, e, row, key, type, addr, size));
    countAllocated(s, summed(mode, size));
    countPeak(s, row);
  }
  store<u32>(s, warm, State.Warm);
  return n;
}

/** Starts a new life at a staged row after the caller has found that its key is not live; see `pair`. */
export function beginAt(s: usize, i: u32): u32 {
  const key = load<u64>(cell64At(load<u32>(s, State.Keys), i));
  const size = load<u64>(cell64At(load<u32>(s, State.Sizes), i));
  const row = load<u32>(s, State.FirstRow) + i;
  const e = insert(s, headOf(s, key));
  const life = startLife(s, e, row, key, 0, load<u64>(cell64At(load<u32>(s, State.Addrs), i)), size);
  countAllocated(s, size);
  countPeak(s, row);
  return life;
}

/**
 * Continues, at a staged row, a life that had ended: an old-style realloc, recorded as a free and an
 * allocation.
 */
export function reviveAt(s: usize, i: u32, life: u32, rowBefore: u32, oldAddr: u64, oldSize: u64): void {
  const key = load<u64>(cell64At(load<u32>(s, State.Keys), i));
  const size = load<u64>(cell64At(load<u32>(s, State.Sizes), i));
  const row = load<u32>(s, State.FirstRow) + i;
  const e = insert(s, headOf(s, key));
  store<u32>(page(s, State.EndPages, life, 2), 0);
  const resized = load<u32>(page(s, State.ResizedPages, life, 2));
  fill(s, e, key, 0, oldAddr, oldSize, life, rowBefore, resized);
  countAllocated(s, size);
  resize(s, e, row, load<u64>(cell64At(load<u32>(s, State.Addrs), i)), size);
  countPeak(s, row);
}

/**
 * Returns the life with the key of a staged row, by binary search over ascending keys; NO_LIFE if there is
 * none.
 */
export function lifeOfKey(s: usize, i: u32): u32 {
  const key = load<u64>(cell64At(load<u32>(s, State.Keys), i));
  let low: u32 = 0, high: u32 = load<u32>(s, State.Lives);
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    if (load<u64>(page(s, State.KeyPages, middle, 3)) < key) low = middle + 1;
    else high = middle;
  }
  if (low < load<u32>(s, State.Lives) && load<u64>(page(s, State.KeyPages, low, 3)) == key) return low;
  return NO_LIFE;
}
