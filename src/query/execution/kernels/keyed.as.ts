// Groups rows by 64-bit keys: assigns group numbers by a hash table or by the key itself, and adds up groups.
// Keys are stored in the order of their numbers, so a slot needs only four bytes: the number of a key plus
// one.

import { GroupCell, KeptCell } from "./group_layout";
import { KeyState, PairState, RowSumBit, RowSumCell, SumCell } from "./keyed_layout";

/** Number of rows that are in no group. */
const NONE: u32 = 0xffff_ffff;

@inline
function at4(p: usize, i: u32): usize {
  return p + ((<usize> i) << 2);
}

@inline
function at8(p: usize, i: u32): usize {
  return p + ((<usize> i) << 3);
}

@inline
function isNull(nulls: usize, i: u32): bool {
  return nulls != 0 && load<u8>(nulls + i) != 0;
}

@inline
function slotOf(key: u64, shift: u64): u32 {
  return <u32> ((key * 0x9e37_79b9_7f4a_7c15) >> shift);
}

/** Stores a key and the first row that has it. */
@inline
function note(id: u32, key: u64, keys: usize, row: u32, firsts: usize): void {
  store<u64>(at8(keys, id), key);
  store<u32>(at4(firsts, id), row);
}

@inline
function rowOf(rows: usize, base: u32, i: u32): u32 {
  return rows == 0 ? base + i : load<u32>(at4(rows, i));
}

/**
 * Returns the number of null. If it has none yet, it gets `count` if `add` is 1, and stays without a number if `add` is
 * 0. If `add` is 2, null never has a number.
 */
@inline
function nullNumber(state: usize, count: u32, add: u32): u32 {
  if (add == 2) return NONE;
  const known = load<u32>(state, KeyState.Null);
  if (known != 0) return known - 1;
  if (!add) return NONE;
  store<u32>(state, count + 1, KeyState.Null);
  return count;
}

/**
 * Rows whose slots are looked up together: their cache misses overlap, and the data is still in the cache
 * afterwards.
 */
const BATCH: u32 = 512;
/** Marks a key that needs a search beyond its first slot. */
const OPEN: u32 = 0xffff_fffe;

/**
 * Writes the numbers of keys `from` .. `to` - 1 to q if the first slot decides: first reads all slots, then the
 * keys, without branches that wait for either. Other keys become `OPEN`; without `add`, keys with an empty slot
 * are in no group.
 */
@inline
function peek(
  words: usize,
  from: u32,
  to: u32,
  table: usize,
  shift: u64,
  keys: usize,
  add: u32,
  q: usize,
): void {
  for (let i = from; i < to; i++) {
    store<u32>(at4(q, i), load<u32>(at4(table, slotOf(load<u64>(at8(words, i)), shift))));
  }
  const absent: u32 = add ? OPEN : NONE;
  for (let i = from; i < to; i++) {
    const found = load<u32>(at4(q, i));
    const id = found == 0 ? 0 : found - 1;
    const same = load<u64>(at8(keys, id)) == load<u64>(at8(words, i));
    store<u32>(at4(q, i), found == 0 ? absent : same ? id : OPEN);
  }
}

/**
 * Writes the numbers of n keys to q. New keys get the next number; if `add` is 0 they get 0xffffffff, and if it
 * is 2 null does. The table has 2^(64 - shift) slots. Stops at row i when `limit` numbers are in use; returns n
 * when done.
 */
export function hashIds(
  words: usize,
  nulls: usize,
  from: u32,
  n: u32,
  table: usize,
  shift: u64,
  state: usize,
  keys: usize,
  firsts: usize,
  rows: usize,
  base: u32,
  add: u32,
  limit: u32,
  q: usize,
): u32 {
  const mask = <u32> ((<u64> 1 << (64 - shift)) - 1);
  let count = load<u32>(state, KeyState.Count);
  for (let start = from; start < n; start += BATCH) {
    const end = min(n, start + BATCH);
    peek(words, start, end, table, shift, keys, add, q);
    for (let i = start; i < end; i++) {
      if (isNull(nulls, i)) {
        const none = nullNumber(state, count, add);
        if (none == count) {
          if (count >= limit) {
            store<u32>(state, 0, KeyState.Null);
            store<u32>(state, count, KeyState.Count);
            return i;
          }
          note(count++, 0, keys, rowOf(rows, base, i), firsts);
        }
        store<u32>(at4(q, i), none);
        continue;
      }
      if (load<u32>(at4(q, i)) != OPEN) continue;
      const key = load<u64>(at8(words, i));
      let id: u32 = NONE;
      let slot = slotOf(key, shift);
      while (true) {
        const found = load<u32>(at4(table, slot));
        if (found == 0) break;
        if (load<u64>(at8(keys, found - 1)) == key) {
          id = found - 1;
          break;
        }
        slot = (slot + 1) & mask;
      }
      if (id == NONE && add != 0) {
        if (count >= limit) {
          store<u32>(state, count, KeyState.Count);
          return i;
        }
        id = count;
        note(count++, key, keys, rowOf(rows, base, i), firsts);
        store<u32>(at4(table, slot), count);
      }
      store<u32>(at4(q, i), id);
    }
  }
  store<u32>(state, count, KeyState.Count);
  return n;
}

