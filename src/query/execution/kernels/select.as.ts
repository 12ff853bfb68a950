// Tests over packed blocks and over unpacked values. A selection has one bit per row; tests only clear bits.
// Blocks start at multiples of 16 bytes and the arena rounds their ends up, so complete vectors can be read;
// bits after the last row are never set.

/** Sets the first n bits and clears the rest of the 8 KB. */
export function fillBits(bits: usize, n: u32): void {
  memory.fill(bits, 0, 8192);
  memory.fill(bits, 0xff, n >> 3);
  if (n & 7) store<u8>(bits + (n >> 3), <u8> ((<u32> 1 << (n & 7)) - 1));
}

/** Number of set bits among n. */
export function countBits(bits: usize, n: u32): u32 {
  let count: u64 = 0;
  const words = (n + 63) >> 6;
  for (let i: u32 = 0; i < words; i++) count += popcnt(load<u64>(bits + ((<usize> i) << 3)));
  return <u32> count;
}

/** a |= b. */
export function orBits(a: usize, b: usize): void {
  for (let i: usize = 0; i < 8192; i += 16) v128.store(a + i, v128.or(v128.load(a + i), v128.load(b + i)));
}

/** a &= ~b. */
export function clearBits(a: usize, b: usize): void {
  for (let i: usize = 0; i < 8192; i += 16) {
    v128.store(a + i, v128.andnot(v128.load(a + i), v128.load(b + i)));
  }
}

/** Lists row numbers base + i of the set bits; returns how many. */
export function bitsToRows(bits: usize, n: u32, base: u32, q: usize): u32 {
  let count: u32 = 0;
  const words = (n + 63) >> 6;
  for (let i: u32 = 0; i < words; i++) {
    let word = load<u64>(bits + ((<usize> i) << 3));
    const at = base + (i << 6);
    while (word != 0) {
      store<u32>(q + ((<usize> count) << 2), at + <u32> ctz(word));
      count++;
      word &= word - 1;
    }
  }
  return count;
}

/** Whether none of the 64 rows from row i on is left, so that they can be skipped. */
@inline
function isEmptyWord(bits: usize, i: u32): bool {
  return load<u64>(bits + (i >> 3)) == 0;
}

/** The first row from i on that begins a word of 64 rows with some left, or with `empty` a word without any. */
@inline
function nextWord(bits: usize, i: u32, n: u32, empty: bool): u32 {
  while (i < n && isEmptyWord(bits, i) != empty) i += 64;
  return min(i, n);
}

/**
 * Keeps rows whose stored number is in [lo, hi] (or outside it with negate). With skipZero a stored 0 never
 * passes.
 */
export function selectRange(
  p: usize,
  width: u32,
  n: u32,
  lo: u64,
  hi: u64,
  negate: u32,
  skipZero: u32,
  bits: usize,
): void {
  for (let from = nextWord(bits, 0, n, false); from < n;) {
    const to = nextWord(bits, from, n, true);
    const at = p + (<usize> from) * width;
    rangeOfStretch(at, width, to - from, lo, hi, negate, skipZero, bits + (from >> 3));
    from = nextWord(bits, to, n, false);
  }
}

