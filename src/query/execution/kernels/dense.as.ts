// Grouping by a packed key with few values, fused with sums over a packed value: one pass, no unpacking. `c` is a
// `DenseCall` everywhere.

import { DenseCall, DenseCell, Extremes, Selected } from "./dense_layout";

/** Row in the block of the i-th row. */
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
 * Rows, values and 128-bit sums by key; K and V are the stored widths. With a B of two bytes the key is the bucket of
 * stored + origin: two loops out of one text, and no test inside of either.
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

// The quick way. A number per stored key, u64, holds what half a block adds to a group: rows in the upper 16 bits, the
// sum of stored values in the lower 48. 32768 rows of 32-bit values cannot overflow either. Even and odd rows have
// numbers of their own, so that a run of one key does not wait for its own store.

const HALF: u32 = 32768;
const ONE: u64 = <u64> 1 << 48;
/** Where the number of odd rows lies. */
const ODD: usize = 8;

@inline
function indexOf<K, B>(keys: usize, rows: usize, i: u32, keyOrigin: u64, nullKey: u32): usize {
  const stored = load<K>(keys + rowAt(rows, i) * sizeof<K>());
  if (sizeof<B>() == 1) return (<usize> stored) << 4;
  if (nullKey != 0 && stored == 0) return 64 << 4;
  return (<usize> bucketOf(<u64> stored + keyOrigin)) << 4;
}

/** V of eight bytes stands for rows without a value; with a Z of two bytes a stored 0 is no value. */
@inline
function amount<V, Z>(values: usize, rows: usize, i: u32): u64 {
  if (sizeof<V>() == 8) return ONE;
  const value = <u64> load<V>(values + rowAt(rows, i) * sizeof<V>());
  return sizeof<Z>() == 1 || value != 0 ? value + ONE : 0;
}

@inline
function addHalf<K, V, B, Z>(c: usize, values: usize, rows: usize, from: u32, to: u32): void {
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const keyOrigin = load<u64>(c, DenseCall.KeyOrigin);
  const nullKey = load<u32>(c, DenseCall.ZeroKeyIsNull);
  const halves = <usize> load<u32>(c, DenseCall.Halves);
  let i = from;
  for (; i + 1 < to; i += 2) {
    const a = halves + indexOf<K, B>(keys, rows, i, keyOrigin, nullKey);
    const b = halves + indexOf<K, B>(keys, rows, i + 1, keyOrigin, nullKey);
    store<u64>(a, load<u64>(a) + amount<V, Z>(values, rows, i));
    store<u64>(b, load<u64>(b, ODD) + amount<V, Z>(values, rows, i + 1), ODD);
  }
  if (i < to) {
    const a = halves + indexOf<K, B>(keys, rows, i, keyOrigin, nullKey);
    store<u64>(a, load<u64>(a) + amount<V, Z>(values, rows, i));
  }
}

@inline
function halfByRows<K, V, B, Z>(c: usize, values: usize, from: u32, to: u32): void {
  const rows = <usize> load<u32>(c, DenseCall.Rows);
  if (sizeof<Z>() == 1 && rows == 0) addHalf<K, V, B, Z>(c, values, 0, from, to);
  else addHalf<K, V, B, Z>(c, values, rows, from, to);
}

@inline
function halfByValue<K, B, Z>(c: usize, values: usize, from: u32, to: u32): void {
  const width = load<u32>(c, DenseCall.ValueWidth);
  if (values == 0) halfByRows<K, u64, B, Z>(c, values, from, to);
  else if (width == 1) halfByRows<K, u8, B, Z>(c, values, from, to);
  else if (width == 2) halfByRows<K, u16, B, Z>(c, values, from, to);
  else halfByRows<K, u32, B, Z>(c, values, from, to);
}

/** Buckets come from keys of any width, other keys from those of one or two bytes. */
function half<Z>(c: usize, values: usize, from: u32, to: u32): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  if (!load<u32>(c, DenseCall.Buckets)) {
    if (width == 1) halfByValue<u8, u8, Z>(c, values, from, to);
    else halfByValue<u16, u8, Z>(c, values, from, to);
  } else if (width == 1) halfByValue<u8, u16, Z>(c, values, from, to);
  else if (width == 2) halfByValue<u16, u16, Z>(c, values, from, to);
  else if (width == 4) halfByValue<u32, u16, Z>(c, values, from, to);
  else halfByValue<u64, u16, Z>(c, values, from, to);
}

