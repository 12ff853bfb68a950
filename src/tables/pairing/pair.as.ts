// Joins frees and reallocs to the lives of blocks, one batch of staged event rows at a time. Live blocks are the entries
// of a hash table with chains; its size follows the number of live blocks, not the length of the trace.

// State, at `s`:
//  0 table u32 · 4 mask u32 · 8 live u32 · 12 lives u32 · 16 live bytes u64
// 24 allocated count, 32 bytes · 40 freed count, 48 bytes (u64 each)
// 56 peak blocks, 64 peak bytes (u64) · 72 row of peak blocks, 76 row of peak bytes (u32)
// 80 reserved count, 88 bytes · 96 internal count, 104 bytes · 112 smallest, 120 largest (u64)
// 128 resized lives u32 · 132 resizes u32 (of this batch) · 136 problems u32 (of this batch) · 140 counted u32
// 144 mode u32 (0 index, 1 resource, 2 address) · 148 revive u32 · 152 list of refcounted types u32, 156 its length u32
// 204 scratch u32 · 208 hash factor u64 (odd, random) · 188 entries u32 · 192 entries used u32 · 196 free list u32 (number + 1) · 200 most live blocks u32
// 160 life rows u32, 164 life ends u32, 168 life keys u32, 172 life resized u32: page lists of 65536 rows
// (of ends and resized, the first pages may have left: 0) · 216 late values u32 · 220 late values of this batch u32
// 224 records used u32 · 228 free records u32 · 232 finished records u32 · 236 finished records of this batch u32
// 176 records of live blocks that were resized u32 · 180 resize rows u32 · 184 problem rows u32
//
// Table: number (from 1) of the first entry of each chain, u32. Chains instead of open addressing: a free takes its
// entry out at once, and there are as many frees as allocations.
// Entry, 48 bytes: key u64 · addr u64 · size u64 · life u32 · last row u32 · type u32 · resized u32 · refs u32 (0: not
// in use) · next entry u32
// Late value, 12 bytes: its list (164 or 172) u32 · life u32 · value u32
// Record, 24 bytes: largest size u64 · count u32 · moves u32 · last row u32 · number u32 (0: not in use, count is the next
// free one). Where lives can be revived records stay, and lie in the order of their numbers.

const ENTRY: usize = 48;
/** Rows that are looked ahead. */
const AHEAD: u32 = 12;

// 0 is an allocation: whatever is none of the others.
const KIND_REALLOC: u32 = 1;
const KIND_FREE: u32 = 2;
const KIND_RESERVE: u32 = 3;
const KIND_INTERNAL: u32 = 4;

const PROBLEM_DOUBLE: u32 = 1;
const PROBLEM_UNMATCHED: u32 = 2;
const PROBLEM_NULL: u32 = 3;

/**
 * Allocation indices come in order, so that sixteen in a row share a cache line of the table. Addresses and ids of
 * resources are mixed whole: the low bits of addresses are all the same. The factor is drawn anew for each trace: no
 * file can be made to have all its keys in one chain.
 */
@inline
function hashOf(factor: u64, mode: u32, key: u64, type: u32): u32 {
  let mixed = (mode == 0 ? key >> 4 : key ^ ((<u64> type) << 45)) * factor;
  // One product alone leaves rising keys in clusters for an unlucky factor.
  mixed = (mixed ^ (mixed >> 32)) * 0x9e37_79b9_7f4a_7c15;
  const high = <u32> (mixed >> 32);
  return mode == 0 ? (high << 4) | (<u32> key & 15) : high;
}

@inline
function entryAt(entries: usize, id: u32): usize {
  return entries + (<usize> (id - 1)) * ENTRY;
}

/** Entry of a key; 0 when it is not live. */
@inline
function find(table: usize, mask: u32, entries: usize, hash: u32, key: u64, type: u32): usize {
  let id = load<u32>(table + ((<usize> (hash & mask)) << 2));
  while (id != 0) {
    const e = entryAt(entries, id);
    if (load<u64>(e) == key && load<u32>(e, 32) == type) return e;
    id = load<u32>(e, 44);
  }
  return 0;
}

