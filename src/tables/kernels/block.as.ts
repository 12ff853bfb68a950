// Simple, fast loops over one block of a column. A block stores (value - base) in 1, 2, 4 or 8 bytes; see
// block.ts.

import { Descriptor, DictionarySlot, Extent, NullMode } from "./block_layout";
import { cell32At, cell64At } from "../../memory/cells.part.as";

/** Whether any of n null bytes is set. Most blocks of nullable columns have none. */
function marked(nulls: usize, n: u32): bool {
  let i: u32 = 0;
  for (; i + 64 <= n; i += 64) {
    const at = nulls + i;
    const a = v128.or(v128.load(at), v128.load(at, 16)), b = v128.or(v128.load(at, 32), v128.load(at, 48));
    if (v128.any_true(v128.or(a, b))) return true;
  }
  for (; i < n; i++) if (load<u8>(nulls + i) != 0) return true;
  return false;
}

/** Minimum and maximum of n 8-byte values, and the number of nulls; `out` is an `Extent`. */
@inline
function minMax<T>(p: usize, n: u32, nulls: usize, out: usize, highest: T, lowest: T): void {
  let min = highest, max = lowest, empty: u32 = 0;
  if (nulls == 0) {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<T>(cell64At(p, i));
      min = v < min ? v : min;
      max = v > max ? v : max;
    }
  } else {
    for (let i: u32 = 0; i < n; i++) {
      if (load<u8>(nulls + i)) {
        empty++;
        continue;
      }
      const v = load<T>(cell64At(p, i));
      min = v < min ? v : min;
      max = v > max ? v : max;
    }
  }
  store<T>(out, min, Extent.Least);
  store<T>(out, max, Extent.Largest);
  store<u32>(out, empty, Extent.Nulls);
  store<u32>(out, empty != 0 ? 1 : 0, Extent.Marked);
}

@inline
function smaller(a: v128, b: v128): v128 {
  return v128.bitselect(a, b, i64x2.lt_s(a, b));
}

@inline
function larger(a: v128, b: v128): v128 {
  return v128.bitselect(a, b, i64x2.gt_s(a, b));
}

/** Minimum and maximum of unsigned values. */
export function minMax64(p: usize, n: u32, nulls: usize, out: usize): void {
  if (n < 4 || (nulls != 0 && marked(nulls, n))) return minMax<u64>(p, n, nulls, out, u64.MAX_VALUE, 0);
  // With 2^63 subtracted, unsigned values have the order of signed ones. There are two pairs of accumulators,
  // so that no operation has to wait for the previous one.
  const half = i64x2.splat(i64.MIN_VALUE);
  let lowA = i64x2.splat(i64.MAX_VALUE), highA = half, lowB = lowA, highB = half;
  let i: u32 = 0;
  for (; i + 4 <= n; i += 4) {
    const a = v128.xor(v128.load(cell64At(p, i)), half), b = v128.xor(v128.load(cell64At(p, i), 16), half);
    lowA = smaller(lowA, a);
    lowB = smaller(lowB, b);
    highA = larger(highA, a);
    highB = larger(highB, b);
  }
  const low = v128.xor(smaller(lowA, lowB), half), high = v128.xor(larger(highA, highB), half);
  let min = <u64> i64x2.extract_lane(low, 0), max = <u64> i64x2.extract_lane(high, 0);
  const otherMin = <u64> i64x2.extract_lane(low, 1), otherMax = <u64> i64x2.extract_lane(high, 1);
  if (otherMin < min) min = otherMin;
  if (otherMax > max) max = otherMax;
  for (; i < n; i++) {
    const v = load<u64>(cell64At(p, i));
    if (v < min) min = v;
    if (v > max) max = v;
  }
  store<u64>(out, min, Extent.Least);
  store<u64>(out, max, Extent.Largest);
  store<u32>(out, 0, Extent.Nulls);
  store<u32>(out, 0, Extent.Marked);
}

/** Minimum and maximum of signed values. */
export function minMaxSigned(p: usize, n: u32, nulls: usize, out: usize): void {
  minMax<i64>(p, n, nulls, out, i64.MAX_VALUE, i64.MIN_VALUE);
}