function rangeOfStretch(
  p: usize,
  width: u32,
  n: u32,
  lo: u64,
  hi: u64,
  negate: u32,
  skipZero: u32,
  bits: usize,
): void {
  const flip: u32 = negate ? 0xffff_ffff : 0;
  if (width == 1) {
    const from = i8x16.splat(<i8> lo), span = i8x16.splat(<i8> (hi - lo)), zero = i8x16.splat(0);
    for (let i: u32 = 0; i < n; i += 16) {
      const v = v128.load(p + i);
      let m = <u32> i8x16.bitmask(i8x16.le_u(i8x16.sub(v, from), span)) ^ flip;
      if (skipZero) m &= ~(<u32> i8x16.bitmask(i8x16.eq(v, zero)));
      const at = bits + (i >> 3);
      store<u16>(at, load<u16>(at) & <u16> m);
    }
  } else if (width == 2) {
    const from = i16x8.splat(<i16> lo), span = i16x8.splat(<i16> (hi - lo)), zero = i16x8.splat(0);
    for (let i: u32 = 0; i < n; i += 16) {
      const at2 = p + ((<usize> i) << 1);
      const v = v128.load(at2), w = v128.load(at2, 16);
      const a = i16x8.le_u(i16x8.sub(v, from), span), b = i16x8.le_u(i16x8.sub(w, from), span);
      let m = <u32> i8x16.bitmask(i8x16.narrow_i16x8_s(a, b)) ^ flip;
      if (skipZero) m &= ~(<u32> i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(v, zero), i16x8.eq(w, zero))));
      const at = bits + (i >> 3);
      store<u16>(at, load<u16>(at) & <u16> m);
    }
  } else if (width == 4) {
    const from = i32x4.splat(<i32> lo), span = i32x4.splat(<i32> (hi - lo)), zero = i32x4.splat(0);
    for (let i: u32 = 0; i < n; i += 8) {
      const at4 = p + ((<usize> i) << 2);
      const v = v128.load(at4), w = v128.load(at4, 16);
      const a = i32x4.le_u(i32x4.sub(v, from), span), b = i32x4.le_u(i32x4.sub(w, from), span);
      let m = <u32> i16x8.bitmask(i16x8.narrow_i32x4_s(a, b)) ^ flip;
      if (skipZero) m &= ~(<u32> i16x8.bitmask(i16x8.narrow_i32x4_s(i32x4.eq(v, zero), i32x4.eq(w, zero))));
      const at = bits + (i >> 3);
      store<u8>(at, load<u8>(at) & <u8> m);
    }
  } else {
    const sign = i64x2.splat(i64.MIN_VALUE);
    const from = i64x2.splat(<i64> lo),
      span = v128.xor(i64x2.splat(<i64> (hi - lo)), sign),
      zero = i64x2.splat(0);
    for (let i: u32 = 0; i < n; i += 8) {
      const at8 = p + ((<usize> i) << 3);
      let m: u32 = 0;
      for (let k: u32 = 0; k < 4; k++) {
        const v = v128.load(at8 + (k << 4));
        let r = i64x2.le_s(v128.xor(i64x2.sub(v, from), sign), span);
        if (negate) r = v128.not(r);
        if (skipZero) r = v128.andnot(r, i64x2.eq(v, zero));
        m |= (<u32> i64x2.bitmask(r)) << (k << 1);
      }
      const at = bits + (i >> 3);
      store<u8>(at, load<u8>(at) & <u8> m);
    }
  }
}

@inline
function storedAt(p: usize, width: u32, i: u32): u64 {
  if (width == 1) return load<u8>(p + i);
  if (width == 2) return load<u16>(p + ((<usize> i) << 1));
  if (width == 4) return load<u32>(p + ((<usize> i) << 2));
  return load<u64>(p + ((<usize> i) << 3));
}

@inline
function setOrClear(bits: usize, i: u32, keep: bool): void {
  const at = bits + (i >> 3);
  if (!keep) store<u8>(at, load<u8>(at) & ~(<u8> (<u32> 1 << (i & 7))));
}

@inline
function inSet(raw: u64, origin: u64, zeroIsNull: u32, set: usize, size: u32): u32 {
  const code = <u32> (raw + origin);
  if (code >= size || (zeroIsNull != 0 && raw == 0)) return 0;
  return ((<u32> load<u8>(set + (code >> 3))) >> (code & 7)) & 1;
}

/** Looks up a byte by its halves: the low one selects a byte of bits, the high one a bit of it. */
function selectSet8(
  p: usize,
  n: u32,
  origin: u64,
  zeroIsNull: u32,
  set: usize,
  size: u32,
  bits: usize,
): void {
  let below = i64x2.splat(0), above = i64x2.splat(0);
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (let high: u32 = 0; high < 16; high++) {
    for (let low: u32 = 0; low < 16; low++) {
      if (!inSet(<u64> (high << 4 | low), origin, zeroIsNull, set, size)) continue;
      const bit = v128.and(i8x16.eq(lanes, i8x16.splat(<i8> low)), i8x16.splat(<i8> (<u32> 1 << (high & 7))));
      if (high < 8) below = v128.or(below, bit);
      else above = v128.or(above, bit);
    }
  }
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const nibble = i8x16.splat(15), zero = i64x2.splat(0);
  for (let i: u32 = 0; i < n; i += 16) {
    const v = v128.load(p + i);
    const low = v128.and(v, nibble);
    const found = v128.bitselect(i8x16.swizzle(above, low), i8x16.swizzle(below, low), i8x16.lt_s(v, zero));
    const wanted = i8x16.swizzle(powers, i8x16.shr_u(v, 4));
    const m = ~(<u32> i8x16.bitmask(i8x16.eq(v128.and(found, wanted), zero)));
    const at = bits + (i >> 3);
    store<u16>(at, load<u16>(at) & <u16> m);
  }
}