/** Takes an entry out of its chain and puts it on the free list. */
@inline
function remove(s: usize, table: usize, mask: u32, entries: usize, hash: u32, e: usize): void {
  const gone = <u32> ((e - entries) / ENTRY) + 1;
  let at = table + ((<usize> (hash & mask)) << 2);
  while (load<u32>(at) != gone) at = entryAt(entries, load<u32>(at)) + 44;
  store<u32>(at, load<u32>(e, 44));
  store<u32>(e, 0, 40);
  store<u32>(e, load<u32>(s, 196), 44);
  store<u32>(s, gone, 196);
}

/** A new entry at the front of its chain. */
@inline
function insert(s: usize, hash: u32): usize {
  let id = load<u32>(s, 196);
  const entries = <usize> load<u32>(s, 188);
  if (id != 0) store<u32>(s, load<u32>(entryAt(entries, id), 44), 196);
  else {
    id = load<u32>(s, 192) + 1;
    store<u32>(s, id, 192);
  }
  const head = <usize> load<u32>(s) + ((<usize> (hash & load<u32>(s, 4))) << 2);
  const e = entryAt(entries, id);
  store<u32>(e, load<u32>(head), 44);
  store<u32>(head, id);
  store<u32>(s, load<u32>(s, 8) + 1, 8);
  return e;
}

/** Chains all entries that are in use into an empty table. */
export function rehash(s: usize, entries: usize, used: u32, table: usize, mask: u32): void {
  const mode = load<u32>(s, 144);
  const factor = load<u64>(s, 208);
  for (let id: u32 = 1; id <= used; id++) {
    const e = entryAt(entries, id);
    if (load<u32>(e, 40) == 0) continue;
    const head = table + ((<usize> (hashOf(factor, mode, load<u64>(e), load<u32>(e, 32)) & mask)) << 2);
    store<u32>(e, load<u32>(head), 44);
    store<u32>(head, id);
  }
}

@inline
function page(s: usize, list: usize, life: u32, shift: u32): usize {
  const pages = <usize> load<u32>(s + list);
  return <usize> load<u32>(pages + ((<usize> (life >> 16)) << 2)) + ((<usize> (life & 0xffff)) << shift);
}

/** Writes a number of a life, or notes it where the page has left. */
@inline
function put(s: usize, list: u32, life: u32, value: u32): void {
  const page = <usize> load<u32>(<usize> load<u32>(s + list) + ((<usize> (life >> 16)) << 2));
  if (page != 0) {
    store<u32>(page + ((<usize> (life & 0xffff)) << 2), value);
    return;
  }
  const count = load<u32>(s, 220);
  const out = <usize> load<u32>(s, 216) + (<usize> count) * 12;
  store<u32>(out, list);
  store<u32>(out, life, 4);
  store<u32>(out, value, 8);
  store<u32>(s, count + 1, 220);
}

/** A new life for the block of row `row`; its number. */
@inline
function begin(s: usize, row: u32, key: u64): u32 {
  const life = load<u32>(s, 12);
  store<u32>(s, life + 1, 12);
  store<u32>(page(s, 160, life, 2), row);
  store<u32>(page(s, 164, life, 2), 0);
  store<u64>(page(s, 168, life, 3), key);
  store<u32>(page(s, 172, life, 2), 0);
  return life;
}

