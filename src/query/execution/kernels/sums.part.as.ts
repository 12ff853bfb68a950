// Sums packed values of selected rows, as stored numbers.

import { Selected } from "./dense_layout";

/** Bits of the 16 rows at i whose stored number is not zero. */
@inline
export function nonZero16(p: usize, width: u32, i: u32): u32 {
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

/** Adds four 32-bit numbers to two 64-bit sums. */
@inline
function plusFour(sum: v128, four: v128): v128 {
  return i64x2.add(i64x2.add(sum, i64x2.extend_low_i32x4_u(four)), i64x2.extend_high_i32x4_u(four));
}

/** Adds the 16 values at i whose bit is set, of at most four bytes each. */
@inline
function plus16<V>(sum: v128, p: usize, i: u32, m: u32, lanes: v128): v128 {
  const at = p + (<usize> i) * sizeof<V>();
  const bits = i32x4.splat(m);
  if (sizeof<V>() == 1) {
    const spread = i8x16.swizzle(bits, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    const v = v128.and(v128.load(at), i8x16.eq(v128.and(spread, lanes), lanes));
    return plusFour(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v)));
  }
  if (sizeof<V>() == 2) {
    const above = i16x8.shl(lanes, 8);
    const twice = i16x8.splat(<i16> m);
    const low = i16x8.eq(v128.and(twice, lanes), lanes), high = i16x8.eq(v128.and(twice, above), above);
    return plusFour(
      sum,
      i32x4.add(
        i32x4.extadd_pairwise_i16x8_u(v128.and(v128.load(at), low)),
        i32x4.extadd_pairwise_i16x8_u(v128.and(v128.load(at, 16), high)),
      ),
    );
  }
  sum = plusFour(sum, v128.and(v128.load(at), i32x4.eq(v128.and(bits, lanes), lanes)));
  let next = i32x4.shr_u(bits, 4);
  sum = plusFour(sum, v128.and(v128.load(at, 16), i32x4.eq(v128.and(next, lanes), lanes)));
  next = i32x4.shr_u(bits, 8);
  sum = plusFour(sum, v128.and(v128.load(at, 32), i32x4.eq(v128.and(next, lanes), lanes)));
  next = i32x4.shr_u(bits, 12);
  return plusFour(sum, v128.and(v128.load(at, 48), i32x4.eq(v128.and(next, lanes), lanes)));
}

/** Converts the null bytes of the 16 rows at i to bits of rows that have a value. */
@inline
function present16(nulls: usize, i: u32): u32 {
  return <u32> i8x16.bitmask(i8x16.eq(v128.load(nulls + i), i64x2.splat(0)));
}

/**
 * Whether fewer than one in 64 rows is selected: then rows are summed one by one. Deciding that for each word
 * would be mispredicted.
 */
@inline
function areFew(n: u32, bits: usize): bool {
  const words = (n + 63) >> 6;
  let count: u64 = 0;
  for (let w: u32 = 0; w < words; w++) count += popcnt(load<u64>(bits + ((<usize> w) << 3)));
  return count < <u64> words;
}

@inline
function sumFew<V>(p: usize, n: u32, zeroIsNull: u32, nulls: usize, bits: usize, out: usize): void {
  let sum: u64 = 0, count: u64 = 0;
  for (let i: u32 = 0; i < n; i += 64) {
    for (let word = load<u64>(bits + (i >> 3)); word != 0; word &= word - 1) {
      const at = i + <u32> ctz(word);
      const v = <u64> load<V>(p + (<usize> at) * sizeof<V>());
      if ((zeroIsNull != 0 && v == 0) || (nulls != 0 && load<u8>(nulls + at) != 0)) continue;
      sum += v;
      count++;
    }
  }
  store<u64>(out, sum);
  store<u64>(out, 0, Selected.High);
  store<u64>(out, count, Selected.Count);
}

@inline
function sumNarrow<V>(p: usize, n: u32, zeroIsNull: u32, nulls: usize, bits: usize, out: usize): void {
  if (areFew(n, bits)) return sumFew<V>(p, n, zeroIsNull, nulls, bits, out);
  // A constant vector would be loaded again for each use.
  if (sizeof<V>() == 1) v128.store(out, i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128));
  else if (sizeof<V>() == 2) v128.store(out, i16x8(1, 2, 4, 8, 16, 32, 64, 128));
  else v128.store(out, i32x4(1, 2, 4, 8));
  const lanes = v128.load(out);
  let sum = i64x2.splat(0), count: u64 = 0;
  for (let i: u32 = 0; i < n; i += 64) {
    const word = load<u64>(bits + (i >> 3));
    if (word == 0) continue;
    // The memory of the values ends with the 16 rows that contain the last one, so a shorter word is handled below.
    if (zeroIsNull == 0 && nulls == 0 && i + 64 <= n) {
      count += popcnt(word);
      sum = plus16<V>(sum, p, i, <u32> word & 0xffff, lanes);
      sum = plus16<V>(sum, p, i + 16, <u32> (word >> 16) & 0xffff, lanes);
      sum = plus16<V>(sum, p, i + 32, <u32> (word >> 32) & 0xffff, lanes);
      sum = plus16<V>(sum, p, i + 48, <u32> (word >> 48), lanes);
      continue;
    }
    for (let k: u32 = 0; k < 64; k += 16) {
      let m = <u32> (word >> k) & 0xffff;
      if (m == 0) continue;
      if (zeroIsNull) m &= nonZero16(p, sizeof<V>(), i + k);
      if (nulls != 0) m &= present16(nulls, i + k);
      count += popcnt(m);
      sum = plus16<V>(sum, p, i + k, m, lanes);
    }
  }
  // The sum of 65536 values of 32 bits has at most 48 bits.
  store<u64>(out, <u64> i64x2.extract_lane(sum, 0) + <u64> i64x2.extract_lane(sum, 1));
  store<u64>(out, 0, Selected.High);
  store<u64>(out, count, Selected.Count);
}

/** The sum of the values of rows whose bit is set; `out` is a `Selected`. */
export function sumOfSelected(
  p: usize,
  width: u32,
  n: u32,
  zeroIsNull: u32,
  nulls: usize,
  bits: usize,
  out: usize,
): void {
  if (width == 1) return sumNarrow<u8>(p, n, zeroIsNull, nulls, bits, out);
  if (width == 2) return sumNarrow<u16>(p, n, zeroIsNull, nulls, bits, out);
  if (width == 4) return sumNarrow<u32>(p, n, zeroIsNull, nulls, bits, out);
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
