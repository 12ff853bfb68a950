// Groups by a packed key with few values, combined with sums of a packed value: one pass without unpacking.
// `c` is a `DenseCall` everywhere.

import { DenseCall, DenseCell, Extremes } from "./dense_layout";
import { groupBlockFast } from "./dense_quick.part.as";
import { sumOfSelected } from "./sums.part.as";

/** The row within the block of the i-th row. */
@inline
function rowAt(rows: usize, i: u32): usize {
  return rows == 0 ? <usize> i : <usize> (load<u32>(rows + ((<usize> i) << 2)) & 0xffff);
}

/** The floor of log2. */
@inline
function bucketOf(number: u64): u32 {
  return number == 0 ? 0 : 63 - <u32> clz(number);
}

/**
 * Row counts, value counts and 128-bit sums by key; K and V are the stored widths. If B has two bytes, the key is
 * the bucket of stored + origin: two loops from one source, without a branch inside either.
 */
@inline
function run<K, V, B>(c: usize): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const keyOffset = load<u32>(c, DenseCall.KeyOffset);
  const keyOrigin = load<u64>(c, DenseCall.KeyOrigin);
  const zeroKeyIsNull = load<u32>(c, DenseCall.ZeroKeyIsNull);
  const nullSlot = load<u32>(c, DenseCall.NullSlot);
  const values = <usize> load<u32>(c, DenseCall.Values);
  const origin = load<u64>(c, DenseCall.Origin);
  const zeroIsNull = load<u32>(c, DenseCall.ZeroIsNull);
  const nulls = <usize> load<u32>(c, DenseCall.Nulls);
  const rows = <usize> load<u32>(c, DenseCall.Rows);
  const n = load<u32>(c, DenseCall.Count);
  const first = load<u32>(c, DenseCall.First);
  const cells = <usize> load<u32>(c, DenseCall.Cells);
  const firsts = <usize> load<u32>(c, DenseCall.Firsts);
  for (let i: u32 = 0; i < n; i++) {
    const at = rowAt(rows, i);
    const stored = load<K>(keys + at * sizeof<K>());
    let slot = <u32> stored + keyOffset;
    if (sizeof<B>() == 2) slot = bucketOf(<u64> stored + keyOrigin);
    if (zeroKeyIsNull != 0 && stored == 0) slot = nullSlot;
    const cell = cells + (<usize> slot) * DenseCell.Bytes;
    const count = load<u64>(cell, DenseCell.Rows);
    if (count == 0) store<u32>(firsts + ((<usize> slot) << 2), first + <u32> at);
    store<u64>(cell, count + 1, DenseCell.Rows);
    if (values == 0) continue;
    const raw = <u64> load<V>(values + at * sizeof<V>());
    if ((zeroIsNull != 0 && raw == 0) || (nulls != 0 && load<u8>(nulls + at) != 0)) continue;
    const v = raw + origin;
    const low = load<u64>(cell, DenseCell.Low) + v;
    store<u64>(cell, load<u64>(cell, DenseCell.Values) + 1, DenseCell.Values);
    store<u64>(cell, low, DenseCell.Low);
    if (low < v) store<u64>(cell, load<u64>(cell, DenseCell.High) + 1, DenseCell.High);
  }
}

@inline
function byValue<K, B>(c: usize): void {
  const width = load<u32>(c, DenseCall.ValueWidth);
  if (width == 1) run<K, u8, B>(c);
  else if (width == 2) run<K, u16, B>(c);
  else if (width == 4) run<K, u32, B>(c);
  else run<K, u64, B>(c);
}

@inline
function byKey<B>(c: usize): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  if (width == 1) byValue<u8, B>(c);
  else if (width == 2) byValue<u16, B>(c);
  else if (width == 4) byValue<u32, B>(c);
  else byValue<u64, B>(c);
}

