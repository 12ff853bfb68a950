// A fast path to group a block by its stored keys. For each stored key, u64 counters hold what the block adds
// to a group: the row count in the upper 16 bits, the sum of stored values in the lower 48. Adjacent rows add
// to different ones of the two or four counters of a key, so that a run of one key does not wait for its own
// stores. None can overflow: there is room for 32768 rows of 32-bit values. `c` is a `DenseCall` everywhere.

import { countFewKeys } from "./counts.part.as";
import { DenseCall, DenseCell } from "./dense_layout";
import { FIRST_POWER, NO_POWER, POWERS, powersOf } from "./powers.part.as";
import { nonZero16 } from "./sums.part.as";

const ONE: u64 = <u64> 1 << 48;
/** Up to this many keys have four counters each, which fit in the L1 cache. */
const FEW_KEYS: u32 = 1024;
/**
 * Bytes between two counters of a key. Not a multiple of a page: at equal offsets within a page, the CPU would assume a
 * dependency between the two.
 */
const FEW_STEP: usize = 8 * 1024 + 128;
const STEP: usize = 8 * 4096 + 128;
/** After the counters: the number of nulls by key, and keys of one byte, such as those for powers. */
const EMPTY: usize = 2 * STEP;
const BYTE_KEYS: usize = EMPTY + 4 * 4096;
/** Rows whose powers are computed together. */
const CHUNK: u32 = 4096;

@inline
function add(p: usize, more: u64): void {
  store<u64>(p, load<u64>(p) + more);
}

/**
 * Adds n rows to the counters of their keys, which have as many counters as S has bytes, 2 or 4. A V of eight bytes
 * stands for rows without a value.
 */
@inline
function addAll<K, V, S>(keys: usize, values: usize, n: u32, numbers: usize): void {
  const second = numbers + (sizeof<S>() == 4 ? FEW_STEP : STEP);
  const third = sizeof<S>() == 4 ? numbers + 2 * FEW_STEP : numbers;
  const fourth = sizeof<S>() == 4 ? numbers + 3 * FEW_STEP : second;
  let k = keys, v = values;
  // Offsets of adjacent rows are constants: computing each took a third of the time.
  for (let i = n >> 2; i != 0; i--) {
    add(
      numbers + ((<usize> load<K>(k)) << 3),
      sizeof<V>() == 8 ? ONE : <u64> load<V>(v) + ONE,
    );
    add(
      second + ((<usize> load<K>(k, sizeof<K>())) << 3),
      sizeof<V>() == 8 ? ONE : <u64> load<V>(v, sizeof<V>()) + ONE,
    );
    add(
      third + ((<usize> load<K>(k, 2 * sizeof<K>())) << 3),
      sizeof<V>() == 8 ? ONE : <u64> load<V>(v, 2 * sizeof<V>()) + ONE,
    );
    add(
      fourth + ((<usize> load<K>(k, 3 * sizeof<K>())) << 3),
      sizeof<V>() == 8 ? ONE : <u64> load<V>(v, 3 * sizeof<V>()) + ONE,
    );
    k += 4 * sizeof<K>();
    v += 4 * sizeof<V>();
  }
  for (let i = n & 3; i != 0; i--) {
    add(numbers + ((<usize> load<K>(k)) << 3), sizeof<V>() == 8 ? ONE : <u64> load<V>(v) + ONE);
    k += sizeof<K>();
    v += sizeof<V>();
  }
}

@inline
function addRow<K, V>(keys: usize, values: usize, i: u32, numbers: usize): void {
  add(
    numbers + ((<usize> load<K>(keys + (<usize> i) * sizeof<K>())) << 3),
    sizeof<V>() == 8 ? ONE : <u64> load<V>(values + (<usize> i) * sizeof<V>()) + ONE,
  );
}

/** Adds the rows whose bit is set, alternating between two counters, so that neither gets more than 32768. */
@inline
function addSelected<K, V, S>(keys: usize, values: usize, n: u32, bits: usize, numbers: usize): void {
  const second = numbers + (sizeof<S>() == 4 ? FEW_STEP : STEP);
  for (let from: u32 = 0; from < n; from += 64) {
    let word = load<u64>(bits + (from >> 3));
    while (word != 0) {
      addRow<K, V>(keys, values, from + <u32> ctz(word), numbers);
      word &= word - 1;
      if (word == 0) break;
      addRow<K, V>(keys, values, from + <u32> ctz(word), second);
      word &= word - 1;
    }
  }
}

