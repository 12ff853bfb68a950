// Partitions rows by their keys, so that each partition can be grouped by another thread, and combines the
// results of the partitions. Rows arrive in pieces whose memory has the same layout: a column is at the same
// offset in each.

import { GroupCell, KeptCell, SquaresCell } from "./group_layout";
import { RowSumBit, RowSumCell, SumCell } from "./keyed_layout";
import { PartitionCells } from "./shares_layout";

@inline
function at4(p: usize, i: u32): usize {
  return p + ((<usize> i) << 2);
}

@inline
function at8(p: usize, i: u32): usize {
  return p + ((<usize> i) << 3);
}

/**
 * Returns the partition of a key. Multiplies by another constant than the hash tables: otherwise all keys of a
 * partition would be in one part of its table.
 */
@inline
function partitionOf(key: u64, shift: u64): u32 {
  return <u32> (((key ^ (key >> 32)) * 0xd6e8_feb8_6659_fd93) >> shift);
}

/** Consecutive keys stay in one partition, so that its table is at most as large as its key range. */
const RUN_BITS: u64 = 12;

/**
 * Sorts positions 0 .. n - 1 into the partitions of their words, in stable order, to `order`; the end of each of
 * the 2^(64 - shift) partitions goes to `ends`. With `byRuns`, a partition has runs of consecutive words, counted
 * from `less`. Null is in partition 0. `scratch` has a byte for each word.
 */
export function orderByPartition(
  words: usize,
  nulls: usize,
  n: u32,
  shift: u64,
  byRuns: u32,
  less: u64,
  ends: usize,
  scratch: usize,
  order: usize,
): void {
  const shares = <usize> 1 << <usize> (64 - shift);
  const mask = <u64> shares - 1;
  memory.fill(ends, 0, shares << 2);
  for (let i: u32 = 0; i < n; i++) {
    const none = nulls != 0 && load<u8>(nulls + i) != 0;
    const word = load<u64>(at8(words, i));
    const share: u32 = none
      ? 0
      : byRuns
      ? <u32> (((word - less) >> RUN_BITS) & mask)
      : partitionOf(word, shift);
    store<u8>(scratch + i, <u8> share);
    const at = at4(ends, share);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let each: u32 = 0; each < <u32> shares; each++) {
    const count = load<u32>(at4(ends, each));
    store<u32>(at4(ends, each), sum);
    sum += count;
  }
  for (let i: u32 = 0; i < n; i++) {
    const at = at4(ends, <u32> load<u8>(scratch + i));
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<u32>(at4(order, to), i);
  }
}

/**
 * Concatenates the cells of `width` bytes of one partition from pieces `from` .. `to` - 1 to q. `column` and
 * `ends` are those of piece 0; those of each next piece are `stride` bytes further.
 */
export function joinCells(
  column: usize,
  ends: usize,
  stride: usize,
  from: u32,
  to: u32,
  share: u32,
  width: usize,
  q: usize,
): void {
  for (let piece: u32 = from; piece < to; piece++) {
    const more = <usize> piece * stride;
    const first = <usize> (share == 0 ? 0 : load<u32>(at4(ends + more, share - 1)));
    const bytes = (<usize> load<u32>(at4(ends + more, share)) - first) * width;
    memory.copy(q, column + more + first * width, bytes);
    q += bytes;
  }
}

/** Concatenates the positions of one partition from all pieces; to those of piece i, i * 65536 is added. */
export function joinPositions(
  order: usize,
  ends: usize,
  stride: usize,
  from: u32,
  to: u32,
  share: u32,
  q: usize,
): void {
  for (let piece: u32 = from; piece < to; piece++) {
    const more = <usize> piece * stride;
    const first: u32 = share == 0 ? 0 : load<u32>(at4(ends + more, share - 1));
    const last = load<u32>(at4(ends + more, share));
    for (let i = first; i < last; i++) {
      store<u32>(q, load<u32>(at4(order + more, i)) + (piece << 16));
      q += 4;
    }
  }
}