/** Notes that a life has gone on with another size or place at `row`. */
@inline
function resize(s: usize, e: usize, row: u32, addr: u64, size: u64): void {
  const life = load<u32>(e, 24);
  let place = load<u32>(e, 36);
  const records = <usize> load<u32>(s, 176);
  if (place == 0) {
    const id = load<u32>(s, 128) + 1;
    store<u32>(s, id, 128);
    place = load<u32>(s, 228);
    if (place != 0) store<u32>(s, load<u32>(records + (<usize> place) * 24, 8), 228);
    else {
      place = load<u32>(s, 224) + 1;
      store<u32>(s, place, 224);
    }
    store<u32>(e, place, 36);
    put(s, 172, life, id);
    const r = records + (<usize> place) * 24;
    store<u64>(r, load<u64>(e, 16));
    store<u32>(r, 0, 8);
    store<u32>(r, 0, 12);
    store<u32>(r, id, 20);
  }
  const r = records + (<usize> place) * 24;
  const id = load<u32>(r, 20);
  if (size > load<u64>(r)) store<u64>(r, size);
  store<u32>(r, load<u32>(r, 8) + 1, 8);
  if (addr != load<u64>(e, 8)) store<u32>(r, load<u32>(r, 12) + 1, 12);
  store<u32>(r, row, 16);
  // record, row, row before
  const count = load<u32>(s, 132);
  const out = <usize> load<u32>(s, 180) + (<usize> count) * 12;
  store<u32>(out, id);
  store<u32>(out, row, 4);
  store<u32>(out, load<u32>(e, 28), 8);
  store<u32>(s, count + 1, 132);
  store<u64>(e, addr, 8);
  store<u64>(e, size, 16);
  store<u32>(e, row, 28);
}

/** The record of a life that is over, or that nothing leads to any more, is finished; its place is free. */
@inline
function finishRecord(s: usize, e: usize): void {
  const place = load<u32>(e, 36);
  if (place == 0 || load<u32>(s, 148)) return;
  const r = <usize> load<u32>(s, 176) + (<usize> place) * 24;
  const count = load<u32>(s, 236);
  memory.copy(<usize> load<u32>(s, 232) + (<usize> count) * 24, r, 24);
  store<u32>(s, count + 1, 236);
  store<u32>(r, load<u32>(s, 228), 8);
  store<u32>(r, 0, 20);
  store<u32>(s, place, 228);
}

@inline
function report(s: usize, i: u32, code: u32, life: u32): void {
  const count = load<u32>(s, 136);
  const out = <usize> load<u32>(s, 184) + (<usize> count) * 12;
  store<u32>(out, i);
  store<u32>(out, code, 4);
  store<u32>(out, life, 8);
  store<u32>(s, count + 1, 136);
}

@inline
function add64(at: usize, value: u64): void {
  store<u64>(at, load<u64>(at) + value);
}

@inline
function countAllocated(s: usize, size: u64): void {
  add64(s + 24, 1);
  add64(s + 32, size);
  const smallest = load<u64>(s, 112);
  // As the original counts: a smallest size of 0 means that there is none yet.
  if (smallest == 0 || size < smallest) store<u64>(s, size, 112);
  if (size > load<u64>(s, 120)) store<u64>(s, size, 120);
}

@inline
function countPeak(s: usize, row: u32): void {
  const blocks = load<u64>(s, 24) - load<u64>(s, 40);
  const bytes = load<u64>(s, 32) - load<u64>(s, 48);
  if (blocks > load<u64>(s, 56)) {
    store<u64>(s, blocks, 56);
    store<u32>(s, row, 72);
  }
  if (bytes > load<u64>(s, 64)) {
    store<u64>(s, bytes, 64);
    store<u32>(s, row, 76);
  }
}

@inline
function summed(mode: u32, size: u64): u64 {
  return mode != 0 && <i64> size < 0 ? 0 : size;
}

@inline
function isRefcounted(s: usize, type: u32): bool {
  const list = <usize> load<u32>(s, 152);
  const count = load<u32>(s, 156);
  for (let i: u32 = 0; i < count; i++) if (load<u32>(list + ((<usize> i) << 2)) == type) return true;
  return false;
}