/** Returns lane k of four. */
@inline
function lane(v: v128, k: u32): u32 {
  if (k == 0) return i32x4.extract_lane(v, 0);
  if (k == 1) return i32x4.extract_lane(v, 1);
  return k == 2 ? i32x4.extract_lane(v, 2) : i32x4.extract_lane(v, 3);
}

/**
 * Minimum and maximum of u32 values; with `zeroIsNull`, zeros are left out (they are null for text codes).
 */
export function minMax32(p: usize, n: u32, nulls: usize, zeroIsNull: u32, out: usize): void {
  let min: u32 = u32.MAX_VALUE, max: u32 = 0, empty: u32 = 0;
  let i: u32 = 0;
  if (nulls != 0 && !marked(nulls, n)) nulls = 0;
  if (nulls == 0) {
    const less = i32x4.splat(zeroIsNull ? 1 : 0), zero = i32x4.splat(0);
    let low = i32x4.splat(-1), high = zero, zeros = zero;
    // A zero that means null wraps around to the largest number and so is never the minimum.
    for (; i + 4 <= n; i += 4) {
      const v = v128.load(cell32At(p, i));
      low = i32x4.min_u(low, i32x4.sub(v, less));
      high = i32x4.max_u(high, v);
      zeros = i32x4.sub(zeros, i32x4.eq(v, zero));
    }
    const back: u32 = zeroIsNull ? 1 : 0;
    for (let k: u32 = 0; k < 4; k++) {
      const a = lane(low, k), b = lane(high, k);
      if (a != u32.MAX_VALUE && a + back < min) min = a + back;
      if (b > max) max = b;
      if (zeroIsNull) empty += lane(zeros, k);
    }
    // If all values are `u32.MAX_VALUE`, the loop above has skipped them. With fewer than four rows, no vector was
    // read.
    if (i > 0 && min == u32.MAX_VALUE && !zeroIsNull) min = max;
  }
  for (; i < n; i++) {
    const v = load<u32>(cell32At(p, i));
    if ((nulls != 0 && load<u8>(nulls + i) != 0) || (zeroIsNull != 0 && v == 0)) {
      empty++;
      continue;
    }
    min = v < min ? v : min;
    max = v > max ? v : max;
  }
  store<u64>(out, min, Extent.Least);
  store<u64>(out, max, Extent.Largest);
  store<u32>(out, empty, Extent.Nulls);
  store<u32>(out, nulls != 0 ? 1 : 0, Extent.Marked);
}

@inline
function pack<T>(p: usize, n: u32, nulls: usize, origin: u64, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const v = load<u64>(cell64At(p, i)) - origin;
    store<T>(q + (<usize> i) * sizeof<T>(), <T> (nulls != 0 && load<u8>(nulls + i) != 0 ? 0 : v));
  }
}

/** The low halves of four 64-bit numbers minus the origin; the high halves are 0. */
@inline
function fourLow(p: usize, origin: v128): v128 {
  const a = i64x2.sub(v128.load(p), origin), b = i64x2.sub(v128.load(p, 16), origin);
  return v128.shuffle<u32>(a, b, 0, 2, 4, 6);
}

/** Packs numbers without nulls into two or four bytes: eight at a time, then the rest. */
function packPlain64(p: usize, n: u32, origin: u64, width: u32, q: usize): void {
  const origins = i64x2.splat(<i64> origin);
  let i: u32 = 0;
  for (; i + 8 <= n; i += 8) {
    const at = cell64At(p, i);
    const a = fourLow(at, origins), b = fourLow(at + 32, origins);
    if (width == 4) {
      v128.store(cell32At(q, i), a);
      v128.store(cell32At(q, i), b, 16);
    } else v128.store(q + ((<usize> i) << 1), i16x8.narrow_i32x4_u(a, b));
  }
  for (; i < n; i++) {
    const v = load<u64>(cell64At(p, i)) - origin;
    if (width == 4) store<u32>(cell32At(q, i), <u32> v);
    else store<u16>(q + ((<usize> i) << 1), <u16> v);
  }
}

/**
 * Packs n u64 values as (value - base + shift) into `width` bytes each, nulls as 0. `shift` is 1 if the block
 * stores nulls as zero.
 */