@inline
function addRows<K, V, S>(keys: usize, values: usize, n: u32, bits: usize, numbers: usize): void {
  if (bits == 0) addAll<K, V, S>(keys, values, n, numbers);
  else addSelected<K, V, S>(keys, values, n, bits, numbers);
}

/** Counts the nulls by key. */
@inline
function countEmpty<K>(keys: usize, values: usize, width: u32, n: u32, bits: usize, empty: usize): void {
  for (let from: u32 = 0; from < n; from += 16) {
    let word: u32 = bits != 0
      ? <u32> load<u16>(bits + (from >> 3))
      : n - from < 16
      ? ((<u32> 1) << (n - from)) - 1
      : 0xffff;
    if (word == 0) continue;
    word &= ~nonZero16(values, width, from);
    for (; word != 0; word &= word - 1) {
      const i = from + <u32> ctz(word);
      const p = empty + ((<usize> load<K>(keys + (<usize> i) * sizeof<K>())) << 2);
      store<u32>(p, load<u32>(p) + 1);
    }
  }
}

/** Counts n rows by keys of one byte. */
function countBytes(keys: usize, n: u32, bits: usize, numbers: usize): void {
  for (let from: u32 = 0; from < n; from += CHUNK) {
    const count = min(CHUNK, n - from);
    const own = bits == 0 ? 0 : bits + (from >> 3);
    if (countFewKeys(keys + from, count, own, numbers + BYTE_KEYS, numbers, FEW_STEP)) continue;
    addRows<u8, u64, u32>(keys + from, 0, count, own, numbers);
  }
}

/** Adds n rows to the counters, by keys of one or two bytes: all rows, or those with a bit. */
function addKeys<K, S>(c: usize, keys: usize, values: usize, n: u32, bits: usize): void {
  const width = load<u32>(c, DenseCall.ValueWidth);
  const numbers = <usize> load<u32>(c, DenseCall.Halves);
  if (load<u32>(c, DenseCall.Values) == 0) {
    if (sizeof<K>() == 1) return countBytes(keys, n, bits, numbers);
    return addRows<K, u64, S>(keys, 0, n, bits, numbers);
  }
  if (load<u32>(c, DenseCall.ZeroIsNull)) countEmpty<K>(keys, values, width, n, bits, numbers + EMPTY);
  if (width == 1) addRows<K, u8, S>(keys, values, n, bits, numbers);
  else if (width == 2) addRows<K, u16, S>(keys, values, n, bits, numbers);
  else addRows<K, u32, S>(keys, values, n, bits, numbers);
}

/** Adds n rows to groups by powers of two of the keys, which may have any width. */
function addPowers(c: usize, keys: usize, values: usize, n: u32, bits: usize): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  const valueWidth = load<u32>(c, DenseCall.ValueWidth);
  const powers = <usize> load<u32>(c, DenseCall.Halves) + BYTE_KEYS;
  for (let from: u32 = 0; from < n; from += CHUNK) {
    const count = min(CHUNK, n - from);
    powersOf(c, keys + (<usize> from) * width, count, powers);
    const own = bits == 0 ? 0 : bits + (from >> 3);
    addKeys<u8, u32>(c, powers, values + (<usize> from) * valueWidth, count, own);
  }
}

/** The slot of the counters of a key. */
@inline
function slotOf(c: usize, key: u32): u32 {
  if (load<u32>(c, DenseCall.Buckets)) {
    return key == NO_POWER ? load<u32>(c, DenseCall.NullSlot) : max(key, FIRST_POWER) - FIRST_POWER;
  }
  if (key == 0 && load<u32>(c, DenseCall.ZeroKeyIsNull) != 0) return load<u32>(c, DenseCall.NullSlot);
  return key + load<u32>(c, DenseCall.KeyOffset);
}

/** Adds a number of values to a cell, given the sum of their stored numbers, from which `origin` was subtracted. */
@inline
function addToCell(cell: usize, count: u64, sum: u64, origin: u64): void {
  // An origin of -1 stands for a block of nullable values that begins at 0; none of its values is stored as
  // 0.
  if (origin == u64.MAX_VALUE) {
    sum -= count;
    origin = 0;
  }
  const middle = count * (origin >> 32) + ((count * (origin & 0xffff_ffff)) >> 32);
  const plus = count * origin;
  let low = load<u64>(cell, DenseCell.Low), high = load<u64>(cell, DenseCell.High) + (middle >> 32);
  low += plus;
  if (low < plus) high++;
  low += sum;
  if (low < sum) high++;
  store<u64>(cell, load<u64>(cell, DenseCell.Values) + count, DenseCell.Values);
  store<u64>(cell, low, DenseCell.Low);
  store<u64>(cell, high, DenseCell.High);
}