/** Sets the byte of each position in a list, from index `from` up to the number at `count`. */
export function markPositions(list: usize, from: u32, count: usize, marks: usize): void {
  const to = load<u32>(count);
  for (let i = from; i < to; i++) store<u8>(marks + load<u32>(at4(list, i)), 1);
}

/** Writes how many of n bytes are set before each 64th one; returns the total. n is a multiple of 64. */
export function countMarks(marks: usize, n: u32, before: usize): u32 {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < n; i += 64) {
    store<u32>(at4(before, i >> 6), sum);
    for (let at: u32 = i; at < i + 64; at += 8) sum += <u32> popcnt<u64>(load<u64>(marks + at));
  }
  return sum;
}

/** Replaces positions by numbers: the count of set bytes before each, plus `base`. */
export function numberPositions(
  list: usize,
  from: u32,
  to: u32,
  marks: usize,
  before: usize,
  base: u32,
): void {
  for (let i = from; i < to; i++) {
    const position = load<u32>(at4(list, i));
    const start = position & ~63;
    let number = base + load<u32>(at4(before, position >> 6));
    let at = start;
    for (; at + 8 <= position; at += 8) number += <u32> popcnt<u64>(load<u64>(marks + at));
    for (; at < position; at++) number += load<u8>(marks + at);
    store<u32>(at4(list, i), number);
  }
}

/** The index of the first of ascending numbers that is not less than `one`. */
@inline
function firstFrom(numbers: usize, count: u32, least: u32): u32 {
  let low: u32 = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(at4(numbers, middle)) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes the cells of groups `from` .. `to` - 1, from all partitions, to q by the numbers of the groups. */
export function placeCells(shares: usize, count: u32, from: u32, to: u32, width: u32, q: usize): void {
  for (let share: u32 = 0; share < count; share++) {
    const entry = shares + (<usize> share) * PartitionCells.Bytes;
    const numbers = <usize> load<u32>(entry, PartitionCells.Numbers);
    const cells = <usize> load<u32>(entry, PartitionCells.Cells);
    const groups = load<u32>(entry, PartitionCells.Count);
    for (let i = firstFrom(numbers, groups, from); i < groups; i++) {
      const number = load<u32>(at4(numbers, i));
      if (number >= to) break;
      const cell = cells + (<usize> i) * width;
      const place = q + (<usize> (number - from)) * width;
      for (let at: u32 = 0; at < width; at += 8) store<u64>(place + at, load<u64>(cell + at));
    }
  }
}

/** Lowers the value of each group to the smallest of its entries: entry i has values[i] and belongs to group ids[i]. */
export function minimumOfIds(ids: usize, values: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = at4(q, load<u32>(at4(ids, i)));
    store<u32>(at, min(load<u32>(at), load<u32>(at4(values, i))));
  }
}

/** Adds n counts to the counts of their groups, ids[i]. */
export function addCounts(ids: usize, counts: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = at8(q, load<u32>(at4(ids, i)));
    store<u64>(at, load<u64>(at) + load<u64>(at8(counts, i)));
  }
}

/** Adds n sums to the sums of their groups, ids[i]. */
export function addSums(ids: usize, sums: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const from = sums + (<usize> i) * SumCell.Bytes;
    const to = q + (<usize> load<u32>(at4(ids, i))) * SumCell.Bytes;
    const more = load<u64>(from, SumCell.Low);
    const low = load<u64>(to, SumCell.Low) + more;
    const over: u32 = low < more ? 1 : 0;
    store<u64>(to, low, SumCell.Low);
    store<u32>(to, load<u32>(to, SumCell.Count) + load<u32>(from, SumCell.Count), SumCell.Count);
    store<u32>(to, load<u32>(to, SumCell.High) + load<u32>(from, SumCell.High) + over, SumCell.High);
  }
}

/** Set if some row of a group has a value. */
const VALUE: u64 = <u64> 1 << RowSumBit.Value;