/** Adds to the cells what half a block brought; says how many groups were new. The numbers are zero again. */
function settle(c: usize, part: u32): u32 {
  const halves = <usize> load<u32>(c, DenseCall.Halves);
  const span = load<u32>(c, DenseCall.Span);
  const buckets = load<u32>(c, DenseCall.Buckets);
  const keyOffset: u32 = buckets ? 0 : load<u32>(c, DenseCall.KeyOffset);
  const zeroKeyIsNull: u32 = buckets ? 0 : load<u32>(c, DenseCall.ZeroKeyIsNull);
  const nullSlot = load<u32>(c, DenseCall.NullSlot);
  const origin = load<u64>(c, DenseCall.Origin);
  const cells = <usize> load<u32>(c, DenseCall.Cells);
  const firsts = <usize> load<u32>(c, DenseCall.Firsts);
  let fresh: u32 = 0;
  for (let k: u32 = 0; k < span; k++) {
    const p = halves + ((<usize> k) << 4);
    const even = load<u64>(p), odd = load<u64>(p, ODD);
    if ((even | odd) == 0) continue;
    v128.store(p, i64x2.splat(0));
    const rows = (even >> 48) + (odd >> 48);
    const slot: u32 = zeroKeyIsNull != 0 && k == 0 ? nullSlot : k + keyOffset;
    const cell = cells + (<usize> slot) * DenseCell.Bytes;
    if (part & 1) {
      const before = load<u64>(cell, DenseCell.Rows);
      if (before == 0) {
        fresh++;
        store<u32>(firsts + ((<usize> slot) << 2), 0xffff_ffff);
      }
      store<u64>(cell, before + rows, DenseCell.Rows);
    }
    if (part & 2) {
      let sum = (even & (ONE - 1)) + (odd & (ONE - 1)), each = origin;
      // One below zero stands for a block of nullable values that begins at 0.
      if (each == u64.MAX_VALUE) {
        sum -= rows;
        each = 0;
      }
      const middle = rows * (each >> 32) + ((rows * (each & 0xffff_ffff)) >> 32);
      const plus = rows * each;
      let low = load<u64>(cell, DenseCell.Low), high = load<u64>(cell, DenseCell.High) + (middle >> 32);
      low += plus;
      if (low < plus) high++;
      low += sum;
      if (low < sum) high++;
      store<u64>(cell, load<u64>(cell, DenseCell.Values) + rows, DenseCell.Values);
      store<u64>(cell, low, DenseCell.Low);
      store<u64>(cell, high, DenseCell.High);
    }
  }
  return fresh;
}

/** Finds the first rows of so many groups that are new. */
function noteFirsts(c: usize, from: u32, to: u32, fresh: u32): void {
  const keyWidth = load<u32>(c, DenseCall.KeyWidth);
  const keys = <usize> load<u32>(c, DenseCall.Keys);
  const keyOffset = load<u32>(c, DenseCall.KeyOffset);
  const buckets = load<u32>(c, DenseCall.Buckets);
  const keyOrigin = load<u64>(c, DenseCall.KeyOrigin);
  const zeroKeyIsNull = load<u32>(c, DenseCall.ZeroKeyIsNull);
  const nullSlot = load<u32>(c, DenseCall.NullSlot);
  const rows = <usize> load<u32>(c, DenseCall.Rows);
  const first = load<u32>(c, DenseCall.First);
  const firsts = <usize> load<u32>(c, DenseCall.Firsts);
  let left = fresh;
  for (let i = from; i < to && left > 0; i++) {
    const at = rowAt(rows, i);
    const stored: u64 = keyWidth == 1
      ? <u64> load<u8>(keys + at)
      : keyWidth == 2
      ? <u64> load<u16>(keys + (at << 1))
      : keyWidth == 4
      ? <u64> load<u32>(keys + (at << 2))
      : load<u64>(keys + (at << 3));
    let slot = buckets ? bucketOf(stored + keyOrigin) : <u32> stored + keyOffset;
    if (zeroKeyIsNull != 0 && stored == 0) slot = nullSlot;
    const p = firsts + ((<usize> slot) << 2);
    if (load<u32>(p) != 0xffff_ffff) continue;
    store<u32>(p, first + <u32> at);
    left--;
  }
}

