// Aggregates and sorting.

import {
  BestCell,
  DoubleCell,
  GroupCell,
  KeptCell,
  SpreadCell,
  SquaresCell,
  WholeCell,
} from "./group_layout";

@inline
function hash(key: u64, group: u32, none: u32): u32 {
  return <u32> (((key ^ ((<u64> group) << 40) ^ ((<u64> none) << 63)) * 0x9e37_79b9_7f4a_7c15) >> 32) ^
    (group * 0x85eb_ca6b);
}

/** Mixes the words of one key column into the hashes (u32) of n rows; `first` is 1 for the first key column. */
export function mixKeys(keys: usize, nulls: usize, n: u32, first: u32, hashes: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = hashes + ((<usize> i) << 2);
    const none: u32 = nulls != 0 ? <u32> load<u8>(nulls + i) : 0;
    const word = none ? 0 : load<u64>(keys + ((<usize> i) << 3));
    // Hash tables use the top bits of the same product. Without further mixing, all keys of a partition would
    // be in a small part of the table, and searches would be slow.
    let mixed = hash(word, first ? 0 : load<u32>(at), none);
    mixed = (mixed ^ (mixed >> 15)) * 0x2c1b_3c6d;
    store<u32>(at, mixed ^ (mixed >> 13));
  }
}

/**
 * Sorts the positions 0 .. n - 1 by partition, in stable order. The partition of a row is the top bits of its hash.
 * `ends` has a u32 for each partition, which receives the end of its positions.
 */
export function orderByHash(hashes: usize, n: u32, shift: u32, shares: u32, ends: usize, q: usize): void {
  memory.fill(ends, 0, (<usize> shares) << 2);
  for (let i: usize = 0; i < <usize> n; i++) {
    const at = ends + ((<usize> (load<u32>(hashes + (i << 2)) >> shift)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let each: usize = 0; each < <usize> shares; each++) {
    const count = load<u32>(ends + (each << 2));
    store<u32>(ends + (each << 2), sum);
    sum += count;
  }
  for (let i: usize = 0; i < <usize> n; i++) {
    const at = ends + ((<usize> (load<u32>(hashes + (i << 2)) >> shift)) << 2);
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<u32>(q + ((<usize> to) << 2), <u32> i);
  }
}

/**
 * Writes the number of the range of each of n keys (u32): how many of the `count` ascending bounds are at most the key.
 * Nulls are in a range of their own, after the last one.
 */
export function rangesOf(keys: usize, nulls: usize, n: u32, bounds: usize, count: u32, q: usize): void {
  for (let i: usize = 0; i < <usize> n; i++) {
    const key = load<u64>(keys + (i << 3));
    let low: u32 = 0, high = count;
    if (nulls != 0 && load<u8>(nulls + i) != 0) low = high = count + 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<u64>(bounds + ((<usize> middle) << 3)) <= key) low = middle + 1;
      else high = middle;
    }
    store<u32>(q + (i << 2), low);
  }
}

/** Permutes bytes: q[i] = bytes[order[i]]. */
export function permuteBytes(bytes: usize, order: usize, n: u32, q: usize): void {
  for (let i: usize = 0; i < <usize> n; i++) {
    store<u8>(q + i, load<u8>(bytes + <usize> load<u32>(order + (i << 2))));
  }
}

@inline
function skip(nulls: usize, pass: usize, i: u32): bool {
  return (nulls != 0 && load<u8>(nulls + i) != 0) || (pass != 0 && load<u64>(pass + ((<usize> i) << 3)) == 0);
}

// If `groups` is 0, all rows are in group 0. `pass` has a word per row that is 0 if the row does not count; if `pass`
// is 0, all rows count.

@inline
function cellOf(cells: usize, groups: usize, i: u32): usize {
  return groups == 0 ? cells : cells + (<usize> load<u32>(groups + ((<usize> i) << 2))) * GroupCell.Bytes;
}

/** Counts the rows of each group. */
export function countRows(groups: usize, nulls: usize, pass: usize, n: u32, cells: usize): void {
  if (groups == 0 && nulls == 0 && pass == 0) {
    store<u64>(cells, load<u64>(cells, GroupCell.Count) + n, GroupCell.Count);
    return;
  }
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    store<u64>(c, load<u64>(c, GroupCell.Count) + 1, GroupCell.Count);
  }
}