/**
 * Pairs staged rows [from, n). Writes `life` and `lifeNulls` per row, and address and size of frees. Returns n, or the
 * row of an alloc that the caller must prepare: as many blocks live as the table has room for, or a key that is not
 * live although `revive` is set and lives exist.
 */
export function pair(
  s: usize,
  from: u32,
  n: u32,
  first: u32,
  kinds: usize,
  keys: usize,
  types: usize,
  addrs: usize,
  addrNulls: usize,
  sizes: usize,
  sizeNulls: usize,
  lives: usize,
  lifeNulls: usize,
): u32 {
  const table = <usize> load<u32>(s);
  const mask = load<u32>(s, 4);
  const entries = <usize> load<u32>(s, 188);
  const mode = load<u32>(s, 144);
  const factor = load<u64>(s, 208);
  const revive = load<u32>(s, 148);
  let warm: u32 = 0;
  for (let i = from; i < n; i++) {
    // Entries lie anywhere; touching those of rows to come has them in the cache when their turn comes.
    if (i + AHEAD < n) {
      const next = load<u64>(keys + ((<usize> (i + AHEAD)) << 3));
      const nextType = types == 0 ? 0 : load<u32>(types + ((<usize> (i + AHEAD)) << 2));
      const id = load<u32>(table + ((<usize> (hashOf(factor, mode, next, nextType) & mask)) << 2));
      if (id != 0) warm ^= load<u32>(entryAt(entries, id), 24);
    }
    const kind = load<u32>(kinds + ((<usize> i) << 2));
    const row = first + i;
    if (kind > KIND_FREE) {
      store<u8>(lifeNulls + i, 1);
      store<u32>(lives + ((<usize> i) << 2), 0);
      const size = load<u64>(sizes + ((<usize> i) << 3));
      if (kind == KIND_RESERVE) {
        add64(s + 80, 1);
        add64(s + 88, size);
      } else if (kind == KIND_INTERNAL) {
        add64(s + 96, 1);
        add64(s + 104, size);
      }
      continue;
    }
    const key = load<u64>(keys + ((<usize> i) << 3));
    const type = types == 0 ? 0 : load<u32>(types + ((<usize> i) << 2));
    const hash = hashOf(factor, mode, key, type);
    let e = find(table, mask, entries, hash, key, type);
    const live = e != 0;
    if (kind == KIND_FREE) {
      if (!live) {
        report(s, i, mode != 0 && key == 0 ? PROBLEM_NULL : PROBLEM_UNMATCHED, 0);
        store<u8>(lifeNulls + i, 1);
        store<u32>(lives + ((<usize> i) << 2), 0);
        if (mode != 0) store<u8>(sizeNulls + i, 1);
        continue;
      }
      const life = load<u32>(e, 24);
      const size = load<u64>(e, 16);
      store<u32>(lives + ((<usize> i) << 2), life);
      store<u64>(sizes + ((<usize> i) << 3), size);
      if (sizeNulls != 0) store<u8>(sizeNulls + i, 0);
      // A format may know blocks without their addresses.
      if (addrs != 0) store<u64>(addrs + ((<usize> i) << 3), load<u64>(e, 8));
      if (addrNulls != 0) store<u8>(addrNulls + i, 0);
      const refs = load<u32>(e, 40);
      if (refs > 1) {
        store<u32>(e, refs - 1, 40);
        continue;
      }
      put(s, 164, life, row + 1);
      add64(s + 40, 1);
      add64(s + 48, summed(mode, size));
      store<u32>(s, load<u32>(s, 8) - 1, 8);
      finishRecord(s, e);
      remove(s, table, mask, entries, hash, e);
      continue;
    }
    const addr = addrs != 0 ? load<u64>(addrs + ((<usize> i) << 3)) : 0;
    const size = sizeNulls != 0 && load<u8>(sizeNulls + i) ? 0 : load<u64>(sizes + ((<usize> i) << 3));
    if (kind == KIND_REALLOC) {
      if (!live) {
        report(s, i, PROBLEM_UNMATCHED, 0);
        store<u8>(lifeNulls + i, 1);
        store<u32>(lives + ((<usize> i) << 2), 0);
        continue;
      }
      store<u32>(lives + ((<usize> i) << 2), load<u32>(e, 24));
      add64(s + 40, 1);
      add64(s + 48, summed(mode, load<u64>(e, 16)));
      countAllocated(s, summed(mode, size));
      resize(s, e, row, addr, size);
      countPeak(s, row);
      continue;
    }
    if (live) {
      const before = load<u32>(e, 24);
      if (mode == 1 && isRefcounted(s, type)) {
        store<u32>(e, load<u32>(e, 40) + 1, 40);
        store<u32>(lives + ((<usize> i) << 2), before);
        continue;
      }
      report(s, i, PROBLEM_DOUBLE, before);
      if (mode == 2) {
        put(s, 164, before, row + 1);
        add64(s + 40, 1);
        add64(s + 48, summed(mode, load<u64>(e, 16)));
      }
      finishRecord(s, e);
    } else {
      if (load<u32>(s, 8) >= load<u32>(s, 200) || (revive && load<u32>(s, 12) > 0)) return i;
      e = insert(s, hash);
    }
    const life = begin(s, row, key);
    store<u64>(e, key);
    store<u64>(e, addr, 8);
    store<u64>(e, size, 16);
    store<u32>(e, life, 24);
    store<u32>(e, row, 28);
    store<u32>(e, type, 32);
    store<u32>(e, 0, 36);
    store<u32>(e, 1, 40);
    store<u32>(lives + ((<usize> i) << 2), life);
    countAllocated(s, summed(mode, size));
    countPeak(s, row);
  }
  // Kept so that the touching is not taken for useless.
  store<u32>(s, warm, 204);
  return n;
}