/** Groups a block, or the listed rows of it, by stored key. */
export function denseGroup(c: usize): void {
  if (load<u32>(c, DenseCall.Buckets)) byKey<u16>(c);
  else byKey<u8>(c);
}

/**
 * Like denseGroup, for all rows or those with a bit, if stored keys are below `Span`, values have at most
 * four bytes, and there are no null bytes.
 */
export function denseGroupFast(c: usize): void {
  groupBlockFast(c);
}

/** The sum of the packed values of rows whose bit is set, as stored numbers; `out` is a `Selected`. */
export function sumSelected(
  p: usize,
  width: u32,
  n: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  sumOfSelected(p, width, n, zeroIsNull, nulls, bits, out);
}

@inline
function addSlots<K, Q>(c: usize): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const keyOffset = load<u32>(c, DenseCall.KeyOffset);
  const buckets = load<u32>(c, DenseCall.Buckets);
  const keyOrigin = load<u64>(c, DenseCall.KeyOrigin);
  const zeroKeyIsNull = load<u32>(c, DenseCall.ZeroKeyIsNull);
  const nullSlot = load<u32>(c, DenseCall.NullSlot);
  const stride = load<u32>(c, DenseCall.Stride);
  const step = load<u32>(c, DenseCall.Step);
  const numbers = <usize> load<u32>(c, DenseCall.Numbers);
  const rows = <usize> load<u32>(c, DenseCall.Rows);
  const n = load<u32>(c, DenseCall.Count);
  const first = load<u32>(c, DenseCall.FirstKey) != 0;
  const q = <usize> load<u32>(c, DenseCall.Slots);
  for (let i: u32 = 0; i < n; i++) {
    const at = rowAt(rows, i);
    const stored = load<K>(keys + at * sizeof<K>());
    let slot = buckets ? bucketOf(<u64> stored + keyOrigin) : <u32> stored + keyOffset;
    if (step != 0) slot /= step;
    // The stored null may be beyond the end of the table.
    if (zeroKeyIsNull != 0 && stored == 0) slot = nullSlot;
    else if (numbers != 0) slot = load<u16>(numbers + ((<usize> slot) << 1));
    const before: u32 = first ? 0 : <u32> load<Q>(q + at * sizeof<Q>());
    store<Q>(q + at * sizeof<Q>(), <Q> (before + slot * stride));
  }
}

/** Eight stored keys from row i on as 16-bit numbers. */
@inline
function eightKeys<K>(keys: usize, i: u32): v128 {
  if (sizeof<K>() == 1) return v128.load8x8_u(keys + i);
  return v128.load(keys + ((<usize> i) << 1));
}

/** Like addSlots, for complete blocks of plain keys and 2-byte slots. Processes eight rows at a time. */
@inline
function addSlotsWide<K>(c: usize): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const n = load<u32>(c, DenseCall.Count);
  const first = load<u32>(c, DenseCall.FirstKey) != 0;
  const q = <usize> load<u32>(c, DenseCall.Slots);
  const offset = i16x8.splat(<i16> load<u32>(c, DenseCall.KeyOffset));
  const factor = i16x8.splat(<i16> load<u32>(c, DenseCall.Stride));
  const none = i16x8.splat(<i16> load<u32>(c, DenseCall.NullSlot));
  const nullable = i16x8.splat(load<u32>(c, DenseCall.ZeroKeyIsNull) ? -1 : 0);
  const zero = i64x2.splat(0);
  for (let i: u32 = 0; i < n; i += 8) {
    const stored = eightKeys<K>(keys, i);
    const missing = v128.and(i16x8.eq(stored, zero), nullable);
    const slots = i16x8.mul(v128.bitselect(none, i16x8.add(stored, offset), missing), factor);
    const at = q + ((<usize> i) << 1);
    v128.store(at, first ? slots : i16x8.add(v128.load(at), slots));
  }
}