/**
 * Writes the numbers of n keys to q while other threads add keys. The number of a key is the position of one of
 * the rows that have it, counted from `first`. Returns 1 if a key was present already, else 0. Nulls have no
 * number. The table has 2^(64 - shift) slots, more than there will be keys.
 */
export function addKeysShared(
  words: usize,
  nulls: usize,
  n: u32,
  table: usize,
  shift: u64,
  keys: usize,
  first: u32,
  q: usize,
): u32 {
  const mask = <u32> ((<u64> 1 << (64 - shift)) - 1);
  let twice: u32 = 0;
  for (let start: u32 = 0; start < n; start += BATCH) {
    const end = min(n, start + BATCH);
    // A number in the table never moves.
    peek(words, start, end, table, shift, keys, 1, q);
    for (let i = start; i < end; i++) {
      if (isNull(nulls, i)) {
        store<u32>(at4(q, i), NONE);
        continue;
      }
      if (load<u32>(at4(q, i)) != OPEN) {
        twice = 1;
        continue;
      }
      const key = load<u64>(at8(words, i));
      let id = first + i;
      // Store the key first, since a thread that finds the number in a slot must also find the key.
      store<u64>(at8(keys, id), key);
      let slot = slotOf(key, shift);
      while (true) {
        const at = at4(table, slot);
        let found = atomic.load<u32>(at);
        if (found == 0) found = atomic.cmpxchg<u32>(at, 0, id + 1);
        if (found == 0) break;
        if (load<u64>(at8(keys, found - 1)) == key) {
          id = found - 1;
          twice = 1;
          break;
        }
        slot = (slot + 1) & mask;
      }
      store<u32>(at4(q, i), id);
    }
  }
  return twice;
}

/**
 * Numbers keys from several threads if each key has a slot of its own: key - `origin` is less than `size`.
 */
export function addDirectKeysShared(
  words: usize,
  nulls: usize,
  n: u32,
  table: usize,
  origin: u64,
  size: u64,
  first: u32,
  q: usize,
): u32 {
  let twice: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const place = load<u64>(at8(words, i)) - origin;
    let id: u32 = NONE;
    if (place < size && !isNull(nulls, i)) {
      const at = at4(table, <u32> place);
      let found = atomic.load<u32>(at);
      if (found == 0) found = atomic.cmpxchg<u32>(at, 0, first + i + 1);
      id = found == 0 ? first + i : found - 1;
      twice |= <u32> (found != 0);
    }
    store<u32>(at4(q, i), id);
  }
  return twice;
}

/**
 * Combines two numbers of each row into a word, the first one in the upper half; the null byte is 1 if a row
 * lacks either.
 */
export function pairIds(ids: usize, others: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i)), other = load<u32>(at4(others, i));
    store<u64>(at8(q, i), (<u64> id << 32) | other);
    store<u8>(qn + i, <u8> (id == NONE || other == NONE));
  }
}

/** Inserts keys `from` .. `to` - 1, except null, into a table. */
export function rehash(keys: usize, from: u32, to: u32, state: usize, table: usize, shift: u64): void {
  const mask = <u32> ((<u64> 1 << (64 - shift)) - 1);
  const none = load<u32>(state, KeyState.Null);
  for (let id = from; id < to; id++) {
    if (id + 1 == none) continue;
    let slot = slotOf(load<u64>(at8(keys, id)), shift);
    while (load<u32>(at4(table, slot)) != 0) slot = (slot + 1) & mask;
    store<u32>(at4(table, slot), id + 1);
  }
}

