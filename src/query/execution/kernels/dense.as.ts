// Grouping by a packed key with few values, fused with sums over a packed value: one pass, no unpacking.

// One cell per key value, 32 bytes: rows u64 · values that are not null u64 · low u64 · high u64.

/**
 * Rows, values and 128-bit sums by key; K and V are the stored widths. With a B of two bytes the key is the floor of
 * log2 of stored + keyLess: two loops out of one text, and no test inside of either.
 */
@inline
function run<K, V, B>(
  keys: usize,
  keyOffset: u32,
  buckets: u32,
  keyLess: u64,
  zeroKeyIsNull: u32,
  size: u32,
  values: usize,
  less: u64,
  zeroIsNull: u32,
  nulls: usize,
  rows: usize,
  n: u32,
  first: u32,
  cells: usize,
  firsts: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const at: usize = rows == 0 ? <usize> i : <usize> (load<u32>(rows + ((<usize> i) << 2)) & 0xffff);
    const stored = load<K>(keys + at * sizeof<K>());
    let slot = <u32> stored + keyOffset;
    if (sizeof<B>() == 2) {
      const number = <u64> stored + keyLess;
      slot = number == 0 ? 0 : 63 - <u32> clz(number);
    }
    if (zeroKeyIsNull != 0 && stored == 0) slot = size;
    const c = cells + ((<usize> slot) << 5);
    const count = load<u64>(c);
    if (count == 0) store<u32>(firsts + ((<usize> slot) << 2), first + <u32> at);
    store<u64>(c, count + 1);
    if (values == 0) continue;
    const raw = <u64> load<V>(values + at * sizeof<V>());
    if ((zeroIsNull != 0 && raw == 0) || (nulls != 0 && load<u8>(nulls + at) != 0)) continue;
    const v = raw + less;
    const low = load<u64>(c, 16) + v;
    store<u64>(c, load<u64>(c, 8) + 1, 8);
    store<u64>(c, low, 16);
    if (low < v) store<u64>(c, load<u64>(c, 24) + 1, 24);
  }
}

@inline
function byValue<K, B>(
  valueWidth: u32,
  keys: usize,
  keyOffset: u32,
  buckets: u32,
  keyLess: u64,
  zeroKeyIsNull: u32,
  size: u32,
  values: usize,
  less: u64,
  zeroIsNull: u32,
  nulls: usize,
  rows: usize,
  n: u32,
  first: u32,
  cells: usize,
  firsts: usize,
): void {
  if (valueWidth == 1) run<K, u8, B>(keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else if (valueWidth == 2) run<K, u16, B>(keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else if (valueWidth == 4) run<K, u32, B>(keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else run<K, u64, B>(keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
}

@inline
function byKey<B>(
  keyWidth: u32,
  valueWidth: u32,
  keys: usize,
  keyOffset: u32,
  buckets: u32,
  keyLess: u64,
  zeroKeyIsNull: u32,
  size: u32,
  values: usize,
  less: u64,
  zeroIsNull: u32,
  nulls: usize,
  rows: usize,
  n: u32,
  first: u32,
  cells: usize,
  firsts: usize,
): void {
  if (keyWidth == 1) byValue<u8, B>(valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else if (keyWidth == 2) byValue<u16, B>(valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else if (keyWidth == 4) byValue<u32, B>(valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else byValue<u64, B>(valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
}

/** Groups a block, or the listed rows of it, by stored key; value width 0 means that there is no value to add. */
export function denseGroup(
  keyWidth: u32,
  valueWidth: u32,
  keys: usize,
  keyOffset: u32,
  buckets: u32,
  keyLess: u64,
  zeroKeyIsNull: u32,
  size: u32,
  values: usize,
  less: u64,
  zeroIsNull: u32,
  nulls: usize,
  rows: usize,
  n: u32,
  first: u32,
  cells: usize,
  firsts: usize,
): void {
  if (buckets) byKey<u16>(keyWidth, valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
  else byKey<u8>(keyWidth, valueWidth, keys, keyOffset, buckets, keyLess, zeroKeyIsNull, size, values, less, zeroIsNull, nulls, rows, n, first, cells, firsts);
}

/** Sum of the packed values of rows whose bit is set, as stored numbers: low u64 · high u64 · rows u64 at `out`. */
export function sumSelected(p: usize, width: u32, n: u32, zeroIsNull: u32, nulls: usize, bits: usize, out: usize): void {
  let low: u64 = 0, high: u64 = 0, count: u64 = 0;
  const words = (n + 63) >> 6;
  for (let w: u32 = 0; w < words; w++) {
    let word = load<u64>(bits + ((<usize> w) << 3));
    while (word != 0) {
      const i = (w << 6) + <u32> ctz(word);
      word &= word - 1;
      const v: u64 = width == 1
        ? <u64> load<u8>(p + i)
        : width == 2
        ? <u64> load<u16>(p + ((<usize> i) << 1))
        : width == 4
        ? <u64> load<u32>(p + ((<usize> i) << 2))
        : load<u64>(p + ((<usize> i) << 3));
      if ((zeroIsNull != 0 && v == 0) || (nulls != 0 && load<u8>(nulls + i) != 0)) continue;
      low += v;
      if (low < v) high++;
      count++;
    }
  }
  store<u64>(out, low);
  store<u64>(out, high, 8);
  store<u64>(out, count, 16);
}
