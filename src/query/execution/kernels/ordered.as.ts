// Rows in an order: windows, running and moving values, and the closest rows before and after.
//
// `order` has n row positions, window after window; `heads` has, for each place in `order`, the place where
// its window begins. Values and results are indexed by row position. Kernels process places from .. to, so
// that long work can be interrupted.

import { AmountState, EdgeState, StretchState } from "./ordered_layout";

const FINE: u32 = 0xffff_ffff;

// The result that `how` selects; 1 is the sum, 4 the maximum.
const COUNT: u32 = 0, MEAN: u32 = 2, LEAST: u32 = 3;

@inline
function u32At(p: usize, i: u32): u32 {
  return load<u32>(p + ((<usize> i) << 2));
}

@inline
function wordAt(p: usize, i: u32): u64 {
  return load<u64>(p + ((<usize> i) << 3));
}

@inline
function put(p: usize, i: u32, value: u64): void {
  store<u64>(p + ((<usize> i) << 3), value);
}

@inline
function isNull(nulls: usize, i: u32): bool {
  return nulls != 0 && load<u8>(nulls + i) != 0;
}

/** Writes the place where the window of each place begins; `groups` by position, or 0 if all rows are one window. */
export function windowHeads(groups: usize, order: usize, from: u32, to: u32, heads: usize): void {
  for (let i = from; i < to; i++) {
    let head: u32 = 0;
    if (i > 0) {
      const same = groups == 0 || u32At(groups, u32At(order, i)) == u32At(groups, u32At(order, i - 1));
      head = same ? u32At(heads, i - 1) : i;
    }
    store<u32>(heads + ((<usize> i) << 2), head);
  }
}

/** Marks places whose key differs from that of the place before. */
export function markChanges(
  keys: usize,
  nulls: usize,
  order: usize,
  from: u32,
  to: u32,
  marks: usize,
): void {
  for (let i = max<u32>(1, from); i < to; i++) {
    const a = u32At(order, i - 1), b = u32At(order, i);
    const none = isNull(nulls, b);
    if (none != isNull(nulls, a) || (!none && wordAt(keys, a) != wordAt(keys, b))) store<u8>(marks + i, 1);
  }
}

/** Numbers the rows of each window from 1. With marks (else 0), rows without a mark repeat the previous number. */
export function numberRows(
  heads: usize,
  marks: usize,
  order: usize,
  from: u32,
  to: u32,
  q: usize,
): void {
  for (let i = from; i < to; i++) {
    const head = u32At(heads, i);
    const again = marks != 0 && i != head && load<u8>(marks + i) == 0;
    put(q, u32At(order, i), again ? wordAt(q, u32At(order, i - 1)) : <u64> (i - head + 1));
  }
}

/** The value of the row `distance` places later in its window (earlier if negative), or null if there is none. */
export function shiftRows(
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  total: u32,
  distance: i64,
  q: usize,
  qn: usize,
): void {
  for (let i = from; i < to; i++) {
    const at = u32At(order, i);
    const head = u32At(heads, i);
    const place = <i64> i + distance;
    let none = true;
    let value: u64 = 0;
    if (place >= <i64> head && place < <i64> total && u32At(heads, <u32> place) == head) {
      const source = u32At(order, <u32> place);
      none = isNull(nulls, source);
      value = wordAt(values, source);
    }
    put(q, at, none ? 0 : value);
    store<u8>(qn + at, <u8> none);
  }
}

/** The first value of the window that is not null (the last one with `last`). */
export function edgeOfWindows(
  last: u32,
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  total: u32,
  state: usize,
  q: usize,
  qn: usize,
): void {
  for (let i = from; i < to; i++) {
    const head = u32At(heads, i);
    if (i == head) {
      store<u32>(state, 1, EdgeState.Null);
      store<u64>(state, 0, EdgeState.Value);
      for (let each = head; each < total && u32At(heads, each) == head; each++) {
        const source = u32At(order, each);
        if (isNull(nulls, source)) continue;
        store<u64>(state, wordAt(values, source), EdgeState.Value);
        store<u32>(state, 0, EdgeState.Null);
        if (!last) break;
      }
    }
    const at = u32At(order, i);
    put(q, at, load<u64>(state, EdgeState.Value));
    store<u8>(qn + at, <u8> load<u32>(state, EdgeState.Null));
  }
}