export function pack64(p: usize, n: u32, nulls: usize, base: u64, shift: u64, width: u32, q: usize): void {
  if (nulls == 0 && (width == 2 || width == 4)) return packPlain64(p, n, base - shift, width, q);
  if (width == 1) pack<u8>(p, n, nulls, base - shift, q);
  else if (width == 2) pack<u16>(p, n, nulls, base - shift, q);
  else if (width == 4) pack<u32>(p, n, nulls, base - shift, q);
  else pack<u64>(p, n, nulls, base - shift, q);
}

@inline
function storedOrZero(p: usize, origin: v128, keep: v128): v128 {
  const v = v128.load(p);
  return v128.and(i32x4.sub(v, origin), v128.or(keep, v128.not(i32x4.eq(v, i32x4.splat(0)))));
}

/** Packs numbers without null bytes: sixteen at a time, then the rest. */
function packPlain32(p: usize, n: u32, zeroIsNull: u32, origin: u32, width: u32, q: usize): void {
  // All bits are set, unless a zero means null: then the mask keeps it zero.
  const keep: u32 = zeroIsNull ? 0 : u32.MAX_VALUE;
  const origins = i32x4.splat(<i32> origin), keeps = i32x4.splat(<i32> keep);
  let i: u32 = 0;
  for (; i + 16 <= n; i += 16) {
    const at = cell32At(p, i);
    const a = storedOrZero(at, origins, keeps), b = storedOrZero(at + 16, origins, keeps);
    const c = storedOrZero(at + 32, origins, keeps), d = storedOrZero(at + 48, origins, keeps);
    if (width == 4) {
      const to = cell32At(q, i);
      v128.store(to, a);
      v128.store(to, b, 16);
      v128.store(to, c, 32);
      v128.store(to, d, 48);
      continue;
    }
    const ab = i16x8.narrow_i32x4_u(a, b), cd = i16x8.narrow_i32x4_u(c, d);
    if (width == 2) {
      v128.store(q + ((<usize> i) << 1), ab);
      v128.store(q + ((<usize> i) << 1), cd, 16);
    } else v128.store(q + i, i8x16.narrow_i16x8_u(ab, cd));
  }
  for (; i < n; i++) {
    const v = load<u32>(cell32At(p, i));
    const w = (v - origin) & (keep | (0 - <u32> (v != 0)));
    if (width == 1) store<u8>(q + i, <u8> w);
    else if (width == 2) store<u16>(q + ((<usize> i) << 1), <u16> w);
    else store<u32>(cell32At(q, i), w);
  }
}

/** Packs u32 values; zeroIsNull treats zeros as null. */
export function pack32(
  p: usize,
  n: u32,
  nulls: usize,
  zeroIsNull: u32,
  base: u32,
  shift: u32,
  width: u32,
  q: usize,
): void {
  const origin = base - shift;
  if (nulls == 0) {
    packPlain32(p, n, zeroIsNull, origin, width, q);
    return;
  }
  for (let i: u32 = 0; i < n; i++) {
    const v = load<u32>(cell32At(p, i));
    const empty = load<u8>(nulls + i) != 0 || (zeroIsNull != 0 && v == 0);
    const w = empty ? 0 : v - origin;
    if (width == 1) store<u8>(q + i, <u8> w);
    else if (width == 2) store<u16>(q + ((<usize> i) << 1), <u16> w);
    else store<u32>(cell32At(q, i), w);
  }
}

/** Returns the stored number of row i. */
@inline
function stored(p: usize, width: u32, i: u32): u64 {
  if (width == 1) return load<u8>(p + i);
  if (width == 2) return load<u16>(p + ((<usize> i) << 1));
  if (width == 4) return load<u32>(cell32At(p, i));
  return load<u64>(cell64At(p, i));
}

/** Unpacks stored numbers of type S into numbers of type T; nulls give 0. */
@inline
function unpack<S, T>(p: usize, n: u32, origin: T, zeroIsNull: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const v = <T> load<S>(p + (<usize> i) * sizeof<S>());
    store<T>(q + (<usize> i) * sizeof<T>(), zeroIsNull != 0 && v == 0 ? 0 : v + origin);
  }
}

@inline
function unpackTo<T>(p: usize, width: u32, n: u32, origin: T, zeroIsNull: u32, q: usize): void {
  if (width == 0) { for (let i: u32 = 0; i < n; i++) store<T>(q + (<usize> i) * sizeof<T>(), origin); }
  else if (width == 1) unpack<u8, T>(p, n, origin, zeroIsNull, q);
  else if (width == 2) unpack<u16, T>(p, n, origin, zeroIsNull, q);
  else if (width == 4) unpack<u32, T>(p, n, origin, zeroIsNull, q);
  else unpack<u64, T>(p, n, origin, zeroIsNull, q);
}