/** Like addSlots, for all rows of a block whose 4-byte keys are divided by steps. Processes four rows at a time. */
@inline
function addStepsWide<Q>(c: usize): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const n = load<u32>(c, DenseCall.Count);
  const first = load<u32>(c, DenseCall.FirstKey) != 0;
  const q = <usize> load<u32>(c, DenseCall.Slots);
  const divisor = load<u32>(c, DenseCall.Step);
  const offset = i32x4.splat(load<u32>(c, DenseCall.KeyOffset));
  const factor = i32x4.splat(load<u32>(c, DenseCall.Stride));
  const none = i32x4.splat(load<u32>(c, DenseCall.NullSlot));
  const nullable = i32x4.splat(load<u32>(c, DenseCall.ZeroKeyIsNull) ? -1 : 0);
  const step = i32x4.splat(divisor);
  const part = i32x4.splat(<u32> (0x1_0000_0000 / <u64> divisor));
  const zero = i64x2.splat(0);
  for (let i: u32 = 0; i < n; i += 4) {
    const stored = v128.load(keys + ((<usize> i) << 2));
    const key = i32x4.add(stored, offset);
    const low = i64x2.extmul_low_i32x4_u(key, part), high = i64x2.extmul_high_i32x4_u(key, part);
    // The upper halves are the quotients, or one less.
    const steps = v128.shuffle<u32>(low, high, 1, 3, 5, 7);
    const rest = i32x4.sub(key, i32x4.mul(steps, step));
    const right = i32x4.sub(steps, i32x4.ge_u(rest, step));
    const missing = v128.and(i32x4.eq(stored, zero), nullable);
    let slots = i32x4.mul(v128.bitselect(none, right, missing), factor);
    const at = q + (<usize> i) * sizeof<Q>();
    if (sizeof<Q>() == 4) {
      if (!first) slots = i32x4.add(slots, v128.load(at));
      v128.store(at, slots);
    } else {
      if (!first) slots = i32x4.add(slots, v128.load_ext<u16>(at));
      store<u64>(at, i64x2.extract_lane(i16x8.narrow_i32x4_u(slots, slots), 0));
    }
  }
}

@inline
function slotsByKey<Q>(c: usize): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  if (width == 1) addSlots<u8, Q>(c);
  else if (width == 2) addSlots<u16, Q>(c);
  else if (width == 4) addSlots<u32, Q>(c);
  else addSlots<u64, Q>(c);
}

/**
 * Handles one of several keys: adds slot * `Stride` to the numbers of all listed rows; the first key
 * overwrites them.
 */
export function denseSlots(c: usize): void {
  const keyWidth = load<u32>(c, DenseCall.KeyWidth);
  const step = load<u32>(c, DenseCall.Step);
  if (step > 1 && keyWidth == 4 && load<u32>(c, DenseCall.Rows) == 0 && !load<u32>(c, DenseCall.Buckets)) {
    if (load<u32>(c, DenseCall.SlotWidth) == 2) addStepsWide<u16>(c);
    else addStepsWide<u32>(c);
    return;
  }
  if (load<u32>(c, DenseCall.SlotWidth) != 2) return slotsByKey<u32>(c);
  if (
    load<u32>(c, DenseCall.Rows) != 0 || load<u32>(c, DenseCall.Buckets) || step || keyWidth > 2 ||
    load<u32>(c, DenseCall.Numbers) != 0
  ) {
    return slotsByKey<u16>(c);
  }
  if (keyWidth == 1) addSlotsWide<u8>(c);
  else addSlotsWide<u16>(c);
}

/** Number k of a vector of Ns. */
@inline
function laneOf<V>(v: v128, k: u32): V {
  if (sizeof<V>() == 4) {
    return <V> (k == 0
      ? i32x4.extract_lane(v, 0)
      : k == 1
      ? i32x4.extract_lane(v, 1)
      : k == 2
      ? i32x4.extract_lane(v, 2)
      : i32x4.extract_lane(v, 3));
  }
  const pair = laneOf<u32>(v, k >> 1);
  return <V> (k & 1 ? pair >> 16 : pair & 0xffff);
}