@inline
function selectSetWide<W>(
  p: usize,
  n: u32,
  origin: u64,
  zeroIsNull: u32,
  set: usize,
  size: u32,
  bits: usize,
): void {
  for (let i: u32 = 0; i < n; i += 8) {
    const at = bits + (i >> 3);
    const before = load<u8>(at);
    if (before == 0) continue;
    let m: u32 = 0;
    // Rows after the end give arbitrary codes, but their bits are clear already.
    for (let k: u32 = 0; k < 8; k++) {
      m |= inSet(<u64> load<W>(p + (<usize> (i + k)) * sizeof<W>()), origin, zeroIsNull, set, size) << k;
    }
    store<u8>(at, before & <u8> m);
  }
}

/** Keeps rows whose code (stored + origin) is in `set`, which has `size` bits; zeroIsNull drops a stored 0. */
export function selectSet(
  p: usize,
  width: u32,
  n: u32,
  origin: u64,
  zeroIsNull: u32,
  set: usize,
  size: u32,
  bits: usize,
): void {
  if (width == 1) selectSet8(p, n, origin, zeroIsNull, set, size, bits);
  else if (width == 2) selectSetWide<u16>(p, n, origin, zeroIsNull, set, size, bits);
  else if (width == 4) selectSetWide<u32>(p, n, origin, zeroIsNull, set, size, bits);
  else selectSetWide<u64>(p, n, origin, zeroIsNull, set, size, bits);
}

/** Drops rows whose null byte is set. */
export function dropNulls(nulls: usize, n: u32, bits: usize): void {
  const zero = i8x16.splat(0);
  for (let i: u32 = 0; i < n; i += 16) {
    const at = bits + (i >> 3);
    const m = <u32> i8x16.bitmask(i8x16.eq(v128.load(nulls + i), zero));
    store<u16>(at, load<u16>(at) & <u16> m);
  }
}

/** Keeps only rows whose null byte is set. */
export function keepNulls(nulls: usize, n: u32, bits: usize): void {
  const zero = i8x16.splat(0);
  for (let i: u32 = 0; i < n; i += 16) {
    const at = bits + (i >> 3);
    const m = ~(<u32> i8x16.bitmask(i8x16.eq(v128.load(nulls + i), zero)));
    store<u16>(at, load<u16>(at) & <u16> m);
  }
}

/** Keeps rows i of a list (row & 0xffff) whose value is neither 0 nor null. */
export function keepTrue(rows: usize, values: usize, nulls: usize, count: u32, bits: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(rows + ((<usize> i) << 2)) & 0xffff;
    const pass = load<u64>(values + ((<usize> i) << 3)) != 0 && (nulls == 0 || load<u8>(nulls + i) == 0);
    setOrClear(bits, row, pass);
  }
}

/** Writes 1 where a value is in [lo, hi] (modulo 2^64, so signed ranges work too), else 0; nulls give 0. */
export function rangeValues(p: usize, nulls: usize, n: u32, lo: u64, hi: u64, negate: u32, q: usize): void {
  const span = hi - lo;
  for (let i: u32 = 0; i < n; i++) {
    const at = (<usize> i) << 3;
    const inside = load<u64>(p + at) - lo <= span;
    const pass = (inside != (negate != 0)) && (nulls == 0 || load<u8>(nulls + i) == 0);
    store<u64>(q + at, pass ? 1 : 0);
  }
}

/** Writes 1 where the bit of a value in `set` is set, else 0; nulls give 0. Works in place. */
export function setValues(p: usize, nulls: usize, n: u32, set: usize, size: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const at = (<usize> i) << 3;
    const code = <u32> load<u64>(p + at);
    const pass = code < size && (nulls == 0 || load<u8>(nulls + i) == 0) &&
      (load<u8>(set + (code >> 3)) >> <u8> (code & 7)) & 1;
    store<u64>(q + at, pass ? 1 : 0);
  }
}