/** Starts a new life at staged row i, for a caller that found no life to revive. */
export function beginAt(s: usize, row: u32, key: u64, addr: u64, size: u64): u32 {
  const hash = hashOf(load<u64>(s, 208), 0, key, 0);
  const e = insert(s, hash);
  const life = begin(s, row, key);
  store<u64>(e, key);
  store<u64>(e, addr, 8);
  store<u64>(e, size, 16);
  store<u32>(e, life, 24);
  store<u32>(e, row, 28);
  store<u32>(e, 0, 32);
  store<u32>(e, 0, 36);
  store<u32>(e, 1, 40);
  countAllocated(s, size);
  countPeak(s, row);
  return life;
}

/** Goes on with a life that had ended: an old realloc, written as a free and an alloc. */
export function reviveAt(
  s: usize,
  row: u32,
  key: u64,
  life: u32,
  before: u32,
  oldAddr: u64,
  oldSize: u64,
  addr: u64,
  size: u64,
): void {
  const hash = hashOf(load<u64>(s, 208), 0, key, 0);
  const e = insert(s, hash);
  store<u32>(page(s, 164, life, 2), 0);
  store<u64>(e, key);
  store<u64>(e, oldAddr, 8);
  store<u64>(e, oldSize, 16);
  store<u32>(e, life, 24);
  store<u32>(e, before, 28);
  store<u32>(e, 0, 32);
  store<u32>(e, load<u32>(page(s, 172, life, 2)), 36);
  store<u32>(e, 1, 40);
  countAllocated(s, size);
  resize(s, e, row, addr, size);
  countPeak(s, row);
}

/** Life whose key is `key`, by binary search over keys that rise; 0xffffffff when there is none. */
export function lifeOfKey(s: usize, key: u64): u32 {
  let low: u32 = 0, high: u32 = load<u32>(s, 12);
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    if (load<u64>(page(s, 168, middle, 3)) < key) low = middle + 1;
    else high = middle;
  }
  if (low < load<u32>(s, 12) && load<u64>(page(s, 168, low, 3)) == key) return low;
  return 0xffff_ffff;
}