@inline
function asDouble(word: u64, kind: u32): f64 {
  return kind == 0 ? <f64> word : kind == 1 ? <f64> <i64> word : reinterpret<f64>(word);
}

/**
 * Converts a signed 128-bit number to a double. Small negative numbers have large halves, so they are negated
 * first to keep all bits.
 */
@inline
function wide(low: u64, high: u64): f64 {
  const negative = <i64> high < 0;
  const l = negative ? ~low + 1 : low;
  const h = negative ? ~high + (l == 0 ? 1 : 0) : high;
  const size = <f64> h * 18446744073709551616.0 + <f64> l;
  return negative ? -size : size;
}

/** The share of each value in the sum of its window. */
export function shareOfWindows(
  kind: u32,
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  total: u32,
  state: usize,
  q: usize,
  qn: usize,
): void {
  for (let i = from; i < to; i++) {
    const head = u32At(heads, i);
    if (i == head) {
      memory.fill(state, 0, AmountState.Count);
      for (let each = head; each < total && u32At(heads, each) == head; each++) {
        const source = u32At(order, each);
        if (!isNull(nulls, source)) addTo(state, wordAt(values, source), kind);
      }
      if (kind != 2) {
        store<f64>(
          state,
          wide(load<u64>(state, AmountState.Low), load<u64>(state, AmountState.High)),
          AmountState.Sum,
        );
      }
    }
    const at = u32At(order, i);
    const sum = load<f64>(state, AmountState.Sum);
    const none = isNull(nulls, at) || sum == 0;
    store<f64>(q + ((<usize> at) << 3), none ? 0 : asDouble(wordAt(values, at), kind) / sum);
    store<u8>(qn + at, <u8> none);
  }
}

/** Adds a value to the 128 bits at `state`, or to the double after them. */
@inline
function addTo(state: usize, v: u64, kind: u32): void {
  if (kind == 2) {
    store<f64>(state, load<f64>(state, AmountState.Sum) + reinterpret<f64>(v), AmountState.Sum);
    return;
  }
  const low = load<u64>(state, AmountState.Low) + v;
  let high = load<u64>(state, AmountState.High);
  if (kind == 1 && <i64> v < 0) high--;
  if (low < v) high++;
  store<u64>(state, low, AmountState.Low);
  store<u64>(state, high, AmountState.High);
}

/** Subtracts an integer. */
@inline
function takeFrom(state: usize, v: u64, kind: u32): void {
  const low = load<u64>(state, AmountState.Low);
  let high = load<u64>(state, AmountState.High);
  if (kind == 1 && <i64> v < 0) high++;
  if (low < v) high--;
  store<u64>(state, low - v, AmountState.Low);
  store<u64>(state, high, AmountState.High);
}

/** Whether the 128 bits fit into 64 bits of the type. */
@inline
function fits(low: u64, high: u64, kind: u32): bool {
  return kind == 1 ? high == <u64> (<i64> low >> 63) : high == 0;
}

/** Divides a sum of integers by their count as the aggregate avg does: quotient and remainder. */
function mean(sumLow: u64, sumHigh: u64, count: u64, kind: u32): f64 {
  let low = sumLow, high = sumHigh;
  const negative = kind == 1 && <i64> high < 0;
  if (negative) {
    low = ~low + 1;
    high = ~high + (low == 0 ? 1 : 0);
  }
  // The quotient has 64 bits, since no value has more. The remainder stays below the count, which has 32.
  let rest = high % count;
  let quotient: u64 = 0;
  if (rest == 0) {
    quotient = low / count;
    rest = low % count;
  } else {
    for (let bit: i32 = 63; bit >= 0; bit--) {
      rest = (rest << 1) | ((low >> (<u64> bit)) & 1);
      quotient <<= 1;
      if (rest >= count) {
        rest -= count;
        quotient |= 1;
      }
    }
  }
  const whole = <f64> quotient + <f64> rest / <f64> count;
  return negative ? -whole : whole;
}

