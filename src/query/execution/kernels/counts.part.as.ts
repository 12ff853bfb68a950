// Counts rows by keys of one byte, sixteen at a time, if there are few distinct keys.

/** Keys whose counts stay in registers while rows are compared with them. */
const TOGETHER: u32 = 6;
/** Number of rows after which a 1-byte count may be full. */
const ROWS_AT_ONCE: u32 = 240 * 16;
/** Counting this many rows one by one takes as long as comparing 4096 rows with `TOGETHER` keys. */
const ROWS_OF_PASS: u32 = 300;

/** A constant that the compiler does not load from memory again for each use. */
@inline
export function keepInRegister(constant: v128, p: usize): v128 {
  v128.store(p, constant);
  return v128.load(p);
}

/** Sum of sixteen counts. */
@inline
function total(counts: v128): u64 {
  const four = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
  const two = i64x2.add(i64x2.extend_low_i32x4_u(four), i64x2.extend_high_i32x4_u(four));
  return <u64> i64x2.extract_lane(two, 0) + <u64> i64x2.extract_lane(two, 1);
}

/** Smallest of sixteen bytes. */
@inline
function lowest(bytes: v128): u32 {
  let least: u64 = 255;
  for (let two = 0; two < 2; two++) {
    let word = <u64> (two == 0 ? i64x2.extract_lane(bytes, 0) : i64x2.extract_lane(bytes, 1));
    for (let at = 0; at < 8; at++) {
      least = min(least, word & 0xff);
      word >>= 8;
    }
  }
  return <u32> least;
}

/**
 * Adds the rows of a key to two of its counters, half to each, since the 16 bits of one counter cannot hold 65536 rows.
 */
@inline
function addRows(numbers: usize, step: usize, key: u32, last: u32, counts: v128): void {
  if (key > last) return;
  const p = numbers + ((<usize> key) << 3);
  const rows = total(counts);
  store<u64>(p, load<u64>(p) + ((rows >> 1) << 48));
  store<u64>(p + step, load<u64>(p + step) + ((rows - (rows >> 1)) << 48));
}

/**
 * Adds rows to the counters of their keys: those whose bit is set at `bits`, or all if `bits` is 0. Half of the rows of
 * a key go to the counter `step` bytes later. Returns false if counting row by row is faster. `room` has n bytes,
 * rounded up to a multiple of 16, and may overlap the keys.
 */
export function countFewKeys(
  keys: usize,
  n: u32,
  bits: usize,
  room: usize,
  numbers: usize,
  step: usize,
): bool {
  const before = v128.load(room);
  const lanes = keepInRegister(i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128), room);
  const halves = keepInRegister(i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1), room);
  v128.store(room, before);
  let low = i8x16.splat(-1), high = i8x16.splat(-1);
  let count: u32 = 0;
  for (let i: u32 = 0; i < n; i += 16) {
    let m: u32 = bits == 0 ? 0xffff : <u32> load<u16>(bits + (i >> 3));
    if (n - i < 16) m &= ((<u32> 1) << (n - i)) - 1;
    count += popcnt(m);
    const spread = i8x16.swizzle(i32x4.splat(m), halves);
    const without = i8x16.ne(v128.and(spread, lanes), lanes);
    // No key is 255, which marks rows without a bit.
    const own = v128.or(v128.load(keys + i), without);
    v128.store(room + i, own);
    low = i8x16.min_u(low, own);
    high = i8x16.min_u(high, v128.or(v128.not(own), without));
  }
  const first = lowest(low), last = <u32> 255 - lowest(high);
  if (last == 255 || ((last - first) / TOGETHER + 1) * ROWS_OF_PASS > count) return false;
  for (let from: u32 = 0; from < n; from += ROWS_AT_ONCE) {
    const end = min(n, from + ROWS_AT_ONCE);
    for (let key = first; key <= last; key += TOGETHER) {
      const k0 = i8x16.splat(<i8> key), k1 = i8x16.splat(<i8> (key + 1)), k2 = i8x16.splat(<i8> (key + 2));
      const k3 = i8x16.splat(<i8> (key + 3)),
        k4 = i8x16.splat(<i8> (key + 4)),
        k5 = i8x16.splat(<i8> (key + 5));
      let c0 = i64x2.splat(0), c1 = c0, c2 = c0, c3 = c0, c4 = c0, c5 = c0;
      for (let i: u32 = from; i < end; i += 16) {
        const v = v128.load(room + i);
        // Subtract, since the mask of an equal row is -1.
        c0 = i8x16.sub(c0, i8x16.eq(v, k0));
        c1 = i8x16.sub(c1, i8x16.eq(v, k1));
        c2 = i8x16.sub(c2, i8x16.eq(v, k2));
        c3 = i8x16.sub(c3, i8x16.eq(v, k3));
        c4 = i8x16.sub(c4, i8x16.eq(v, k4));
        c5 = i8x16.sub(c5, i8x16.eq(v, k5));
      }
      addRows(numbers, step, key, last, c0);
      addRows(numbers, step, key + 1, last, c1);
      addRows(numbers, step, key + 2, last, c2);
      addRows(numbers, step, key + 3, last, c3);
      addRows(numbers, step, key + 4, last, c4);
      addRows(numbers, step, key + 5, last, c5);
    }
  }
  return true;
}
