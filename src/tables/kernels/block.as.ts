// Dull, fast loops over one block of a column. A block holds (value - base) in 1, 2, 4 or 8 bytes; see block.ts.

/** Smallest and largest of n u64 values; skips rows whose null byte is set. out: min, max (u64), nulls (u32). */
export function minMax64(p: usize, n: u32, nulls: usize, out: usize): void {
  let min: u64 = u64.MAX_VALUE, max: u64 = 0, empty: u32 = 0;
  if (nulls == 0) {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(p + ((<usize> i) << 3));
      min = v < min ? v : min;
      max = v > max ? v : max;
    }
  } else {
    for (let i: u32 = 0; i < n; i++) {
      if (load<u8>(nulls + i)) {
        empty++;
        continue;
      }
      const v = load<u64>(p + ((<usize> i) << 3));
      min = v < min ? v : min;
      max = v > max ? v : max;
    }
  }
  store<u64>(out, min);
  store<u64>(out, max, 8);
  store<u32>(out, empty, 16);
}

/** The same for signed values. */
export function minMaxSigned(p: usize, n: u32, nulls: usize, out: usize): void {
  let min: i64 = i64.MAX_VALUE, max: i64 = i64.MIN_VALUE, empty: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    if (nulls != 0 && load<u8>(nulls + i)) {
      empty++;
      continue;
    }
    const v = load<i64>(p + ((<usize> i) << 3));
    min = v < min ? v : min;
    max = v > max ? v : max;
  }
  store<i64>(out, min);
  store<i64>(out, max, 8);
  store<u32>(out, empty, 16);
}

/** The same for u32 values; zeroIsNull leaves zeros out (text codes). */
export function minMax32(p: usize, n: u32, nulls: usize, zeroIsNull: u32, out: usize): void {
  let min: u32 = u32.MAX_VALUE, max: u32 = 0, empty: u32 = 0;
  let i: u32 = 0;
  if (nulls == 0) {
    const less = i32x4.splat(zeroIsNull ? 1 : 0), zero = i32x4.splat(0);
    let low = i32x4.splat(-1), high = zero, zeros = zero;
    // A zero that means null wraps to the largest number and never is the smallest.
    for (; i + 4 <= n; i += 4) {
      const v = v128.load(p + ((<usize> i) << 2));
      low = i32x4.min_u(low, i32x4.sub(v, less));
      high = i32x4.max_u(high, v);
      zeros = i32x4.sub(zeros, i32x4.eq(v, zero));
    }
    const back: u32 = zeroIsNull ? 1 : 0;
    for (let k: u32 = 0; k < 4; k++) {
      const a = <u32> (k == 0
        ? i32x4.extract_lane(low, 0)
        : k == 1
        ? i32x4.extract_lane(low, 1)
        : k == 2
        ? i32x4.extract_lane(low, 2)
        : i32x4.extract_lane(low, 3));
      const b = <u32> (k == 0
        ? i32x4.extract_lane(high, 0)
        : k == 1
        ? i32x4.extract_lane(high, 1)
        : k == 2
        ? i32x4.extract_lane(high, 2)
        : i32x4.extract_lane(high, 3));
      const c = <u32> (k == 0
        ? i32x4.extract_lane(zeros, 0)
        : k == 1
        ? i32x4.extract_lane(zeros, 1)
        : k == 2
        ? i32x4.extract_lane(zeros, 2)
        : i32x4.extract_lane(zeros, 3));
      if (a != u32.MAX_VALUE && a + back < min) {
        min = a + back;
      }
      if (b > max) {
        max = b;
      }
      if (zeroIsNull) {
        empty += c;
      }
    }
    // Only the largest number of all wraps to itself.
    if (min == u32.MAX_VALUE && !zeroIsNull) min = max;
  }
  for (; i < n; i++) {
    const v = load<u32>(p + ((<usize> i) << 2));
    if ((nulls != 0 && load<u8>(nulls + i) != 0) || (zeroIsNull != 0 && v == 0)) {
      empty++;
      continue;
    }
    min = v < min ? v : min;
    max = v > max ? v : max;
  }
  store<u64>(out, min);
  store<u64>(out, max, 8);
  store<u32>(out, empty, 16);
}