/** As denseGroup, for stored keys below `Span`, values of four bytes at most and no null bytes. */
export function denseGroupQuick(c: usize): void {
  const values = <usize> load<u32>(c, DenseCall.Values);
  const n = load<u32>(c, DenseCall.Count);
  // Values that may be null are counted apart from rows.
  const apart = values != 0 && load<u32>(c, DenseCall.ZeroIsNull) != 0;
  for (let from: u32 = 0; from < n; from += HALF) {
    const to = min(n, from + HALF);
    if (apart) {
      half<u16>(c, values, from, to);
      settle(c, 2);
    }
    half<u8>(c, apart ? 0 : values, from, to);
    noteFirsts(c, from, to, settle(c, values == 0 || apart ? 1 : 3));
  }
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
    // What stands for null may lie outside of the table.
    if (zeroKeyIsNull != 0 && stored == 0) slot = nullSlot;
    else if (numbers != 0) slot = load<u16>(numbers + ((<usize> slot) << 1));
    const before: u32 = first ? 0 : <u32> load<Q>(q + at * sizeof<Q>());
    store<Q>(q + at * sizeof<Q>(), <Q> (before + slot * stride));
  }
}

/** Eight stored keys from row i on as numbers of 16 bits. */
@inline
function eightKeys<K>(keys: usize, i: u32): v128 {
  if (sizeof<K>() == 1) return v128.load8x8_u(keys + i);
  return v128.load(keys + ((<usize> i) << 1));
}

/** addSlots for whole blocks of plain keys and slots of two bytes: eight rows at a time. */
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

/** addSlots for all rows of a block, of keys of four bytes that are divided by steps: four rows at a time. */
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
    // The upper halves: right, or one too small.
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

/** One of several keys: adds slot * `Stride` to the numbers of all listed rows; the first key writes them. */
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

/** Bits of the 16 rows at i whose stored number is not zero. */
@inline
function nonZero16(p: usize, width: u32, i: u32): u32 {
  const zero = i64x2.splat(0);
  if (width == 1) return ~(<u32> i8x16.bitmask(i8x16.eq(v128.load(p + i), zero))) & 0xffff;
  if (width == 2) {
    const at = p + ((<usize> i) << 1);
    const m = i8x16.narrow_i16x8_s(i16x8.eq(v128.load(at), zero), i16x8.eq(v128.load(at, 16), zero));
    return ~(<u32> i8x16.bitmask(m)) & 0xffff;
  }
  if (width == 4) {
    const at = p + ((<usize> i) << 2);
    const a = i16x8.narrow_i32x4_s(i32x4.eq(v128.load(at), zero), i32x4.eq(v128.load(at, 16), zero));
    const b = i16x8.narrow_i32x4_s(i32x4.eq(v128.load(at, 32), zero), i32x4.eq(v128.load(at, 48), zero));
    return ~(<u32> i8x16.bitmask(i8x16.narrow_i16x8_s(a, b))) & 0xffff;
  }
  let m: u32 = 0;
  for (let k: u32 = 0; k < 16; k++) m |= <u32> (load<u64>(p + ((<usize> (i + k)) << 3)) != 0) << k;
  return m;
}

/** Sum of the 16 values at i whose bit is set, of at most four bytes each. */
@inline
function sum16(p: usize, width: u32, i: u32, m: u32): v128 {
  if (width == 1) {
    const lanes = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    const spread = i8x16.swizzle(i32x4.splat(m), i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    const v = v128.and(v128.load(p + i), i8x16.eq(v128.and(spread, lanes), lanes));
    const w = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v));
    return i64x2.add(i64x2.extend_low_i32x4_u(w), i64x2.extend_high_i32x4_u(w));
  }
  if (width == 2) {
    const lanes = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
    const at = p + ((<usize> i) << 1);
    const low = i16x8.eq(v128.and(i16x8.splat(<i16> m), lanes), lanes);
    const high = i16x8.eq(v128.and(i16x8.splat(<i16> (m >> 8)), lanes), lanes);
    const w = i32x4.add(
      i32x4.extadd_pairwise_i16x8_u(v128.and(v128.load(at), low)),
      i32x4.extadd_pairwise_i16x8_u(v128.and(v128.load(at, 16), high)),
    );
    return i64x2.add(i64x2.extend_low_i32x4_u(w), i64x2.extend_high_i32x4_u(w));
  }
  const lanes = i32x4(1, 2, 4, 8);
  const below = i64x2.splat(0xffff_ffff);
  let sum = i64x2.splat(0);
  for (let k: u32 = 0; k < 4; k++) {
    const nibble = i32x4.splat(m >> (k << 2));
    const v = v128.and(
      v128.load(p + ((<usize> (i + (k << 2))) << 2)),
      i32x4.eq(v128.and(nibble, lanes), lanes),
    );
    sum = i64x2.add(sum, i64x2.add(v128.and(v, below), i64x2.shr_u(v, 32)));
  }
  return sum;
}