/** Adds the counters of the block to the cells and zeroes them; returns the number of new groups. */
function flushCounters(c: usize, span: u32, isFew: bool): u32 {
  const hasValues = load<u32>(c, DenseCall.Values) != 0;
  const mayBeEmpty = load<u32>(c, DenseCall.ZeroIsNull) != 0;
  const origin = load<u64>(c, DenseCall.Origin);
  const cells = <usize> load<u32>(c, DenseCall.Cells);
  const firsts = <usize> load<u32>(c, DenseCall.Firsts);
  const numbers = <usize> load<u32>(c, DenseCall.Halves);
  const step: usize = isFew ? FEW_STEP : STEP;
  const end: usize = isFew ? 4 * step : 2 * step;
  let fresh: u32 = 0;
  for (let key: u32 = 0; key < span; key++) {
    const p = numbers + ((<usize> key) << 3);
    let rows: u64 = 0, sum: u64 = 0;
    for (let at: usize = 0; at < end; at += step) {
      const number = load<u64>(p + at);
      if (number == 0) continue;
      rows += number >> 48;
      sum += number & (ONE - 1);
      store<u64>(p + at, 0);
    }
    if (rows == 0) continue;
    const slot = slotOf(c, key);
    const cell = cells + (<usize> slot) * DenseCell.Bytes;
    const before = load<u64>(cell, DenseCell.Rows);
    if (before == 0) {
      fresh++;
      store<u32>(firsts + ((<usize> slot) << 2), 0xffff_ffff);
    }
    store<u64>(cell, before + rows, DenseCell.Rows);
    if (!hasValues) continue;
    let count = rows;
    if (mayBeEmpty) {
      const at = numbers + EMPTY + ((<usize> key) << 2);
      count -= <u64> load<u32>(at);
      store<u32>(at, 0);
    }
    addToCell(cell, count, sum, origin);
  }
  return fresh;
}

/** The counter of the key of row i. */
@inline
function keyAt(c: usize, keys: usize, width: u32, i: u32): u32 {
  const stored: u64 = width == 1
    ? <u64> load<u8>(keys + i)
    : width == 2
    ? <u64> load<u16>(keys + ((<usize> i) << 1))
    : width == 4
    ? <u64> load<u32>(keys + ((<usize> i) << 2))
    : load<u64>(keys + ((<usize> i) << 3));
  if (!load<u32>(c, DenseCall.Buckets)) return <u32> stored;
  if (stored == 0 && load<u32>(c, DenseCall.ZeroKeyIsNull) != 0) return NO_POWER;
  return FIRST_POWER + 63 - <u32> clz(stored + load<u64>(c, DenseCall.KeyOrigin));
}

/** Finds the first rows of the `fresh` new groups. */
function findFirstRows(c: usize, keys: usize, n: u32, bits: usize, fresh: u32): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  const first = load<u32>(c, DenseCall.First);
  const firsts = <usize> load<u32>(c, DenseCall.Firsts);
  for (let i: u32 = 0; i < n && fresh > 0; i++) {
    if (bits != 0 && (((<u32> load<u8>(bits + (i >> 3))) >> (i & 7)) & 1) == 0) continue;
    const p = firsts + ((<usize> slotOf(c, keyAt(c, keys, width, i))) << 2);
    if (load<u32>(p) != 0xffff_ffff) continue;
    store<u32>(p, first + i);
    fresh--;
  }
}

/** Adds a block to the cells. */
export function groupBlockFast(c: usize): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const values = <usize> load<u32>(c, DenseCall.Values);
  const bits = <usize> load<u32>(c, DenseCall.Bits);
  const n = load<u32>(c, DenseCall.Count);
  const arePowers = load<u32>(c, DenseCall.Buckets) != 0;
  const span = arePowers ? POWERS : load<u32>(c, DenseCall.Span);
  const isFew = span <= FEW_KEYS;
  if (arePowers) addPowers(c, keys, values, n, bits);
  else if (load<u32>(c, DenseCall.KeyWidth) == 1) addKeys<u8, u32>(c, keys, values, n, bits);
  else if (isFew) addKeys<u16, u32>(c, keys, values, n, bits);
  else addKeys<u16, u16>(c, keys, values, n, bits);
  const fresh = flushCounters(c, span, isFew);
  if (fresh > 0) findFirstRows(c, keys, n, bits, fresh);
}