/** Adds n row counts and sums to those of their groups, ids[i]. */
export function addRowSums(ids: usize, sums: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const from = sums + (<usize> i) * RowSumCell.Bytes;
    const to = q + (<usize> load<u32>(at4(ids, i))) * RowSumCell.Bytes;
    const more = load<u64>(from, RowSumCell.Low);
    const low = load<u64>(to, RowSumCell.Low) + more;
    const over = <u64> (low < more) << RowSumBit.Beyond;
    const a = load<u64>(to, RowSumCell.Rows), b = load<u64>(from, RowSumCell.Rows);
    store<u64>(to, low, RowSumCell.Low);
    store<u64>(to, ((a & ~VALUE) + (b & ~VALUE) + over) | ((a | b) & VALUE), RowSumCell.Rows);
  }
}

/**
 * Merges n cells into those of their groups, ids[i]: keeps the smaller value, or the larger if `most` is set; kind 0
 * u64, 1 i64.
 */
export function addExtremes(ids: usize, cells: usize, n: u32, kind: u32, most: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const from = cells + (<usize> i) * GroupCell.Bytes;
    const count = load<u64>(from, GroupCell.Count);
    if (count == 0) continue;
    const to = q + (<usize> load<u32>(at4(ids, i))) * GroupCell.Bytes;
    const before = load<u64>(to, GroupCell.Count);
    const v = load<u64>(from, KeptCell.Value), best = load<u64>(to, KeptCell.Value);
    const less = kind == 1 ? <i64> v < <i64> best : v < best;
    if (before == 0 || (most != 0 ? !less : less)) store<u64>(to, v, KeptCell.Value);
    store<u64>(to, before + count, GroupCell.Count);
  }
}

/** Adds n counts, sums and sums of squares to those of their groups, ids[i]. */
export function addSquareSums(ids: usize, cells: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const from = cells + (<usize> i) * SquaresCell.Bytes;
    const to = q + (<usize> load<u32>(at4(ids, i))) * SquaresCell.Bytes;
    store<u64>(to, load<u64>(to, GroupCell.Count) + load<u64>(from, GroupCell.Count), GroupCell.Count);
    const carry = addWord(from + SquaresCell.Low, to + SquaresCell.Low, 0);
    addWord(from + SquaresCell.High, to + SquaresCell.High, carry);
    const middle = addWord(from + SquaresCell.SquaresLow, to + SquaresCell.SquaresLow, 0);
    const high = addWord(from + SquaresCell.SquaresMiddle, to + SquaresCell.SquaresMiddle, middle);
    addWord(from + SquaresCell.SquaresHigh, to + SquaresCell.SquaresHigh, high);
  }
}

/** Adds a word and a carry to another word; returns the carry. */
@inline
function addWord(from: usize, to: usize, carry: u64): u64 {
  const more = load<u64>(from);
  const sum = load<u64>(to) + more, next = sum + carry;
  store<u64>(to, next);
  return <u64> (sum < more) + <u64> (next < carry);
}

/** Permutes cells: q[i] = cells[order[i]]. */
export function permuteCells(cells: usize, order: usize, n: u32, width: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const from = cells + (<usize> load<u32>(at4(order, i))) * width;
    const to = q + (<usize> i) * width;
    for (let at: u32 = 0; at < width; at += 8) store<u64>(to + at, load<u64>(from + at));
  }
}

/**
 * Writes the number of pairs of n rows (u64): rows of group g are at starts[g] .. starts[g + 1]. See
 * `countPairs`.
 */
export function pairsOfIds(ids: usize, n: u32, starts: usize, lone: u32, q: usize): void {
  let count: u64 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const id = load<u32>(at4(ids, i));
    if (id == 0xffff_ffff) count += lone;
    else count += load<u32>(at4(starts, id + 1)) - load<u32>(at4(starts, id));
  }
  store<u64>(q, count);
}