/** Whether a value replaces the best one, as the aggregates min and max decide. */
@inline
function better(v: u64, best: u64, kind: u32, most: bool): bool {
  let less = v < best;
  if (kind == 1) less = <i64> v < <i64> best;
  else if (kind == 2) less = reinterpret<f64>(v) < reinterpret<f64>(best);
  return most ? !less : less;
}

/** Writes the value of the state; returns false if a sum does not fit. */
@inline
function putState(how: u32, kind: u32, state: usize, at: u32, q: usize, qn: usize): bool {
  const count = load<u64>(state, AmountState.Count);
  store<u8>(qn + at, how != COUNT && count == 0 ? 1 : 0);
  if (how == COUNT) put(q, at, count);
  else if (count == 0) put(q, at, 0);
  else if (how >= LEAST) put(q, at, load<u64>(state, AmountState.Best));
  else if (kind == 2) {
    const sum = load<f64>(state, AmountState.Sum);
    store<f64>(q + ((<usize> at) << 3), how == MEAN ? sum / <f64> count : sum);
  } else {
    const low = load<u64>(state, AmountState.Low), high = load<u64>(state, AmountState.High);
    if (how == MEAN) store<f64>(q + ((<usize> at) << 3), mean(low, high, count, kind));
    else {
      if (!fits(low, high, kind)) return false;
      put(q, at, low);
    }
  }
  return true;
}

/**
 * Count, sum, mean, minimum (3) or maximum (4) from the beginning of the window; returns the first place
 * whose sum does not fit.
 */
export function runningRows(
  how: u32,
  kind: u32,
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  state: usize,
  q: usize,
  qn: usize,
): u32 {
  for (let i = from; i < to; i++) {
    if (i == u32At(heads, i)) memory.fill(state, 0, AmountState.Bytes);
    const at = u32At(order, i);
    if (!isNull(nulls, at)) {
      const v = wordAt(values, at);
      if (how >= LEAST) {
        const none = load<u64>(state, AmountState.Count) == 0;
        if (none || better(v, load<u64>(state, AmountState.Best), kind, how > LEAST)) {
          store<u64>(state, v, AmountState.Best);
        }
      } else addTo(state, v, kind);
      store<u64>(state, load<u64>(state, AmountState.Count) + 1, AmountState.Count);
    }
    if (!putState(how, kind, state, at, q, qn)) return i;
  }
  return FINE;
}

/**
 * Count, sum or mean of integers over the last `width` rows of the window; returns the first place whose sum
 * does not fit.
 */
export function movingSums(
  how: u32,
  kind: u32,
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  width: u32,
  state: usize,
  q: usize,
  qn: usize,
): u32 {
  for (let i = from; i < to; i++) {
    const head = u32At(heads, i);
    if (i == head) memory.fill(state, 0, AmountState.Bytes);
    const at = u32At(order, i);
    if (i - head >= width) {
      const gone = u32At(order, i - width);
      if (!isNull(nulls, gone)) {
        takeFrom(state, wordAt(values, gone), kind);
        store<u64>(state, load<u64>(state, AmountState.Count) - 1, AmountState.Count);
      }
    }
    if (!isNull(nulls, at)) {
      addTo(state, wordAt(values, at), kind);
      store<u64>(state, load<u64>(state, AmountState.Count) + 1, AmountState.Count);
    }
    if (!putState(how, kind, state, at, q, qn)) return i;
  }
  return FINE;
}

/** Combines two values of `movingBlocks`: adds doubles, or takes the better one; `a` is the earlier one. */
@inline
function joined(how: u32, kind: u32, a: u64, b: u64): u64 {
  if (how < LEAST) return reinterpret<u64>(reinterpret<f64>(a) + reinterpret<f64>(b));
  return better(b, a, kind, how > LEAST) ? b : a;
}

/**
 * Sum or mean of doubles, minimum or maximum over the last `width` rows of the window. Nothing is subtracted,
 * which would be inexact for doubles and impossible for minimum and maximum. Instead windows are cut into
 * stretches of `width` rows; the result combines the end of one stretch and the beginning of the next. `ends`
 * (words) and `counts` (u32) have `width` entries for all suffixes of the previous stretch.
 */