/** Adds the origin to two 64-bit numbers. A two-byte type `Z` means that a stored 0 is null and stays 0. */
@inline
function addTwo<Z>(two: v128, origin: v128, q: usize): void {
  const sum = i64x2.add(two, origin);
  v128.store(q, sizeof<Z>() == 1 ? sum : v128.andnot(sum, i64x2.eq(two, i64x2.splat(0))));
}

/** Adds the origin to four 32-bit numbers. */
@inline
function addFour<Z>(four: v128, origin: v128, q: usize): void {
  addTwo<Z>(i64x2.extend_low_i32x4_u(four), origin, q);
  addTwo<Z>(i64x2.extend_high_i32x4_u(four), origin, q + 16);
}

/** Unpacks eight rows at a time from one, two or four bytes each; returns where the rest begins. */
@inline
function unpackWide<Z>(p: usize, width: u32, n: u32, origin: u64, q: usize): u32 {
  const origins = i64x2.splat(<i64> origin);
  let i: u32 = 0;
  if (width == 4) {
    for (; i + 8 <= n; i += 8) {
      addFour<Z>(v128.load(cell32At(p, i)), origins, cell64At(q, i));
      addFour<Z>(v128.load(cell32At(p, i), 16), origins, cell64At(q, i) + 32);
    }
  } else {
    for (; i + 8 <= n; i += 8) {
      const eight = width == 1 ? v128.load8x8_u(p + i) : v128.load(p + ((<usize> i) << 1));
      addFour<Z>(i32x4.extend_low_i16x8_u(eight), origins, cell64At(q, i));
      addFour<Z>(i32x4.extend_high_i16x8_u(eight), origins, cell64At(q, i) + 32);
    }
  }
  return i;
}

/** Unpacks n rows to u64: value = stored + origin, where origin = base - shift. Nulls give 0. */
export function unpack64(p: usize, width: u32, n: u32, origin: u64, zeroIsNull: u32, q: usize): void {
  if (width == 1 || width == 2 || width == 4) {
    const done = zeroIsNull
      ? unpackWide<u16>(p, width, n, origin, q)
      : unpackWide<u8>(p, width, n, origin, q);
    p += (<usize> done) * width;
    q += (<usize> done) << 3;
    n -= done;
  }
  // Use two loops, so that neither has a branch inside.
  if (zeroIsNull) unpackTo<u64>(p, width, n, origin, 1, q);
  else unpackTo<u64>(p, width, n, origin, 0, q);
}

/** Unpacks n rows to u32. */
export function unpack32(p: usize, width: u32, n: u32, origin: u32, zeroIsNull: u32, q: usize): void {
  if (zeroIsNull) unpackTo<u32>(p, width, n, origin, 1, q);
  else unpackTo<u32>(p, width, n, origin, 0, q);
}

/** Writes one byte per row: 1 where the stored number is 0. */
export function nullsOfZeros(p: usize, width: u32, n: u32, q: usize): void {
  const zero = i64x2.splat(0), one = i8x16.splat(1);
  let i: u32 = 0;
  if (width == 1) {
    for (; i + 16 <= n; i += 16) v128.store(q + i, v128.and(i8x16.eq(v128.load(p + i), zero), one));
  } else if (width == 2) {
    for (; i + 16 <= n; i += 16) {
      const at = p + ((<usize> i) << 1);
      const a = i16x8.eq(v128.load(at), zero), b = i16x8.eq(v128.load(at, 16), zero);
      v128.store(q + i, v128.and(i8x16.narrow_i16x8_s(a, b), one));
    }
  } else if (width == 4) {
    for (; i + 16 <= n; i += 16) {
      const at = cell32At(p, i);
      const a = i16x8.narrow_i32x4_s(i32x4.eq(v128.load(at), zero), i32x4.eq(v128.load(at, 16), zero));
      const b = i16x8.narrow_i32x4_s(i32x4.eq(v128.load(at, 32), zero), i32x4.eq(v128.load(at, 48), zero));
      v128.store(q + i, v128.and(i8x16.narrow_i16x8_s(a, b), one));
    }
  }
  for (; i < n; i++) store<u8>(q + i, stored(p, width, i) == 0 ? 1 : 0);
}