/** Adds values as 128-bit numbers; `signed` extends the sign. */
export function sumRows(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  signed: u32,
  cells: usize,
): void {
  if (groups == 0 && nulls == 0 && pass == 0 && !signed) {
    let low = load<u64>(cells, WholeCell.Low), high = load<u64>(cells, WholeCell.High);
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(values + ((<usize> i) << 3));
      low += v;
      if (low < v) high++;
    }
    store<u64>(cells, load<u64>(cells, GroupCell.Count) + n, GroupCell.Count);
    store<u64>(cells, low, WholeCell.Low);
    store<u64>(cells, high, WholeCell.High);
    return;
  }
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    const v = load<u64>(values + ((<usize> i) << 3));
    const low = load<u64>(c, WholeCell.Low) + v;
    let high = load<u64>(c, WholeCell.High);
    if (signed && <i64> v < 0) high--;
    if (low < v) high++;
    store<u64>(c, load<u64>(c, GroupCell.Count) + 1, GroupCell.Count);
    store<u64>(c, low, WholeCell.Low);
    store<u64>(c, high, WholeCell.High);
  }
}

/** Computes mean and spread of doubles. */
export function spreadDoubles(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    const v = load<f64>(values + ((<usize> i) << 3));
    // Welford's running mean and sum of squared distances.
    const count = load<u64>(c, GroupCell.Count) + 1;
    store<u64>(c, count, GroupCell.Count);
    if (count == 1) {
      store<f64>(c, v, SpreadCell.Mean);
      continue;
    }
    const mean = load<f64>(c, SpreadCell.Mean), meanRest = load<f64>(c, SpreadCell.Rest);
    const distance = (v - mean) - meanRest;
    const step = meanRest + distance / <f64> count;
    // The rounding error of adding two doubles is itself a double.
    const next = mean + step, part = next - mean;
    const nextRest = (mean - (next - part)) + (step - part);
    store<f64>(c, next, SpreadCell.Mean);
    store<f64>(c, nextRest, SpreadCell.Rest);
    const left = (v - next) - nextRest;
    store<f64>(c, load<f64>(c, SpreadCell.Squares) + distance * left, SpreadCell.Squares);
  }
}

/** Adds integers and their squares exactly; `signed` extends the sign. */
export function addSquares(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  signed: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const group = groups == 0 ? 0 : load<u32>(groups + ((<usize> i) << 2));
    const c = cells + (<usize> group) * SquaresCell.Bytes;
    const v = load<u64>(values + ((<usize> i) << 3));
    const isNegative = signed != 0 && <i64> v < 0;
    const low = load<u64>(c, SquaresCell.Low) + v;
    let high = load<u64>(c, SquaresCell.High);
    if (isNegative) high--;
    if (low < v) high++;
    store<u64>(c, load<u64>(c, GroupCell.Count) + 1, GroupCell.Count);
    store<u64>(c, low, SquaresCell.Low);
    store<u64>(c, high, SquaresCell.High);
    const size = isNegative ? 0 - v : v;
    if (size >> 32 == 0) {
      addToSquares(c, size * size, 0);
      continue;
    }
    // (b * 2^32 + a)^2 = b^2 * 2^64 + 2ab * 2^32 + a^2
    const a = size & 0xffff_ffff, b = size >> 32, ab = a * b;
    const square = a * a + (ab << 33);
    addToSquares(c, square, b * b + (ab >> 31) + <u64> (square < (ab << 33)));
  }
}

/** Adds a square of two words to the sum of squares. */
@inline
function addToSquares(c: usize, square: u64, upper: u64): void {
  const low = load<u64>(c, SquaresCell.SquaresLow) + square;
  store<u64>(c, low, SquaresCell.SquaresLow);
  const carry = <u64> (low < square);
  if ((upper | carry) == 0) return;
  const middle = load<u64>(c, SquaresCell.SquaresMiddle) + upper;
  const next = middle + carry;
  store<u64>(c, next, SquaresCell.SquaresMiddle);
  const over = <u64> (middle < upper) + <u64> (next < carry);
  store<u64>(c, load<u64>(c, SquaresCell.SquaresHigh) + over, SquaresCell.SquaresHigh);
}

/** Plain sums of doubles. */
export function addDoubles(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    store<u64>(c, load<u64>(c, GroupCell.Count) + 1, GroupCell.Count);
    store<f64>(c, load<f64>(c, DoubleCell.Sum) + load<f64>(values + ((<usize> i) << 3)), DoubleCell.Sum);
  }
}