/** Numbers n keys if each key has a slot of its own: key - `origin` is less than `size`. */
export function directIds(
  words: usize,
  nulls: usize,
  from: u32,
  n: u32,
  table: usize,
  origin: u64,
  size: u64,
  state: usize,
  keys: usize,
  firsts: usize,
  rows: usize,
  base: u32,
  add: u32,
  limit: u32,
  q: usize,
): u32 {
  let count = load<u32>(state, KeyState.Count);
  let i = from;
  for (; i < n; i++) {
    let id: u32 = NONE;
    if (isNull(nulls, i)) {
      id = nullNumber(state, count, add);
      if (id == count) {
        if (count >= limit) {
          store<u32>(state, 0, KeyState.Null);
          break;
        }
        note(count++, 0, keys, rowOf(rows, base, i), firsts);
      }
    } else {
      const key = load<u64>(at8(words, i));
      const place = key - origin;
      if (place < size) {
        const slot = at4(table, <u32> place);
        id = load<u32>(slot) - 1;
        if (id == NONE && add != 0) {
          if (count >= limit) break;
          id = count;
          note(count++, key, keys, rowOf(rows, base, i), firsts);
          store<u32>(slot, count);
        }
      }
    }
    store<u32>(at4(q, i), id);
  }
  store<u32>(state, count, KeyState.Count);
  return i;
}

/**
 * Packs one more key into the words of n rows, from bit `shift` on; `first` is set for the first key. Stores
 * value - origin, and 0 for null, so `origin` is one below the minimum if there are nulls.
 */
export function packKeys(
  values: usize,
  nulls: usize,
  n: u32,
  origin: u64,
  shift: u64,
  first: u32,
  q: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const part = isNull(nulls, i) ? 0 : (load<u64>(at8(values, i)) - origin) << shift;
    store<u64>(at8(q, i), first ? part : load<u64>(at8(q, i)) | part);
  }
}

/**
 * Writes 1 where a packed key is null, that is 0. For the `first` key all other bytes become 0; for further keys they
 * stay as they are.
 */
export function nullsOfPacked(words: usize, n: u32, shift: u64, mask: u64, first: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const none = <u8> (((load<u64>(at8(words, i)) >> shift) & mask) == 0);
    store<u8>(q + i, first ? none : load<u8>(q + i) | none);
  }
}

/** Unpacks the values of one key from words; if `zeroIsNull`, 0 means null. */
export function unpackKeys(
  words: usize,
  n: u32,
  origin: u64,
  shift: u64,
  mask: u64,
  zeroIsNull: u32,
  q: usize,
  qn: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const part = (load<u64>(at8(words, i)) >> shift) & mask;
    store<u64>(at8(q, i), part + origin);
    store<u8>(qn + i, <u8> (zeroIsNull != 0 && part == 0));
  }
}

/** Reads values by id: q[i] = values[ids[i]]. */
export function valuesOfIds(values: usize, nulls: usize, ids: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    store<u64>(at8(q, i), load<u64>(at8(values, id)));
    store<u8>(qn + i, load<u8>(nulls + id));
  }
}

@inline
function skip(nulls: usize, pass: usize, i: u32): bool {
  return isNull(nulls, i) || (pass != 0 && load<u64>(at8(pass, i)) == 0);
}

/** Counts the rows of groups in words; if `groups` is 0, all rows are in group 0. */
export function countKeyed(groups: usize, nulls: usize, pass: usize, n: u32, counts: usize): void {
  if (groups == 0) {
    let count: u64 = 0;
    for (let i: u32 = 0; i < n; i++) count += <u64> !skip(nulls, pass, i);
    store<u64>(counts, load<u64>(counts) + count);
    return;
  }
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const at = at8(counts, load<u32>(at4(groups, i)));
    store<u64>(at, load<u64>(at) + 1);
  }
}

/** Adds values to the sums of groups. */
export function sumKeyed(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const group = groups == 0 ? 0 : load<u32>(at4(groups, i));
    const cell = cells + (<usize> group) * SumCell.Bytes;
    const value = load<u64>(at8(values, i));
    const low = load<u64>(cell, SumCell.Low) + value;
    store<u64>(cell, low, SumCell.Low);
    store<u32>(cell, load<u32>(cell, SumCell.Count) + 1, SumCell.Count);
    if (low < value) store<u32>(cell, load<u32>(cell, SumCell.High) + 1, SumCell.High);
  }
}

/** Set if some row of a group has a value. */
const VALUE: u64 = <u64> 1 << RowSumBit.Value;
/** Set if a sum has exceeded a word. */
const BEYOND: u64 = <u64> 1 << RowSumBit.Beyond;