/** Row address that means "no row". */
const NO_ROW: u32 = 0xffff_ffff;

/**
 * Writes the numbers of the blocks that contain the rows to `list`, each once; returns how many there are.
 * `marks` has a zero byte for each block.
 */
export function blocksOf(rows: usize, n: u32, marks: usize, list: usize): u32 {
  let count: u32 = 0, last: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < n; i++) {
    const row = load<u32>(cell32At(rows, i));
    const block = row >> 16;
    if (block == last || row == NO_ROW) continue;
    last = block;
    if (load<u8>(marks + block)) continue;
    store<u8>(marks + block, 1);
    store<u32>(cell32At(list, count), block);
    count++;
  }
  for (let i: u32 = 0; i < count; i++) store<u8>(marks + load<u32>(cell32At(list, i)), 0);
  return count;
}

/**
 * Collects the values of the rows at `rows` (block << 16 | offset), with a null byte each. Returns the number of
 * nulls. For rows of blocks that are not loaded (mode 4, width 0), `q` and `nulls` are left unchanged.
 */
export function gather(descriptors: usize, rows: usize, n: u32, q: usize, nulls: usize): u32 {
  let empty: u32 = 0, last: u32 = NO_ROW, width: u32 = 0, mode: u32 = 0;
  let d: usize = 0, numbers: usize = 0, origin: u64 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const row = load<u32>(cell32At(rows, i));
    if (row == NO_ROW) {
      store<u64>(cell64At(q, i), 0);
      store<u8>(nulls + i, 1);
      empty++;
      continue;
    }
    const at = row & 0xffff;
    // Rows are usually consecutive.
    if (row >> 16 != last) {
      last = row >> 16;
      d = descriptors + (<usize> last) * Descriptor.Bytes;
      width = load<u32>(d, Descriptor.Width);
      mode = load<u32>(d, Descriptor.Nulls);
      numbers = <usize> load<u32>(d, Descriptor.Numbers);
      origin = load<u64>(d, Descriptor.Origin);
    }
    const raw: u64 = width == 0 ? 0 : stored(numbers, width, at);
    let none: u32 = 0;
    if (mode != NullMode.None) {
      if (mode == NullMode.NotThere) continue;
      none = <u32> (mode == NullMode.Zero
        ? raw == 0
        : mode == NullMode.All
        ? true
        : load<u8>(load<u32>(d, Descriptor.NullBytes) + at) != 0);
    }
    store<u64>(cell64At(q, i), none ? 0 : raw + origin);
    store<u8>(nulls + i, <u8> none);
    empty += none;
  }
  return empty;
}

/**
 * Converts gathered keys to row addresses: a null key becomes "no row". The conversion from u64 to u32 may be
 * done in place.
 */
export function toRows(values: usize, nulls: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const v = <u32> load<u64>(cell64At(values, i));
    store<u32>(cell32At(q, i), nulls != 0 && load<u8>(nulls + i) ? NO_ROW : v);
  }
}

/** Writes row addresses first, first + 1, ... */
export function fillSequence(first: u32, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) store<u32>(cell32At(q, i), first + i);
}

/**
 * Numbers the rows whose value is at most `most`, counting from `before`; the other rows get no number. Works
 * in place.
 */
export function numberUpTo(values: usize, nulls: usize, n: u32, most: u32, before: u32): void {
  let count = before;
  for (let i: u32 = 0; i < n; i++) {
    const counted = <u32> (load<u32>(cell64At(values, i)) <= most);
    count += counted;
    store<u64>(cell64At(values, i), counted != 0 ? <u64> count : 0);
    store<u8>(nulls + i, <u8> (counted ^ 1));
  }
}

/**
 * Lists the rows whose values are not null, and the low halves of these values; returns how many. Both lists
 * have room for n.
 */
export function knownRows(values: usize, nulls: usize, n: u32, places: usize, keys: usize): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    // Store always, but advance only for a value that is not null: a branch would often be mispredicted.
    store<u32>(cell32At(places, count), i);
    store<u32>(cell32At(keys, count), load<u32>(cell64At(values, i)));
    count += load<u8>(nulls + i) == 0 ? 1 : 0;
  }
  return count;
}

