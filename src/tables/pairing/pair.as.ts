// Joins frees and reallocs to the lives of blocks, one batch of staged event rows at a time. Live blocks are the entries
// of a hash table with chains; its size follows the number of live blocks, not the length of the trace. Chains
// instead of open addressing: a free takes its entry out at once, and there are as many frees as allocations.

import { at4, at8 } from "../../memory/cells.part.as";
import { KindCode } from "../../events/kind_code";
import { Entry, LateValue, Mode, Problem, ProblemKind, Resize, ResizeRecord, State } from "./pair_layout";

/** Rows whose slots and entries are touched together, ahead of time. */
const GROUP: u32 = 16;
/** Slots that are noted at a time: those of two groups ahead and of the one at work. */
const NOTED: u32 = 4 * GROUP;
const NO_LIFE: u32 = 0xffff_ffff;
/** No row, and perhaps a row of a later batch; see `extraFree`. */
const NONE: u32 = 0xffff_ffff;
const UNSURE: u32 = 0xffff_fffe;
/** What a free tells of the older one of two blocks that are live at its address. */
enum Fate {
  /** Nothing: it is the newer one's. */
  Unknown = 0,
  /** It is the older one's. */
  Freed = 1,
  /** It is the newer one's, and no other follows: nothing recorded how the older one ended. */
  Replaced = 2,
}

/** Rows of a batch that is not the last one. */
const WHOLE_BATCH: u32 = 65536;
/** A realloc that was not written within so many rows was none: a thread waits for some thousand at most. */
const SURE_ROWS: u32 = 8192;

/**
 * Allocation indices come in order, so that sixteen in a row share a cache line of the table. Addresses and ids of
 * resources are mixed whole: the low bits of addresses are all the same. The factor is drawn again for each trace: no
 * file can be made to have all its keys in one chain.
 */
@inline
function hashOf(factor: u64, mode: u32, key: u64, type: u32): u32 {
  let mixed = (mode == Mode.Index ? key >> 4 : key ^ ((<u64> type) << 45)) * factor;
  // One product alone leaves rising keys in clusters for an unlucky factor.
  mixed = (mixed ^ (mixed >> 32)) * 0x9e37_79b9_7f4a_7c15;
  const high = <u32> (mixed >> 32);
  return mode == Mode.Index ? (high << 4) | (<u32> key & 15) : high;
}

@inline
function entryAt(entries: usize, id: u32): usize {
  return entries + (<usize> id) * Entry.Bytes;
}

/** Takes an entry, to which the word at `link` leads, out of its chain and puts it on the free list. */
@inline
function remove(s: usize, entries: usize, link: usize, e: usize): void {
  const gone = load<u32>(link);
  store<u32>(link, load<u32>(e, Entry.Next));
  store<u32>(e, 0, Entry.Refs);
  store<u32>(e, load<u32>(s, State.FreeEntry), Entry.Next);
  store<u32>(s, gone, State.FreeEntry);
}

/** A new entry at the front of its chain. */
@inline
function insert(s: usize, head: usize): usize {
  let id = load<u32>(s, State.FreeEntry);
  const entries = <usize> load<u32>(s, State.Entries);
  if (id != 0) store<u32>(s, load<u32>(entryAt(entries, id), Entry.Next), State.FreeEntry);
  else {
    id = load<u32>(s, State.EntriesUsed) + 1;
    store<u32>(s, id, State.EntriesUsed);
  }
  const e = entryAt(entries, id);
  store<u32>(e, load<u32>(head), Entry.Next);
  store<u32>(head, id);
  store<u32>(s, load<u32>(s, State.Live) + 1, State.Live);
  return e;
}

/** Chains all entries that are in use into an empty table. */
export function rehash(s: usize, entries: usize, used: u32, table: usize, mask: u32): void {
  const mode = load<u32>(s, State.Mode);
  const factor = load<u64>(s, State.HashFactor);
  for (let id: u32 = 1; id <= used; id++) {
    const e = entryAt(entries, id);
    if (load<u32>(e, Entry.Refs) == 0) continue;
    const head = at4(table, hashOf(factor, mode, load<u64>(e, Entry.Key), load<u32>(e, Entry.Type)) & mask);
    store<u32>(e, load<u32>(head), Entry.Next);
    store<u32>(head, id);
  }
}