/** Null bytes of the 16 rows at i as bits of rows that have a value. */
@inline
function present16(nulls: usize, i: u32): u32 {
  return <u32> i8x16.bitmask(i8x16.eq(v128.load(nulls + i), i64x2.splat(0)));
}

/** Set bits of a word of 64 rows up to which they are summed one by one. */
const FEW_BITS: u64 = 12;

@inline
function sumNarrow<V>(
  p: usize,
  width: u32,
  n: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  let sum = i64x2.splat(0), single: u64 = 0, count: u64 = 0;
  for (let i: u32 = 0; i < n; i += 64) {
    let word = load<u64>(bits + (i >> 3));
    if (word == 0) continue;
    if (popcnt(word) <= FEW_BITS) {
      do {
        const at = i + <u32> ctz(word);
        word &= word - 1;
        const v = <u64> load<V>(p + (<usize> at) * sizeof<V>());
        if ((zeroIsNull != 0 && v == 0) || (nulls != 0 && load<u8>(nulls + at) != 0)) continue;
        single += v;
        count++;
      } while (word != 0);
      continue;
    }
    for (let k: u32 = 0; k < 64; k += 16) {
      let m = <u32> (word >> k) & 0xffff;
      if (m == 0) continue;
      if (zeroIsNull) m &= nonZero16(p, width, i + k);
      if (nulls != 0) m &= present16(nulls, i + k);
      count += popcnt(m);
      sum = i64x2.add(sum, sum16(p, width, i + k, m));
    }
  }
  // 65536 values of 32 bits fit into 48.
  store<u64>(out, single + <u64> i64x2.extract_lane(sum, 0) + <u64> i64x2.extract_lane(sum, 1));
  store<u64>(out, 0, Selected.High);
  store<u64>(out, count, Selected.Count);
}

/** Sum of the packed values of rows whose bit is set, as stored numbers; `out` is a `Selected`. */
export function sumSelected(
  p: usize,
  width: u32,
  n: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  if (width == 1) return sumNarrow<u8>(p, 1, n, zeroIsNull, nulls, bits, out);
  if (width == 2) return sumNarrow<u16>(p, 2, n, zeroIsNull, nulls, bits, out);
  if (width == 4) return sumNarrow<u32>(p, 4, n, zeroIsNull, nulls, bits, out);
  let low: u64 = 0, high: u64 = 0, count: u64 = 0;
  const words = (n + 63) >> 6;
  for (let w: u32 = 0; w < words; w++) {
    let word = load<u64>(bits + ((<usize> w) << 3));
    while (word != 0) {
      const i = (w << 6) + <u32> ctz(word);
      word &= word - 1;
      const v = load<u64>(p + ((<usize> i) << 3));
      if ((zeroIsNull != 0 && v == 0) || (nulls != 0 && load<u8>(nulls + i) != 0)) continue;
      low += v;
      if (low < v) high++;
      count++;
    }
  }
  store<u64>(out, low);
  store<u64>(out, high, Selected.High);
  store<u64>(out, count, Selected.Count);
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

/** The smallest and largest of all rows, of two or four bytes, sixteen bytes at a time; `out` is an `Extremes`. */
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

/** The smallest and largest stored number of rows from .. to - 1, or of those with a bit; `out` is an `Extremes`. */
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

/** How many of the rows from .. to - 1 have a bit. */
export function bitsBetween(bits: usize, from: u32, to: u32): u32 {
  let count: u32 = 0;
  for (let i = from; i < to; i++) count += ((<u32> load<u8>(bits + (i >> 3))) >> (i & 7)) & 1;
  return count;
}