/** Counts the rows of groups and adds their values; if `groups` is 0, all rows are in group 0. */
export function rowSumsKeyed(groups: usize, values: usize, nulls: usize, n: u32, cells: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const group = groups == 0 ? 0 : load<u32>(at4(groups, i));
    const cell = cells + (<usize> group) * RowSumCell.Bytes;
    const rows = load<u64>(cell, RowSumCell.Rows) + 1;
    if (isNull(nulls, i)) {
      store<u64>(cell, rows, RowSumCell.Rows);
      continue;
    }
    const value = load<u64>(at8(values, i));
    const low = load<u64>(cell, RowSumCell.Low) + value;
    store<u64>(cell, low, RowSumCell.Low);
    store<u64>(cell, (low < value ? rows + BEYOND : rows) | VALUE, RowSumCell.Rows);
  }
}

/** The row counts of groups as words. */
export function rowsOfSums(cells: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const rows = load<u64>(cells + (<usize> i) * RowSumCell.Bytes, RowSumCell.Rows);
    store<u64>(at8(q, i), rows & (BEYOND - 1));
  }
}

/** Returns 1 if the sum of a group is too large for a word. */
export function hasLargeSum(cells: usize, n: u32): u32 {
  for (let i: u32 = 0; i < n; i++) {
    const rows = load<u64>(cells + (<usize> i) * RowSumCell.Bytes, RowSumCell.Rows);
    if ((rows & ~VALUE) >= BEYOND) return 1;
  }
  return 0;
}

/** The sums of groups as words, or null if a group has no value. */
export function sumsOfRows(cells: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const cell = cells + (<usize> i) * RowSumCell.Bytes;
    store<u8>(qn + i, <u8> ((load<u64>(cell, RowSumCell.Rows) & VALUE) == 0));
    store<u64>(at8(q, i), load<u64>(cell, RowSumCell.Low));
  }
}

/**
 * Sums as words, or with `means` their means as doubles; null if there is no value. Returns 1 if one does not
 * fit.
 */
export function writeSums(cells: usize, n: u32, means: u32, q: usize, qn: usize): u32 {
  for (let i: u32 = 0; i < n; i++) {
    const cell = cells + (<usize> i) * SumCell.Bytes;
    const low = load<u64>(cell, SumCell.Low), count = <u64> load<u32>(cell, SumCell.Count);
    if (load<u32>(cell, SumCell.High) != 0) return 1;
    store<u8>(qn + i, count == 0 ? 1 : 0);
    if (count == 0) store<u64>(at8(q, i), 0);
    else if (!means) store<u64>(at8(q, i), low);
    else {
      const quotient = low / count;
      store<f64>(at8(q, i), <f64> quotient + <f64> (low - quotient * count) / <f64> count);
    }
  }
  return 0;
}

/** The values of cells that have one value, or null if they have none. */
export function writeKeptValues(cells: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const cell = cells + (<usize> i) * GroupCell.Bytes;
    store<u64>(at8(q, i), load<u64>(cell, KeptCell.Value));
    store<u8>(qn + i, load<u64>(cell, GroupCell.Count) == 0 ? 1 : 0);
  }
}

/** Writes 1 where a row is in a group, else 0. */
export function writeMembership(ids: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) store<u64>(at8(q, i), <u64> (load<u32>(at4(ids, i)) != NONE));
}

/**
 * Sets the bits of rows (the i-th, or rows[i] & 0xffff) that are in a group, or with `none` of those that are
 * not; returns how many.
 */
export function bitsOfIds(ids: usize, rows: usize, n: u32, none: u32, bits: usize): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    if ((load<u32>(at4(ids, i)) == NONE) != (none != 0)) continue;
    const row = rows == 0 ? i : load<u32>(at4(rows, i)) & 0xffff;
    const at = bits + (row >> 3);
    store<u8>(at, load<u8>(at) | <u8> (<u32> 1 << (row & 7)));
    count++;
  }
  return count;
}

/** Keeps the rows of a list that are in a group, or with `none` those that are not; returns how many. */
export function rowsOfIds(ids: usize, rows: usize, n: u32, none: u32, q: usize): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    store<u32>(at4(q, count), load<u32>(at4(rows, i)));
    count += <u32> ((load<u32>(at4(ids, i)) == NONE) == (none != 0));
  }
  return count;
}