/** Where the chain of a staged key begins. */
@inline
function headOf(s: usize, key: u64): usize {
  const hash = hashOf(load<u64>(s, State.HashFactor), load<u32>(s, State.Mode), key, 0);
  return at4(load<u32>(s, State.Table), hash & load<u32>(s, State.Mask));
}

/** Where the address of a row's slot is noted, from when it is touched until the row's turn is over. */
@inline
function noted(s: usize, i: u32): usize {
  return at4(s + State.Slots, i & (NOTED - 1));
}

/**
 * Reads the slots of rows to come and notes where they are, and reads the entries of those whose slots were read by the call
 * before, so that the cache has both when their turn comes. They lie anywhere; in loops without a test several are fetched at
 * a time. An empty slot leads to entry 0, which is not a block's.
 */
function touch(s: usize, slotsFrom: u32, entriesFrom: u32, end: u32): u32 {
  const n = load<u32>(s, State.Rows);
  const keys = <usize> load<u32>(s, State.Keys);
  const types = <usize> load<u32>(s, State.Types);
  const table = <usize> load<u32>(s, State.Table);
  const mask = load<u32>(s, State.Mask);
  const entries = <usize> load<u32>(s, State.Entries);
  const mode = load<u32>(s, State.Mode);
  const factor = load<u64>(s, State.HashFactor);
  let warm: u32 = 0;
  const slotsEnd = min(end, n), entriesEnd = min(slotsFrom, n);
  for (let i = slotsFrom; i < slotsEnd; i++) {
    const type = types == 0 ? 0 : load<u32>(at4(types, i));
    const slot = at4(table, hashOf(factor, mode, load<u64>(at8(keys, i)), type) & mask);
    store<u32>(noted(s, i), <u32> slot);
    warm ^= load<u32>(slot);
  }
  for (let i = entriesFrom; i < entriesEnd; i++) {
    const e = entryAt(entries, load<u32>(load<u32>(noted(s, i))));
    // Its ends: it may lie across two lines of the cache.
    warm ^= <u32> load<u64>(e, Entry.Key) ^ load<u32>(e, Entry.Next);
  }
  return warm;
}

@inline
function page(s: usize, list: usize, life: u32, shift: u32): usize {
  return <usize> load<u32>(at4(load<u32>(s + list), life >> 16)) + ((<usize> (life & 0xffff)) << shift);
}

/** Writes a number of a life, or notes it where the page has left. */
@inline
function put(s: usize, list: u32, life: u32, value: u32): void {
  const page = <usize> load<u32>(at4(load<u32>(s + list), life >> 16));
  if (page != 0) {
    store<u32>(at4(page, life & 0xffff), value);
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
  store<u64>(e, addr, Entry.Addr);
  store<u64>(e, size, Entry.Size);
  store<u32>(e, life, Entry.Life);
  store<u32>(e, lastRow, Entry.LastRow);
  store<u32>(e, type, Entry.Type);
  store<u32>(e, resized, Entry.Resized);
  store<u32>(e, 1, Entry.Refs);
}

/** A new life for the block of row `row`, whose entry this is; its number. */
@inline
function startLife(s: usize, e: usize, row: u32, key: u64, type: u32, addr: u64, size: u64): u32 {
  const life = load<u32>(s, State.Lives);
  store<u32>(s, life + 1, State.Lives);
  if (key > load<u64>(s, State.LargestKey)) store<u64>(s, key, State.LargestKey);
  // Pages of ends and of resizes begin as zeros.
  store<u32>(page(s, State.RowPages, life, 2), row);
  if (load<u32>(s, State.Mode) == Mode.Index) store<u64>(page(s, State.KeyPages, life, 3), key);
  fill(e, key, type, addr, size, life, row, 0);
  return life;
}

/** Notes that a life has gone on with another size or place at `row`. */
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
  if (addr != load<u64>(e, Entry.Addr)) {
    store<u32>(r, load<u32>(r, ResizeRecord.Moves) + 1, ResizeRecord.Moves);
  }
  store<u32>(r, row, ResizeRecord.LastRow);
  const count = load<u32>(s, State.ResizeCount);
  const out = <usize> load<u32>(s, State.Resizes) + (<usize> count) * Resize.Bytes;
  store<u32>(out, id, Resize.Record);
  store<u32>(out, row, Resize.Row);
  store<u32>(out, load<u32>(e, Entry.LastRow), Resize.RowBefore);
  store<u32>(s, count + 1, State.ResizeCount);
  store<u64>(e, addr, Entry.Addr);
  store<u64>(e, size, Entry.Size);
  store<u32>(e, row, Entry.LastRow);
}