/** Keeps the smallest value of each group, or the largest if `most` is set; kind 0 u64, 1 i64, 2 f64. */
export function extremeRows(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  kind: u32,
  most: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    const v = load<u64>(values + ((<usize> i) << 3));
    const count = load<u64>(c, GroupCell.Count);
    const best = load<u64>(c, KeptCell.Value);
    let less = v < best;
    if (kind == 1) less = <i64> v < <i64> best;
    else if (kind == 2) less = reinterpret<f64>(v) < reinterpret<f64>(best);
    if (count == 0 || (most ? !less : less)) store<u64>(c, v, KeptCell.Value);
    store<u64>(c, count + 1, GroupCell.Count);
  }
}

/** Keeps the first value of each group, or the last if `last` is set. */
export function edgeRows(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  last: u32,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    const count = load<u64>(c, GroupCell.Count);
    if (count == 0 || last) store<u64>(c, load<u64>(values + ((<usize> i) << 3)), KeptCell.Value);
    store<u64>(c, count + 1, GroupCell.Count);
  }
}

/**
 * Keeps the value of the row with the smallest key, the first such row. A cell is a count, the key, the value,
 * and whether it is null.
 */
export function bestRows(
  groups: usize,
  keys: usize,
  keyNulls: usize,
  pass: usize,
  n: u32,
  values: usize,
  valueNulls: usize,
  cells: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    if (skip(keyNulls, pass, i)) continue;
    const c = cellOf(cells, groups, i);
    const key = load<u64>(keys + ((<usize> i) << 3));
    const count = load<u64>(c, GroupCell.Count);
    if (count == 0 || key < load<u64>(c, BestCell.Key)) {
      store<u64>(c, key, BestCell.Key);
      store<u64>(c, load<u64>(values + ((<usize> i) << 3)), BestCell.Value);
      store<u64>(c, valueNulls != 0 && load<u8>(valueNulls + i) != 0 ? 1 : 0, BestCell.Null);
    }
    store<u64>(c, count + 1, GroupCell.Count);
  }
}

/** Writes value and group of the rows that count, for aggregates that need all values; returns how many. */
export function collectRows(
  groups: usize,
  values: usize,
  nulls: usize,
  pass: usize,
  n: u32,
  q: usize,
  g: usize,
): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    if (skip(nulls, pass, i)) continue;
    store<u64>(q + ((<usize> count) << 3), load<u64>(values + ((<usize> i) << 3)));
    store<u32>(g + ((<usize> count) << 2), groups == 0 ? 0 : load<u32>(groups + ((<usize> i) << 2)));
    count++;
  }
  return count;
}

/**
 * Marks the pairs of values, given by their ids, and owners: a value has `words` words, with a bit for each owner. Adds
 * 1 to the owner's cell for each new pair, and returns the number of new pairs. Replaces an id by 0xffffffff if there
 * is no bit for its owner.
 */
export function markPairs(ids: usize, owners: usize, n: u32, marks: usize, words: u32, cells: usize): u32 {
  let count: u32 = 0;
  for (let i: usize = 0; i < <usize> n; i++) {
    const id = load<u32>(ids + (i << 2)), owner = load<u32>(owners + (i << 2));
    if (id == 0xffff_ffff) continue;
    if (owner >> 6 >= words) {
      store<u32>(ids + (i << 2), 0xffff_ffff);
      continue;
    }
    const at = marks + ((<usize> id * words + (owner >> 6)) << 3);
    const word = load<u64>(at), bit = (<u64> 1) << (owner & 63);
    if (word & bit) continue;
    store<u64>(at, word | bit);
    const cell = cells + (<usize> owner) * GroupCell.Bytes;
    store<u64>(cell, load<u64>(cell, GroupCell.Count) + 1, GroupCell.Count);
    count++;
  }
  return count;
}

/** Lists the value (q) and owner (g) of each pair that is marked for n values; returns the number of pairs. */
export function listMarks(values: usize, marks: usize, words: u32, n: u32, q: usize, g: usize): u32 {
  let count: usize = 0;
  for (let i: usize = 0; i < <usize> n; i++) {
    const value = load<u64>(values + (i << 3));
    for (let k: u32 = 0; k < words; k++) {
      for (let word = load<u64>(marks + ((i * words + k) << 3)); word != 0; word &= word - 1) {
        store<u64>(q + (count << 3), value);
        store<u32>(g + (count << 2), (k << 6) + <u32> ctz(word));
        count++;
      }
    }
  }
  return <u32> count;
}