/**
 * Writes the row of `list` that the id of each row refers to: q[row] = list[id], or 0xffffffff without an id. The row
 * is the i-th one, or rows[i] & 0xffff.
 */
export function partnersOfIds(ids: usize, rows: usize, n: u32, list: usize, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    const row = rows == 0 ? i : load<u32>(at4(rows, i)) & 0xffff;
    store<u32>(at4(q, row), id == NONE ? NONE : load<u32>(at4(list, id)));
  }
}

/** Counts the rows of each id. */
export function countIds(ids: usize, n: u32, counts: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    if (id == NONE) continue;
    const at = at4(counts, id);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Replaces each of n counts by `sum` plus the counts before it; returns the total. */
export function startsOfCounts(counts: usize, n: u32, sum: u32): u32 {
  for (let i: u32 = 0; i < n; i++) {
    const count = load<u32>(at4(counts, i));
    store<u32>(at4(counts, i), sum);
    sum += count;
  }
  return sum;
}

/**
 * Writes each row to the position that `places` has for its id, and advances that position; finally it is the end of
 * the id's rows.
 */
export function placeIds(ids: usize, rows: usize, n: u32, places: usize, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    if (id == NONE) continue;
    const at = at4(places, id);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u32>(at4(q, place), load<u32>(at4(rows, i)));
  }
}

/**
 * Returns the number of pairs that n rows form: the rows of group g are at starts[g] .. starts[g + 1]. With `lone`, a
 * row without a group counts as one pair.
 */
export function countPairs(ids: usize, n: u32, starts: usize, lone: u32): u64 {
  let count: u64 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    if (id == NONE) count += lone;
    else count += load<u32>(at4(starts, id + 1)) - load<u32>(at4(starts, id));
  }
  return count;
}

/**
 * Writes at most `most` pairs, beginning with pair `place` of row `from`: lefts[i], with each right row of its group.
 * With `lone`, a row without a group gets the pair (row, 0xffffffff). Stores in the state where to continue, and
 * returns the number of pairs.
 */
export function writePairs(
  ids: usize,
  lefts: usize,
  from: u32,
  n: u32,
  place: u32,
  starts: usize,
  list: usize,
  lone: u32,
  most: u32,
  ql: usize,
  qr: usize,
  state: usize,
): u32 {
  let count: u32 = 0, skipped = place, i = from;
  for (; i < n && count < most; i++) {
    const id = load<u32>(at4(ids, i));
    const left = load<u32>(at4(lefts, i));
    if (id == NONE) {
      if (!lone) continue;
      store<u32>(at4(ql, count), left);
      store<u32>(at4(qr, count), NONE);
      count++;
      continue;
    }
    const end = load<u32>(at4(starts, id + 1));
    let at = load<u32>(at4(starts, id)) + skipped;
    skipped = 0;
    for (; at < end && count < most; at++) {
      store<u32>(at4(ql, count), left);
      store<u32>(at4(qr, count), load<u32>(at4(list, at)));
      count++;
    }
    if (at < end) {
      skipped = at - load<u32>(at4(starts, id));
      break;
    }
  }
  store<u32>(state, i, PairState.Row);
  store<u32>(state, skipped, PairState.Place);
  return count;
}

/** Writes 1 where a row number means "no row"; returns whether there is one. */
export function nullsOfRows(rows: usize, n: u32, q: usize): u32 {
  let some: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const none = <u32> (load<u32>(at4(rows, i)) == NONE);
    store<u8>(q + i, <u8> none);
    some |= none;
  }
  return some;
}

/** Sets the bits of words in a set; word - `origin` is less than the size of the set. */
export function markWords(words: usize, n: u32, origin: u64, set: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const place = <usize> (load<u64>(at8(words, i)) - origin);
    const at = set + (place >> 3);
    store<u8>(at, load<u8>(at) | <u8> (<u32> 1 << (<u32> place & 7)));
  }
}

/** Writes 1 where the bit of a word is set, else 0; nulls give 0. Works in place. */
export function wordsInSet(
  words: usize,
  nulls: usize,
  n: u32,
  origin: u64,
  size: u64,
  set: usize,
  q: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const place = load<u64>(at8(words, i)) - origin;
    let pass: u64 = 0;
    if (place < size && !isNull(nulls, i)) {
      pass = <u64> ((load<u8>(set + <usize> (place >> 3)) >> <u8> (place & 7)) & 1);
    }
    store<u64>(at8(q, i), pass);
  }
}
