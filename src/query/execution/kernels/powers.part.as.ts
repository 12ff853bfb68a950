// Maps stored keys to powers of two, numbered in one byte: 0 for null, 1 for 0, and the exponent plus two for
// others. `c` is a `DenseCall`.

import { keepInRegister } from "./counts.part.as";
import { DenseCall } from "./dense_layout";

/** How many numbers there are: null, 0, and 64 powers. */
export const POWERS: u32 = 66;
/** The number of null. */
export const NO_POWER: u32 = 0;
/** The number of the key 1. */
export const FIRST_POWER: u32 = 2;
/** Bit in `DenseCall.Buckets`: keys need at most 31 bits, and stored keys at most 32. */
const NARROW: u32 = 2;

@inline
function scalar<K>(p: usize, n: u32, origin: u64, nullable: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const stored = load<K>(p + (<usize> i) * sizeof<K>());
    store<u8>(
      q + i,
      <u8> (nullable != 0 && stored == 0 ? NO_POWER : FIRST_POWER + 63 - <u32> clz(<u64> stored + origin)),
    );
  }
}

/** Four stored keys as 32-bit numbers. */
@inline
function four<K>(p: usize): v128 {
  if (sizeof<K>() == 4) return v128.load(p);
  if (sizeof<K>() == 2) return v128.load_ext<u16>(p);
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(p)));
}

/** The exponents of four keys converted to single precision; 0 for 0. */
@inline
function exponents(stored: v128, origin: v128): v128 {
  const keys = i32x4.add(stored, origin);
  // Clearing the bit after the highest one prevents rounding up to the next power.
  return i32x4.shr_u(f32x4.convert_i32x4_s(v128.andnot(keys, i32x4.shr_u(keys, 1))), 23);
}

/** Sixteen 32-bit numbers, none above 255, as bytes. */
@inline
function bytesOf(a: v128, b: v128, d: v128, e: v128): v128 {
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(d, e));
}

/** If Z has two bytes, a stored 0 is null. */
@inline
function wide<K, Z>(p: usize, n: u32, origin: u32, q: usize): void {
  const origins = i32x4.splat(origin), less = keepInRegister(i8x16.splat(<i8> (127 - FIRST_POWER)), q);
  const zero = i64x2.splat(0), one = keepInRegister(i8x16.splat(1), q);
  // Rows up to the next multiple of 16 may be read; their results are not used.
  for (let i: u32 = 0; i < n; i += 16) {
    const a = four<K>(p), b = four<K>(p + 4 * sizeof<K>());
    const d = four<K>(p + 8 * sizeof<K>()), e = four<K>(p + 12 * sizeof<K>());
    const found = bytesOf(
      exponents(a, origins),
      exponents(b, origins),
      exponents(d, origins),
      exponents(e, origins),
    );
    let powers = i8x16.max_u(i8x16.sub_sat_u(found, less), one);
    if (sizeof<Z>() == 2) {
      const ab = i16x8.narrow_i32x4_s(i32x4.eq(a, zero), i32x4.eq(b, zero));
      const de = i16x8.narrow_i32x4_s(i32x4.eq(d, zero), i32x4.eq(e, zero));
      powers = v128.andnot(powers, i8x16.narrow_i16x8_s(ab, de));
    }
    v128.store(q + i, powers);
    p += 16 * sizeof<K>();
  }
}

@inline
function wideByNull<K>(p: usize, n: u32, origin: u32, nullable: u32, q: usize): void {
  if (nullable) wide<K, u16>(p, n, origin, q);
  else wide<K, u8>(p, n, origin, q);
}

/** Writes the numbers of n keys from `p` on, one byte each, with room for a multiple of 16. */
export function powersOf(c: usize, p: usize, n: u32, q: usize): void {
  const width = load<u32>(c, DenseCall.KeyWidth);
  const origin = load<u64>(c, DenseCall.KeyOrigin);
  const nullable = load<u32>(c, DenseCall.ZeroKeyIsNull);
  if (load<u32>(c, DenseCall.Buckets) == NARROW) {
    if (width == 1) wideByNull<u8>(p, n, <u32> origin, nullable, q);
    else if (width == 2) wideByNull<u16>(p, n, <u32> origin, nullable, q);
    else wideByNull<u32>(p, n, <u32> origin, nullable, q);
  } else if (width == 1) scalar<u8>(p, n, origin, nullable, q);
  else if (width == 2) scalar<u16>(p, n, origin, nullable, q);
  else if (width == 4) scalar<u32>(p, n, origin, nullable, q);
  else scalar<u64>(p, n, origin, nullable, q);
}