/** The record of a life that is over, or that nothing leads to any more, is finished; its place is free. */
@inline
function finishRecord(s: usize, e: usize): void {
  const place = load<u32>(e, Entry.Resized);
  if (place == 0 || load<u32>(s, State.Revive)) return;
  const r = <usize> load<u32>(s, State.Records) + (<usize> place) * ResizeRecord.Bytes;
  const count = load<u32>(s, State.FinishedCount);
  const out = <usize> load<u32>(s, State.Finished) + (<usize> count) * ResizeRecord.Bytes;
  // `memory.copy` is a call of a function outside.
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

/** Whether two entries are of one address and type: others are in a chain with them by chance. */
@inline
function isSameBlock(one: usize, other: usize): bool {
  return load<u64>(one, Entry.Key) == load<u64>(other, Entry.Key) &&
    load<u32>(one, Entry.Type) == load<u32>(other, Entry.Type);
}

/** The word that leads to the older one of two live blocks of an address, of which `e` comes first; 0 without another. */
function olderOf(entries: usize, link: usize, e: usize): usize {
  let behind = e + Entry.Next;
  for (let id = load<u32>(behind); id != 0; id = load<u32>(behind)) {
    const each = entryAt(entries, id);
    // Growing the table turns chains around, but lives are numbered in their order.
    if (isSameBlock(each, e)) {
      return load<u32>(each, Entry.Life) < load<u32>(e, Entry.Life) ? behind : link;
    }
    behind = each + Entry.Next;
  }
  return 0;
}

/** The newer one of two live blocks of an address, of which `e` comes first. */
function newerOf(entries: usize, link: usize, e: usize): usize {
  if (olderOf(entries, link, e) != link) return e;
  let each = entryAt(entries, load<u32>(e, Entry.Next));
  while (!isSameBlock(each, e)) each = entryAt(entries, load<u32>(each, Entry.Next));
  return each;
}

/** The word that leads to an entry of a chain. */
function linkOf(entries: usize, slot: usize, e: usize): usize {
  let link = slot;
  while (entryAt(entries, load<u32>(link)) != e) link = entryAt(entries, load<u32>(link)) + Entry.Next;
  return link;
}

/** Ends the older one of two live blocks at a staged row: its free was not recorded. */
function dropOlder(s: usize, entries: usize, link: usize, i: u32): void {
  const e = entryAt(entries, load<u32>(link));
  const life = load<u32>(e, Entry.Life);
  report(s, i, ProblemKind.Double, life);
  put(s, State.EndPages, life, load<u32>(s, State.FirstRow) + i + 1);
  add64(s + State.FreedCount, 1);
  add64(s + State.FreedBytes, summed(Mode.Heap, load<u64>(e, Entry.Size)));
  store<u32>(s, load<u32>(s, State.Live) - 1, State.Live);
  finishRecord(s, e);
  remove(s, entries, link, e);
}

/**
 * What follows of an address in the batch, where `newer` blocks are live there beside an older one: the row of the first free
 * that they do not explain, which is that of the older block's realloc. `NONE` where none follows, `UNSURE` where the batch
 * ends too soon to say so.
 */
function extraFree(s: usize, i: u32, key: u64, newer: u32): u32 {
  const n = load<u32>(s, State.Rows);
  const kinds = <usize> load<u32>(s, State.Kinds);
  const keys = <usize> load<u32>(s, State.Keys);
  const most = load<u32>(s, State.LooksLeft);
  const end = n - i - 1 > most ? i + 1 + most : n;
  let at = i + 1;
  for (; at < end; at++) {
    if (load<u64>(at8(keys, at)) != key) continue;
    const kind = load<u32>(at4(kinds, at));
    if (kind == KindCode.Alloc) newer++;
    else if (kind == KindCode.Free && newer-- == 0) break;
  }
  store<u32>(s, most - (min(at + 1, end) - i - 1), State.LooksLeft);
  if (at < end) return at;
  return end == n && n == WHOLE_BATCH && n - i < SURE_ROWS ? UNSURE : NONE;
}

/** Whether a free may be that of a realloc, which is written together with an allocation. */
@inline
function isRealloc(s: usize, i: u32): bool {
  return i + 1 < load<u32>(s, State.Rows) &&
    load<u32>(at4(load<u32>(s, State.Kinds), i + 1)) == KindCode.Alloc;
}

/** What a free at row `i` says of two blocks that are live at its address. */
function fateOf(s: usize, i: u32, key: u64): u32 {
  if (extraFree(s, i, key, 0) == NONE) return Fate.Replaced;
  // A free is written before its block is given back, so that only a realloc comes late.
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
  // As the original counts: a smallest size of 0 means that there is none yet.
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
  for (let i: u32 = 0; i < count; i++) if (load<u32>(at4(list, i)) == type) return true;
  return false;
}

/**
 * Pairs a batch of a format that counts its allocations: the number of a free says which life it ends, so nothing is looked up,
 * and its row has the size already. Sums are added once the batch is over.
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
  // The pages that new lives go to, of which a batch has two at most.
  let current: u32 = NO_LIFE;
  let rowPage: usize = 0, endPage: usize = 0, keyPage: usize = 0;
  for (let i: u32 = 0; i < n; i++) {
    const row = first + i;
    const size = load<u64>(at8(sizes, i));
    if (life >> 16 != current) {
      current = life >> 16;
      rowPage = page(s, State.RowPages, current << 16, 2);
      endPage = page(s, State.EndPages, current << 16, 2);
      keyPage = page(s, State.KeyPages, current << 16, 3);
    }
    if (load<u32>(at4(kinds, i)) == KindCode.Alloc) {
      store<u32>(at4(lives, i), life);
      const at = life & 0xffff;
      store<u32>(at4(rowPage, at), row);
      store<u64>(at8(keyPage, at), <u64> life + 1);
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
    const key = load<u64>(at8(keys, i));
    if (key == 0 || key > <u64> life) {
      report(s, i, ProblemKind.Unmatched, 0);
      store<u8>(lifeNulls + i, 1);
      store<u32>(at4(lives, i), 0);
      continue;
    }
    const ended = <u32> key - 1;
    store<u32>(at4(lives, i), ended);
    if (ended >> 16 == current) store<u32>(at4(endPage, ended & 0xffff), row + 1);
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
 * Pairs staged rows from `from` on. Writes `LifeNumbers` and `LifeNulls` per row, and address and size of frees. Returns
 * the number of rows, or the row of an alloc that the caller must prepare: as many blocks live as the table has room
 * for, or a key that is not live although `Revive` is set and lives exist.
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
  let warm: u32 = 0;
  warm ^= touch(s, from, from, from + GROUP);
  warm ^= touch(s, from + GROUP, from, from + 2 * GROUP);
  let ahead = from;
  for (let i = from; i < n; i++) {
    if (i == ahead) {
      ahead += GROUP;
      warm ^= touch(s, ahead + GROUP, ahead, ahead + 2 * GROUP);
    }
    const kind = load<u32>(at4(kinds, i));
    const row = first + i;
    if (kind > <u32> KindCode.Free) {
      store<u8>(lifeNulls + i, 1);
      store<u32>(at4(lives, i), 0);
      store<u32>(s, load<u32>(s, State.Others) + 1, State.Others);
      const size = load<u64>(at8(sizes, i));
      if (kind == KindCode.Reserve) {
        add64(s + State.ReservedCount, 1);
        add64(s + State.ReservedBytes, size);
      } else if (kind == KindCode.Internal) {
        add64(s + State.InternalCount, 1);
        add64(s + State.InternalBytes, size);
      }
      continue;
    }
    const key = load<u64>(at8(keys, i));
    const type = types == 0 ? 0 : load<u32>(at4(types, i));
    const slot = <usize> load<u32>(noted(s, i));
    // The word that leads to the entry of the key; a key that is larger than all before has none.
    let link = slot;
    let e: usize = 0;
    if (kind != <u32> KindCode.Alloc || key <= load<u64>(s, State.LargestKey)) {
      for (let id = load<u32>(slot); id != 0; id = load<u32>(link)) {
        const each = entryAt(entries, id);
        if (load<u64>(each, Entry.Key) == key && load<u32>(each, Entry.Type) == type) {
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
        store<u32>(at4(lives, i), 0);
        if (mode != Mode.Index) store<u8>(sizeNulls + i, 1);
        continue;
      }
      if (load<u32>(s, State.Overlaps) != 0) {
        const olderLink = olderOf(entries, link, e);
        if (olderLink != 0) {
          store<u32>(s, load<u32>(s, State.Overlaps) - 1, State.Overlaps);
          const fate = fateOf(s, i, key);
          const older = entryAt(entries, load<u32>(olderLink));
          e = fate == Fate.Freed ? older : newerOf(entries, link, e);
          if (fate == Fate.Replaced) dropOlder(s, entries, olderLink, i);
          // The word that led to it may have been part of the older one.
          link = linkOf(entries, slot, e);
        }
      }
      const life = load<u32>(e, Entry.Life);
      const size = load<u64>(e, Entry.Size);
      store<u32>(at4(lives, i), life);
      store<u64>(at8(sizes, i), size);
      if (sizeNulls != 0) store<u8>(sizeNulls + i, 0);
      // A format may know blocks without their addresses.
      if (addrs != 0) store<u64>(at8(addrs, i), load<u64>(e, Entry.Addr));
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
      remove(s, entries, link, e);
      continue;
    }
    const addr = addrs != 0 ? load<u64>(at8(addrs, i)) : 0;
    const size = sizeNulls != 0 && load<u8>(sizeNulls + i) ? 0 : load<u64>(at8(sizes, i));
    if (kind == KindCode.Realloc) {
      if (!live) {
        report(s, i, ProblemKind.Unmatched, 0);
        store<u8>(lifeNulls + i, 1);
        store<u32>(at4(lives, i), 0);
        continue;
      }
      store<u32>(at4(lives, i), load<u32>(e, Entry.Life));
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
        store<u32>(at4(lives, i), before);
        continue;
      }
      if (mode == Mode.Heap) {
        // Before anything is looked for: what a row takes of the looks of a batch is taken once.
        if (load<u32>(s, State.Live) >= load<u32>(s, State.MostLive)) return i;
        const olderLink = load<u32>(s, State.Overlaps) != 0 ? olderOf(entries, link, e) : 0;
        const late = olderLink == 0 && extraFree(s, i, key, 1) != NONE;
        if (olderLink != 0 || late) {
          if (olderLink != 0) dropOlder(s, entries, olderLink, i);
          else {
            store<u32>(s, load<u32>(s, State.Overlaps) + 1, State.Overlaps);
            report(s, i, ProblemKind.Late, before);
          }
          e = insert(s, slot);
          store<u32>(at4(lives, i), startLife(s, e, row, key, type, addr, size));
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
    store<u32>(at4(lives, i), startLife(s, e, row, key, type, addr, size));
    countAllocated(s, summed(mode, size));
    countPeak(s, row);
  }
  store<u32>(s, warm, State.Warm);
  return n;
}

/** Starts a new life at a staged row whose key belongs to none, for a caller that knows that; see `pair`. */
export function beginAt(s: usize, i: u32): u32 {
  const key = load<u64>(at8(load<u32>(s, State.Keys), i));
  const size = load<u64>(at8(load<u32>(s, State.Sizes), i));
  const row = load<u32>(s, State.FirstRow) + i;
  const e = insert(s, headOf(s, key));
  const life = startLife(s, e, row, key, 0, load<u64>(at8(load<u32>(s, State.Addrs), i)), size);
  countAllocated(s, size);
  countPeak(s, row);
  return life;
}

/** Goes on at a staged row with a life that had ended: an old realloc, written as a free and an alloc. */
export function reviveAt(s: usize, i: u32, life: u32, rowBefore: u32, oldAddr: u64, oldSize: u64): void {
  const key = load<u64>(at8(load<u32>(s, State.Keys), i));
  const size = load<u64>(at8(load<u32>(s, State.Sizes), i));
  const row = load<u32>(s, State.FirstRow) + i;
  const e = insert(s, headOf(s, key));
  store<u32>(page(s, State.EndPages, life, 2), 0);
  const resized = load<u32>(page(s, State.ResizedPages, life, 2));
  fill(e, key, 0, oldAddr, oldSize, life, rowBefore, resized);
  countAllocated(s, size);
  resize(s, e, row, load<u64>(at8(load<u32>(s, State.Addrs), i)), size);
  countPeak(s, row);
}

/** Life whose key is that of a staged row, by binary search over keys that rise; NO_LIFE when there is none. */
export function lifeOfKey(s: usize, i: u32): u32 {
  const key = load<u64>(at8(load<u32>(s, State.Keys), i));
  let low: u32 = 0, high: u32 = load<u32>(s, State.Lives);
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    if (load<u64>(page(s, State.KeyPages, middle, 3)) < key) low = middle + 1;
    else high = middle;
  }
  if (low < load<u32>(s, State.Lives) && load<u64>(page(s, State.KeyPages, low, 3)) == key) return low;
  return NO_LIFE;
}