/** Scatters values: q[places[i]] = values[i]. */
export function putAt(values: usize, places: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<u64>(cell64At(q, load<u32>(cell32At(places, i))), load<u64>(cell64At(values, i)));
  }
}

/** Scatters values of `bytes` (4 or 8) bytes whose place is in [first, end): q[places[i] - first] = values[i]. */
export function putWithin(
  values: usize,
  places: usize,
  n: u32,
  first: u32,
  end: u32,
  bytes: u32,
  q: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = load<u32>(cell64At(places, i)) - first;
    if (at >= end - first) continue;
    if (bytes == 8) store<u64>(cell64At(q, at), load<u64>(cell64At(values, i)));
    else store<u32>(cell32At(q, at), load<u32>(cell64At(values, i)));
  }
}

/** q[i] = a[i] + b[i]; null if either is null. */
export function addColumns(a: usize, an: usize, b: usize, bn: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<u64>(cell64At(q, i), load<u64>(cell64At(a, i)) + load<u64>(cell64At(b, i)));
    store<u8>(qn + i, load<u8>(an + i) | load<u8>(bn + i));
  }
}

// A dictionary of u64 values: a hash table of `DictionarySlot`s, and `flat` with the values by code.

/**
 * Encodes n staged u64 values by a dictionary; null rows, whose values may be uninitialized, get 0. New values
 * get the next codes. Stops when `limit` codes are in use and returns the row (n when done). nulls: 0 if there
 * are none; state: the number of codes as u32.
 */
export function encode64(
  p: usize,
  nulls: usize,
  from: u32,
  n: u32,
  table: usize,
  mask: u32,
  flat: usize,
  state: usize,
  limit: u32,
  q: usize,
): u32 {
  // A value that was seen before is usually found at its slot. Comparing it with the previous value first
  // would be mispredicted for values in random order, which costs more than the look-up.
  for (let i = from; i < n; i++) {
    if (nulls != 0 && load<u8>(nulls + i) != 0) {
      store<u32>(cell32At(q, i), 0);
      continue;
    }
    const v = load<u64>(cell64At(p, i));
    let slot = <u32> ((v * 0x9e37_79b9_7f4a_7c15) >> 32) & mask;
    let code: u32 = 0;
    while (true) {
      const e = table + (<usize> slot) * DictionarySlot.Bytes;
      code = load<u32>(e, DictionarySlot.Code);
      if (code != 0 && load<u64>(e, DictionarySlot.Value) == v) break;
      if (code == 0) {
        const count = load<u32>(state);
        if (count >= limit) return i;
        code = count + 1;
        store<u32>(state, code);
        store<u64>(e, v, DictionarySlot.Value);
        store<u32>(e, code, DictionarySlot.Code);
        store<u64>(cell64At(flat, count), v);
        break;
      }
      slot = (slot + 1) & mask;
    }
    store<u32>(cell32At(q, i), code - 1);
  }
  return n;
}

/** Fills an empty hash table from the dictionary's flat values. */
export function rebuild64(flat: usize, count: u32, table: usize, mask: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const v = load<u64>(cell64At(flat, i));
    let slot = <u32> ((v * 0x9e37_79b9_7f4a_7c15) >> 32) & mask;
    let e = table + (<usize> slot) * DictionarySlot.Bytes;
    while (load<u32>(e, DictionarySlot.Code) != 0) {
      slot = (slot + 1) & mask;
      e = table + (<usize> slot) * DictionarySlot.Bytes;
    }
    store<u64>(e, v, DictionarySlot.Value);
    store<u32>(e, i + 1, DictionarySlot.Code);
  }
}

/**
 * q[i] = to[i] - from[i], or 0 if that would be negative; null if either is. Returns the number of nulls.
 * Works in place.
 */
export function subtractColumns(
  to: usize,
  tn: usize,
  from: usize,
  fn: usize,
  n: u32,
  q: usize,
  qn: usize,
): u32 {
  let empty: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const none = load<u8>(tn + i) | load<u8>(fn + i);
    const a = load<u64>(cell64At(to, i)), b = load<u64>(cell64At(from, i));
    store<u64>(cell64At(q, i), none != 0 || a < b ? 0 : a - b);
    store<u8>(qn + i, none);
    empty += none;
  }
  return empty;
}