/** Counts the values of each group (u32). */
export function countOwners(groups: usize, n: u32, counts: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = counts + ((<usize> load<u32>(groups + ((<usize> i) << 2))) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Sorts values by group; next[group] is the position of the group's next value, and advances. */
export function scatterRows(values: usize, groups: usize, n: u32, next: usize, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = next + ((<usize> load<u32>(groups + ((<usize> i) << 2))) << 2);
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<u64>(q + ((<usize> to) << 3), load<u64>(values + ((<usize> i) << 3)));
  }
}

/**
 * The k-th smallest (from 0) of n words, found eleven bits at a time from the highest bit that differs. Each round
 * keeps only the words with the right bits. The words are not changed; `scratch` has room for n of them, `counts` has 8
 * KB.
 */
export function nthWord(words: usize, n: u32, k: u32, scratch: usize, counts: usize): u64 {
  const one = load<u64>(words);
  let differing: u64 = 0;
  for (let i: u32 = 1; i < n; i++) differing |= load<u64>(words + ((<usize> i) << 3)) ^ one;
  let from = words, left = n, wanted = k;
  let top = differing == 0 ? 0 : 64 - <i32> clz(differing);
  while (top > 0) {
    const shift = <u64> max(0, top - 11);
    const mask = ((<u64> 1) << (<u64> top - shift)) - 1;
    top = <i32> shift;
    memory.fill(counts, 0, 8192);
    for (let i: u32 = 0; i < left; i++) {
      const at = counts + ((<usize> ((load<u64>(from + ((<usize> i) << 3)) >> shift) & mask)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    let digit: u64 = 0;
    while (true) {
      const count = load<u32>(counts + ((<usize> digit) << 2));
      if (wanted < count) break;
      wanted -= count;
      digit++;
    }
    let kept: u32 = 0;
    for (let i: u32 = 0; i < left; i++) {
      const word = load<u64>(from + ((<usize> i) << 3));
      store<u64>(scratch + ((<usize> kept) << 3), word);
      kept += <u32> (((word >> shift) & mask) == digit);
    }
    from = scratch;
    left = kept;
  }
  return load<u64>(from);
}

/** Counts the keys by the value of one of their bytes, and adds that to `counts`. */
export function radixCount(keys: usize, n: u32, shift: u64, counts: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = counts + ((<usize> ((load<u64>(keys + ((<usize> i) << 3)) >> shift) & 255)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/**
 * Moves keys and their rows to the position that `counts` has for the value of one byte, and advances that position.
 */
export function radixMove(
  keys: usize,
  rows: usize,
  n: u32,
  shift: u64,
  keysOut: usize,
  rowsOut: usize,
  counts: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(keys + ((<usize> i) << 3));
    const at = counts + ((<usize> ((key >> shift) & 255)) << 2);
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<u64>(keysOut + ((<usize> to) << 3), key);
    store<u32>(rowsOut + ((<usize> to) << 2), load<u32>(rows + ((<usize> i) << 2)));
  }
}

/** Permutes values: q[i] = values[order[i]]. */
export function permute(values: usize, order: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<u64>(
      q + ((<usize> i) << 3),
      load<u64>(values + ((<usize> load<u32>(order + ((<usize> i) << 2))) << 3)),
    );
  }
}

/** Permutes row numbers. */
export function permute32(values: usize, order: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<u32>(
      q + ((<usize> i) << 2),
      load<u32>(values + ((<usize> load<u32>(order + ((<usize> i) << 2))) << 2)),
    );
  }
}

/** Appends the keys that are at most `bound`, with their row numbers (base + i or rows[i]), for rows in [0, n). */
export function keysAtMost(
  keys: usize,
  n: u32,
  bound: u64,
  rows: usize,
  base: u32,
  keysOut: usize,
  rowsOut: usize,
): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(keys + ((<usize> i) << 3));
    if (key > bound) continue;
    store<u64>(keysOut + ((<usize> count) << 3), key);
    store<u32>(rowsOut + ((<usize> count) << 2), rows != 0 ? load<u32>(rows + ((<usize> i) << 2)) : base + i);
    count++;
  }
  return count;
}