export function movingBlocks(
  how: u32,
  kind: u32,
  values: usize,
  nulls: usize,
  heads: usize,
  order: usize,
  from: u32,
  to: u32,
  width: u32,
  ends: usize,
  counts: usize,
  state: usize,
  q: usize,
  qn: usize,
): void {
  for (let i = from; i < to; i++) {
    const place = i - u32At(heads, i);
    const inside = place % width;
    if (inside == 0) {
      if (place > 0) fillEnds(how, kind, values, nulls, order, i - width, width, ends, counts);
      store<u64>(state, 0, StretchState.Joined);
      store<u64>(state, 0, StretchState.Count);
    }
    const at = u32At(order, i);
    if (!isNull(nulls, at)) {
      const v = wordAt(values, at);
      const count = load<u64>(state, StretchState.Count);
      store<u64>(
        state,
        count == 0 ? v : joined(how, kind, load<u64>(state, StretchState.Joined), v),
        StretchState.Joined,
      );
      store<u64>(state, count + 1, StretchState.Count);
    }
    let value = load<u64>(state, StretchState.Joined), count = load<u64>(state, StretchState.Count);
    if (place >= width && inside + 1 < width) {
      const before = <u64> u32At(counts, inside + 1);
      if (before > 0) {
        const end = wordAt(ends, inside + 1);
        value = count == 0 ? end : joined(how, kind, end, value);
        count += before;
      }
    }
    store<u8>(qn + at, count == 0 ? 1 : 0);
    if (how == MEAN && count > 0) value = reinterpret<u64>(reinterpret<f64>(value) / <f64> count);
    put(q, at, count == 0 ? 0 : value);
  }
}

/** Computes the suffix values of a stretch: from each place to its end. */
function fillEnds(
  how: u32,
  kind: u32,
  values: usize,
  nulls: usize,
  order: usize,
  first: u32,
  width: u32,
  ends: usize,
  counts: usize,
): void {
  let value: u64 = 0;
  let count: u32 = 0;
  for (let k = width; k > 0; k--) {
    const at = u32At(order, first + k - 1);
    if (!isNull(nulls, at)) {
      const v = wordAt(values, at);
      value = count == 0 ? v : joined(how, kind, v, value);
      count++;
    }
    put(ends, k - 1, value);
    store<u32>(counts + ((<usize> (k - 1)) << 2), count);
  }
}

/** Writes values to their rows within a block: q[rows[i] - base] = values[i]. */
export function placeRows(
  values: usize,
  nulls: usize,
  order: usize,
  rows: usize,
  n: u32,
  base: u32,
  q: usize,
  qn: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const source = order == 0 ? i : u32At(order, i);
    const to = u32At(rows, i) - base;
    put(q, to, wordAt(values, source));
    store<u8>(qn + to, <u8> isNull(nulls, source));
  }
}

/**
 * Finds the closest row of each row among those of its group, which are at starts[group] .. starts[group + 1] by
 * ascending key: the last one before its key or the first one after it. `side` 0 last before, 1 first after, 2
 * first before, 3 last after. Writes the row found, or 0xffffffff if there is none.
 */
export function findPartners(
  side: u32,
  ids: usize,
  keys: usize,
  nulls: usize,
  n: u32,
  starts: usize,
  sorted: usize,
  rows: usize,
  q: usize,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const id = ids == 0 ? 0 : u32At(ids, i);
    let found: u32 = 0xffff_ffff;
    if (id != 0xffff_ffff && !isNull(nulls, i)) {
      const key = wordAt(keys, i);
      const first = u32At(starts, id), end = u32At(starts, id + 1);
      const after = (side & 1) != 0;
      // Binary search for the first place whose key is not before the key of the row (or, for rows after, is
      // above it).
      let low = first, high = end;
      while (low < high) {
        const middle = low + ((high - low) >> 1);
        const k = wordAt(sorted, middle);
        if (after ? k <= key : k < key) low = middle + 1;
        else high = middle;
      }
      if (side == 0) found = low > first ? low - 1 : found;
      else if (side == 1) found = low < end ? low : found;
      else if (side == 2) found = low > first ? first : found;
      else found = low < end ? end - 1 : found;
      if (found != 0xffff_ffff) found = u32At(rows, found);
    }
    store<u32>(q + ((<usize> i) << 2), found);
  }
}