/**
 * Packs n u64 values as (value - base + shift) into `width` bytes each, null rows as 0. `shift` is 1 when the block
 * has nulls that are kept as zero.
 */
export function pack64(p: usize, n: u32, nulls: usize, base: u64, shift: u64, width: u32, q: usize): void {
  const less = base - shift;
  if (width == 1) {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(p + ((<usize> i) << 3)) - less;
      store<u8>(q + i, <u8> (nulls != 0 && load<u8>(nulls + i) != 0 ? 0 : v));
    }
  } else if (width == 2) {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(p + ((<usize> i) << 3)) - less;
      store<u16>(q + ((<usize> i) << 1), <u16> (nulls != 0 && load<u8>(nulls + i) != 0 ? 0 : v));
    }
  } else if (width == 4) {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(p + ((<usize> i) << 3)) - less;
      store<u32>(q + ((<usize> i) << 2), <u32> (nulls != 0 && load<u8>(nulls + i) != 0 ? 0 : v));
    }
  } else {
    for (let i: u32 = 0; i < n; i++) {
      const v = load<u64>(p + ((<usize> i) << 3)) - less;
      store<u64>(q + ((<usize> i) << 3), nulls != 0 && load<u8>(nulls + i) != 0 ? 0 : v);
    }
  }
}

@inline
function lessOrZero(p: usize, less: v128, keep: v128): v128 {
  const v = v128.load(p);
  return v128.and(i32x4.sub(v, less), v128.or(keep, v128.not(i32x4.eq(v, i32x4.splat(0)))));
}

/** Without null bytes: sixteen at a time, then the rest. */
function packPlain32(p: usize, n: u32, zeroIsNull: u32, less: u32, width: u32, q: usize): void {
  // All ones unless a zero means null: then the mask keeps it zero.
  const keep: u32 = zeroIsNull ? 0 : u32.MAX_VALUE;
  const lesses = i32x4.splat(<i32> less), keeps = i32x4.splat(<i32> keep);
  let i: u32 = 0;
  for (; i + 16 <= n; i += 16) {
    const at = p + ((<usize> i) << 2);
    const a = lessOrZero(at, lesses, keeps), b = lessOrZero(at + 16, lesses, keeps);
    const c = lessOrZero(at + 32, lesses, keeps), d = lessOrZero(at + 48, lesses, keeps);
    if (width == 4) {
      const to = q + ((<usize> i) << 2);
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
    const v = load<u32>(p + ((<usize> i) << 2));
    const w = (v - less) & (keep | (0 - <u32> (v != 0)));
    if (width == 1) store<u8>(q + i, <u8> w);
    else if (width == 2) store<u16>(q + ((<usize> i) << 1), <u16> w);
    else store<u32>(q + ((<usize> i) << 2), w);
  }
}

/** The same from u32 values; zeroIsNull treats zeros as null. */
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
  const less = base - shift;
  if (nulls == 0) {
    packPlain32(p, n, zeroIsNull, less, width, q);
    return;
  }
  for (let i: u32 = 0; i < n; i++) {
    const v = load<u32>(p + ((<usize> i) << 2));
    const empty = load<u8>(nulls + i) != 0 || (zeroIsNull != 0 && v == 0);
    const w = empty ? 0 : v - less;
    if (width == 1) store<u8>(q + i, <u8> w);
    else if (width == 2) store<u16>(q + ((<usize> i) << 1), <u16> w);
    else store<u32>(q + ((<usize> i) << 2), w);
  }
}

/** The stored number of row i. */
@inline
function stored(p: usize, width: u32, i: u32): u64 {
  if (width == 1) return load<u8>(p + i);
  if (width == 2) return load<u16>(p + ((<usize> i) << 1));
  if (width == 4) return load<u32>(p + ((<usize> i) << 2));
  return load<u64>(p + ((<usize> i) << 3));
}