/** Sets the bits of all codes (stored + origin) in a block. */
export function markCodes(p: usize, width: u32, n: u32, origin: u64, zeroIsNull: u32, set: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const raw: u64 = width == 0 ? 0 : storedAt(p, width, i);
    if (zeroIsNull && raw == 0) continue;
    const code = <u32> (raw + origin);
    store<u8>(set + (code >> 3), load<u8>(set + (code >> 3)) | <u8> (<u32> 1 << (code & 7)));
  }
}

/** Sets the bytes of all codes (stored + offset) in rows of a block whose bit is set. */
export function markSelected(
  p: usize,
  width: u32,
  n: u32,
  offset: u32,
  zeroIsNull: u32,
  bits: usize,
  set: usize,
): void {
  for (let from: u32 = 0; from < n; from += 64) {
    let word = load<u64>(bits + (from >> 3));
    while (word != 0) {
      const raw = storedAt(p, width, from + <u32> ctz(word));
      word &= word - 1;
      if (zeroIsNull == 0 || raw != 0) store<u8>(set + <usize> (<u32> raw + offset), 1);
    }
  }
}

/** Keeps rows whose word is not 0. */
export function keepWords(values: usize, n: u32, bits: usize): void {
  for (let i: u32 = 0; i < n; i += 8) {
    const at = bits + (i >> 3);
    const before = <u32> load<u8>(at);
    if (before == 0) continue;
    let m: u32 = 0;
    const last = min(n - i, <u32> 8);
    for (let k: u32 = 0; k < last; k++) m |= <u32> (load<u64>(values + ((<usize> (i + k)) << 3)) != 0) << k;
    store<u8>(at, <u8> (before & m));
  }
}

/** Four stored numbers from row i on. */
@inline
function lanes(p: usize, width: u32, i: u32): v128 {
  if (width == 4) return v128.load(p + ((<usize> i) << 2));
  if (width == 2) return v128.load_ext<u16>(p + ((<usize> i) << 1));
  if (width == 1) return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(p + i)));
  return i32x4.splat(0);
}

/**
 * Sets the lanes of those of four rows that begin at or before `high` and end at or after `end`; lengths below `least`
 * count as `least`.
 */
@inline
function overlapFour(starts: v128, lengths: v128, high: v128, end: v128, least: v128): v128 {
  const ends = i32x4.add(starts, i32x4.max_u(lengths, least));
  return v128.and(i32x4.le_u(starts, high), i32x4.ge_u(ends, end));
}

@inline
function overlapping<W>(p: usize, q: usize, n: u32, high: u32, end: u32, least: u32, bits: usize): void {
  const h = i32x4.splat(high), e = i32x4.splat(end), l = i32x4.splat(least), width: u32 = sizeof<W>();
  for (let i: u32 = 0; i < n; i += 16) {
    const a = overlapFour(v128.load(p), lanes(q, width, 0), h, e, l);
    const b = overlapFour(v128.load(p, 16), lanes(q, width, 4), h, e, l);
    const c = overlapFour(v128.load(p, 32), lanes(q, width, 8), h, e, l);
    const d = overlapFour(v128.load(p, 48), lanes(q, width, 12), h, e, l);
    const m = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
    const at = bits + (i >> 3);
    store<u16>(at, load<u16>(at) & <u16> i8x16.bitmask(m));
    p += 64;
    q += 16 * sizeof<W>();
  }
}

/**
 * Keeps rows that begin at or before `high` and end at or after `end`, as stored: 4-byte starts, and lengths. No
 * length is less than `least`, and no end needs more than 32 bits.
 */
export function selectOverlaps(
  p: usize,
  q: usize,
  width: u32,
  n: u32,
  high: u32,
  end: u32,
  least: u32,
  bits: usize,
): void {
  if (width == 1) overlapping<u8>(p, q, n, high, end, least, bits);
  else if (width == 2) overlapping<u16>(p, q, n, high, end, least, bits);
  else overlapping<u32>(p, q, n, high, end, least, bits);
}