/** Minimum and maximum of all rows of two or four bytes, sixteen bytes at a time; `out` is an `Extremes`. */
@inline
function extremesOfAll<V>(p: usize, from: u32, to: u32, out: usize): void {
  const lanes: u32 = 16 / sizeof<V>();
  let low = i64x2.splat(-1), high = i64x2.splat(0);
  let i = from;
  for (; i + lanes <= to; i += lanes) {
    const v = v128.load(p + (<usize> i) * sizeof<V>());
    if (sizeof<V>() == 4) {
      low = i32x4.min_u(low, v);
      high = i32x4.max_u(high, v);
    } else {
      low = i16x8.min_u(low, v);
      high = i16x8.max_u(high, v);
    }
  }
  let least: V = <V> -1, largest: V = 0;
  for (let k: u32 = 0; k < lanes; k++) {
    least = min(least, laneOf<V>(low, k));
    largest = max(largest, laneOf<V>(high, k));
  }
  for (; i < to; i++) {
    const v = load<V>(p + (<usize> i) * sizeof<V>());
    least = min(least, v);
    largest = max(largest, v);
  }
  store<u64>(out, <u64> least, Extremes.Least);
  store<u64>(out, <u64> largest, Extremes.Largest);
  store<u32>(out, to - from, Extremes.Values);
  store<u32>(out, to - from, Extremes.Rows);
}

@inline
function extremes<V>(
  p: usize,
  from: u32,
  to: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  let least: V = <V> -1, largest: V = 0;
  let rows: u32 = to - from, values: u32 = rows;
  if (zeroIsNull == 0 && nulls == 0 && bits == 0) {
    for (let i = from; i < to; i++) {
      const v = load<V>(p + (<usize> i) * sizeof<V>());
      least = min(least, v);
      largest = max(largest, v);
    }
  } else {
    rows = values = 0;
    for (let i = from; i < to; i++) {
      if (bits != 0 && (((<u32> load<u8>(bits + (i >> 3))) >> (i & 7)) & 1) == 0) continue;
      rows++;
      const v = load<V>(p + (<usize> i) * sizeof<V>());
      if ((zeroIsNull != 0 && v == 0) || (nulls != 0 && load<u8>(nulls + i) != 0)) continue;
      values++;
      least = min(least, v);
      largest = max(largest, v);
    }
  }
  store<u64>(out, <u64> least, Extremes.Least);
  store<u64>(out, <u64> largest, Extremes.Largest);
  store<u32>(out, values, Extremes.Values);
  store<u32>(out, rows, Extremes.Rows);
}

/**
 * Minimum and maximum of the stored numbers of rows from .. to - 1, or of those with a bit; `out` is an
 * `Extremes`.
 */
export function extremesBetween(
  p: usize,
  width: u32,
  from: u32,
  to: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  if (zeroIsNull == 0 && nulls == 0 && bits == 0 && from < to) {
    if (width == 2) return extremesOfAll<u16>(p, from, to, out);
    if (width == 4) return extremesOfAll<u32>(p, from, to, out);
  }
  if (width == 1) return extremes<u8>(p, from, to, zeroIsNull, nulls, bits, out);
  if (width == 2) return extremes<u16>(p, from, to, zeroIsNull, nulls, bits, out);
  if (width == 4) return extremes<u32>(p, from, to, zeroIsNull, nulls, bits, out);
  extremes<u64>(p, from, to, zeroIsNull, nulls, bits, out);
}

/** The number of rows from .. to - 1 whose bit is set. */
export function bitsBetween(bits: usize, from: u32, to: u32): u32 {
  let count: u32 = 0;
  for (let i = from; i < to; i++) count += ((<u32> load<u8>(bits + (i >> 3))) >> (i & 7)) & 1;
  return count;
}