/** Unpacks n rows to u64: value = stored + less, where less = base - shift. Null rows give 0. */
export function unpack64(p: usize, width: u32, n: u32, less: u64, zeroIsNull: u32, q: usize): void {
  if (width == 0) {
    for (let i: u32 = 0; i < n; i++) store<u64>(q + ((<usize> i) << 3), less);
    return;
  }
  if (zeroIsNull) {
    for (let i: u32 = 0; i < n; i++) {
      const v = stored(p, width, i);
      store<u64>(q + ((<usize> i) << 3), v == 0 ? 0 : v + less);
    }
    return;
  }
  if (width == 1) {
    for (let i: u32 = 0; i < n; i++) store<u64>(q + ((<usize> i) << 3), <u64> load<u8>(p + i) + less);
  } else if (width == 2) {
    for (let i: u32 = 0; i < n; i++) {
      store<u64>(q + ((<usize> i) << 3), <u64> load<u16>(p + ((<usize> i) << 1)) + less);
    }
  } else if (width == 4) {
    for (let i: u32 = 0; i < n; i++) {
      store<u64>(q + ((<usize> i) << 3), <u64> load<u32>(p + ((<usize> i) << 2)) + less);
    }
  } else {
    for (let i: u32 = 0; i < n; i++) {
      store<u64>(q + ((<usize> i) << 3), load<u64>(p + ((<usize> i) << 3)) + less);
    }
  }
}

/** Unpacks n rows to u32. Null rows give 0. */
export function unpack32(p: usize, width: u32, n: u32, less: u32, zeroIsNull: u32, q: usize): void {
  if (width == 0) {
    for (let i: u32 = 0; i < n; i++) store<u32>(q + ((<usize> i) << 2), less);
    return;
  }
  if (zeroIsNull) {
    for (let i: u32 = 0; i < n; i++) {
      const v = <u32> stored(p, width, i);
      store<u32>(q + ((<usize> i) << 2), v == 0 ? 0 : v + less);
    }
    return;
  }
  if (width == 1) {
    for (let i: u32 = 0; i < n; i++) store<u32>(q + ((<usize> i) << 2), <u32> load<u8>(p + i) + less);
  } else if (width == 2) {
    for (let i: u32 = 0; i < n; i++) {
      store<u32>(q + ((<usize> i) << 2), <u32> load<u16>(p + ((<usize> i) << 1)) + less);
    }
  } else {
    for (let i: u32 = 0; i < n; i++) {
      store<u32>(q + ((<usize> i) << 2), load<u32>(p + ((<usize> i) << 2)) + less);
    }
  }
}

/** One byte per row: 1 where the stored number is 0. */
export function nullsOfZeros(p: usize, width: u32, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) store<u8>(q + i, stored(p, width, i) == 0 ? 1 : 0);
}

// A column's blocks are described by 32 bytes each: pointer u32, width u32, less u64, null mode u32 (0 none, 1 zero
// is null, 2 all null, 3 byte per row, 4 not there), null bytes u32, rows u32, unused.

/** Row address that stands for "no row". */
const NO_ROW: u32 = 0xffff_ffff;

/** Numbers of the blocks in which rows lie, each once, to `list`; how many. `marks` has a zero byte for each block. */
export function blocksOf(rows: usize, n: u32, marks: usize, list: usize): u32 {
  let count: u32 = 0, last: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < n; i++) {
    const row = load<u32>(rows + ((<usize> i) << 2));
    const block = row >> 16;
    if (block == last || row == NO_ROW) continue;
    last = block;
    if (load<u8>(marks + block)) continue;
    store<u8>(marks + block, 1);
    store<u32>(list + ((<usize> count) << 2), block);
    count++;
  }
  for (let i: u32 = 0; i < count; i++) store<u8>(marks + load<u32>(list + ((<usize> i) << 2)), 0);
  return count;
}

/**
 * Values of the rows whose addresses stand at `rows` (block << 16 | offset), with a null byte each. Returns nulls. Rows of
 * blocks that are not there (mode 4, width 0) keep what stands at `q` and `nulls`.
 */
export function gather(descriptors: usize, rows: usize, n: u32, q: usize, nulls: usize): u32 {
  let empty: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const row = load<u32>(rows + ((<usize> i) << 2));
    if (row == NO_ROW) {
      store<u64>(q + ((<usize> i) << 3), 0);
      store<u8>(nulls + i, 1);
      empty++;
      continue;
    }
    const d = descriptors + ((<usize> (row >> 16)) << 5);
    const at = row & 0xffff;
    const width = load<u32>(d, 4);
    const mode = load<u32>(d, 16);
    const raw: u64 = width == 0 ? 0 : stored(load<u32>(d), width, at);
    let none: u32 = 0;
    if (mode != 0) {
      if (mode == 4) continue;
      none = <u32> (mode == 1 ? raw == 0 : mode == 2 ? true : load<u8>(load<u32>(d, 20) + at) != 0);
    }
    store<u64>(q + ((<usize> i) << 3), none ? 0 : raw + load<u64>(d, 8));
    store<u8>(nulls + i, <u8> none);
    empty += none;
  }
  return empty;
}

/** Row addresses out of gathered keys: a null key becomes "no row". In place from u64 to u32 is allowed. */
export function toRows(values: usize, nulls: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const v = <u32> load<u64>(values + ((<usize> i) << 3));
    store<u32>(q + ((<usize> i) << 2), nulls != 0 && load<u8>(nulls + i) ? NO_ROW : v);
  }
}

/** Row addresses first, first + 1, ... */
export function countUp(first: u32, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) store<u32>(q + ((<usize> i) << 2), first + i);
}

/** Rows of values looked up in a flat array of u64 (a dictionary): values[i] = flat[codes[i]]. In place is allowed. */
export function lookup64(flat: usize, codes: usize, n: u32, q: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const code = <u32> load<u64>(codes + ((<usize> i) << 3));
    store<u64>(q + ((<usize> i) << 3), load<u64>(flat + ((<usize> code) << 3)));
  }
}

/** q[i] = a[i] + b[i]; null where either is null. */
export function addColumns(a: usize, an: usize, b: usize, bn: usize, n: u32, q: usize, qn: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<u64>(q + ((<usize> i) << 3), load<u64>(a + ((<usize> i) << 3)) + load<u64>(b + ((<usize> i) << 3)));
    store<u8>(qn + i, load<u8>(an + i) | load<u8>(bn + i));
  }
}

// A dictionary of u64 values: 16 bytes a slot, value u64 · code + 1 u32. `flat` holds the values by code.

/**
 * Codes of n staged u64 values, 0 for null rows (of which the values were perhaps never written). New values get the next
 * codes; stops when `limit` codes are in use and returns the row (n when done). nulls: 0 when there are none; state: count
 * u32.
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
  let last: u64 = 0, lastCode: u32 = 0;
  for (let i = from; i < n; i++) {
    if (nulls != 0 && load<u8>(nulls + i) != 0) {
      store<u32>(q + ((<usize> i) << 2), 0);
      continue;
    }
    const v = load<u64>(p + ((<usize> i) << 3));
    if (lastCode == 0 || v != last) {
      let slot = <u32> ((v * 0x9e37_79b9_7f4a_7c15) >> 32) & mask;
      let code: u32 = 0;
      while (true) {
        const e = table + ((<usize> slot) << 4);
        code = load<u32>(e, 8);
        if (code == 0) {
          const count = load<u32>(state);
          if (count >= limit) return i;
          code = count + 1;
          store<u32>(state, code);
          store<u64>(e, v);
          store<u32>(e, code, 8);
          store<u64>(flat + ((<usize> count) << 3), v);
          break;
        }
        if (load<u64>(e) == v) break;
        slot = (slot + 1) & mask;
      }
      last = v;
      lastCode = code;
    }
    store<u32>(q + ((<usize> i) << 2), lastCode - 1);
  }
  return n;
}

/** Fills an empty dictionary table from its flat values. */
export function rebuild64(flat: usize, count: u32, table: usize, mask: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const v = load<u64>(flat + ((<usize> i) << 3));
    let slot = <u32> ((v * 0x9e37_79b9_7f4a_7c15) >> 32) & mask;
    while (load<u32>(table + ((<usize> slot) << 4), 8) != 0) slot = (slot + 1) & mask;
    store<u64>(table + ((<usize> slot) << 4), v);
    store<u32>(table + ((<usize> slot) << 4), i + 1, 8);
  }
}

/** q[i] = to[i] - from[i], 0 where that would be negative; null where either is. Returns nulls. In place is allowed. */
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
    const a = load<u64>(to + ((<usize> i) << 3)), b = load<u64>(from + ((<usize> i) << 3));
    store<u64>(q + ((<usize> i) << 3), none != 0 || a < b ? 0 : a - b);
    store<u8>(qn + i, none);
    empty += none;
  }
  return empty;
}
