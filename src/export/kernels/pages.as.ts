// Encodes the values of a column for the pages of a Parquet file. All values are 64-bit words.

import { Delta, Distinct } from "./pages_layout";

/** Converts null bytes (1 for null) into bits (1 for a value), one per row. */
export function validityBits(nulls: usize, rows: u32, out: usize): void {
  let row: u32 = 0;
  for (; row + 8 <= rows; row += 8) {
    const eight: u64 = load<u64>(nulls + row) ^ 0x0101010101010101;
    // Byte k of the number becomes bit 56 + k of the product.
    store<u8>(out++, <u8> ((eight * 0x0102040810204080) >> 56));
  }
  if (row == rows) return;
  let bits: u32 = 0;
  for (let bit: u32 = 0; row < rows; row++, bit++) bits |= (1 - <u32> load<u8>(nulls + row)) << bit;
  store<u8>(out, <u8> bits);
}

/** Removes rows without a value; returns the number of words left. There must be room for one more. */
export function dropNullWords(words: usize, nulls: usize, rows: u32, to: usize): u32 {
  const start: usize = to;
  for (let row: u32 = 0; row < rows; row++) {
    store<u64>(to, load<u64>(words + ((<usize> row) << 3)));
    to += (1 - <usize> load<u8>(nulls + row)) << 3;
  }
  return <u32> ((to - start) >> 3);
}

/** Packs numbers of 1, 4 or 8 bytes into `width` bits each; the last group of eight is padded with zeros. */

@inline
function packBits<T>(from: usize, count: u32, width: u32, out: usize): u32 {
  const start: usize = out;
  const end: usize = from + (<usize> count) * sizeof<T>();
  let bits: u64 = 0;
  let held: u32 = 0;
  for (; from < end; from += sizeof<T>()) {
    const value: u64 = <u64> load<T>(from);
    bits |= value << held;
    held += width;
    if (held < 64) continue;
    store<u64>(out, bits);
    out += 8;
    held -= 64;
    // The bits of the value that are not written yet. A shift by 64 would shift by 0.
    bits = held == 0 ? 0 : value >> (width - held);
  }
  store<u64>(out, bits);
  const bytes: u32 = ((count + 7) >> 3) * width;
  // The last group may extend beyond the end of what was written.
  const written: u32 = <u32> (out - start) + 8;
  if (bytes > written) memory.fill(out + 8, 0, bytes - written);
  return bytes;
}

/** Packs bytes. Writes up to 40 bytes beyond the result. */
export function packBytes(from: usize, count: u32, width: u32, out: usize): u32 {
  return packBits<u8>(from, count, width, out);
}

/** Packs 4-byte numbers. */
export function packNumbers(from: usize, count: u32, width: u32, out: usize): u32 {
  return packBits<u32>(from, count, width, out);
}

/** Packs 64-bit words. */
export function packWords(from: usize, count: u32, width: u32, out: usize): u32 {
  return packBits<u64>(from, count, width, out);
}

/**
 * Numbers distinct words in order of appearance: the number of each word goes to `numbers`, the words to
 * `known`. Returns how many there are, or 0 for too many. A slot stores a number and the round in which it
 * was written; in any other round it is empty.
 */
export function numberWords(
  words: usize,
  count: u32,
  slots: usize,
  round: u32,
  known: usize,
  numbers: usize,
): u32 {
  const taken: u64 = (<u64> round) << 32;
  let used: u32 = 0;
  let before: u64 = count == 0 ? 0 : ~load<u64>(words);
  let number: u32 = 0;
  for (let at: u32 = 0; at < count; at++) {
    if (at == Distinct.FirstLook && used > <u32> Distinct.FirstLook / 2) return 0;
    const word: u64 = load<u64>(words + ((<usize> at) << 3));
    if (word != before) {
      before = word;
      let slot: u32 = <u32> ((word * 0x9e3779b97f4a7c15) >> Distinct.Shift);
      for (;;) {
        const place: usize = slots + ((<usize> slot) << 3);
        const entry: u64 = load<u64>(place);
        if ((entry ^ taken) >> 32 != 0) {
          if (used == Distinct.Most) return 0;
          number = used++;
          store<u64>(place, taken | number);
          store<u64>(known + ((<usize> number) << 3), word);
          break;
        }
        number = <u32> entry;
        if (load<u64>(known + ((<usize> number) << 3)) == word) break;
        slot = (slot + 1) & (Distinct.Slots - 1);
      }
    }
    store<u32>(numbers + ((<usize> at) << 2), number);
  }
  return used;
}

/**
 * Numbers distinct text codes in order of appearance, skipping rows without a text (`nulls` is 0 if all have
 * one). The number of each row's text goes to `numbers`, the codes to `found`; returns how many there are.
 * `known` has eight bytes per code: its number, and the round that assigned it.
 */
export function numberCodes(
  words: usize,
  nulls: usize,
  rows: u32,
  known: usize,
  round: u32,
  found: usize,
  numbers: usize,
): u32 {
  const taken: u64 = (<u64> round) << 32;
  let count: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    if (nulls != 0 && load<u8>(nulls + row) != 0) continue;
    const code: u32 = load<u32>(words + ((<usize> row) << 3));
    const place: usize = known + ((<usize> code) << 3);
    let entry: u64 = load<u64>(place);
    if ((entry ^ taken) >> 32 != 0) {
      store<u32>(found + ((<usize> count) << 2), code);
      entry = taken | count++;
      store<u64>(place, entry);
    }
    store<u32>(numbers, <u32> entry);
    numbers += 4;
  }
  return count;
}

@inline
function varint(to: usize, value: u64): usize {
  for (; value >= 0x80; value >>= 7) store<u8>(to++, <u8> value | 0x80);
  store<u8>(to, <u8> value);
  return to + 1;
}

/** Zigzag-encodes a number: the sign is the lowest bit. */

@inline
function zigzag(value: i64): u64 {
  return <u64> ((value << 1) ^ (value >> 63));
}

@inline
function smaller(one: v128, other: v128): v128 {
  return v128.bitselect(one, other, i64x2.lt_s(one, other));
}

/** Writes the differences of a block to `gains`, padded with the smallest one, which is returned. */

@inline
function differences(words: usize, length: u32, gains: usize): i64 {
  let least: i64 = i64.MAX_VALUE;
  let at: u32 = 0;
  let leasts = i64x2.splat(least);
  for (; at + 2 <= length; at += 2) {
    const word: usize = words + ((<usize> at) << 3);
    const gain = i64x2.sub(v128.load(word), v128.load(word - 8));
    v128.store(gains + ((<usize> at) << 3), gain);
    leasts = smaller(gain, leasts);
  }
  least = min(i64x2.extract_lane(leasts, 0), i64x2.extract_lane(leasts, 1));
  if (at < length) {
    const word: usize = words + ((<usize> at) << 3);
    const gain: i64 = load<i64>(word) - load<i64>(word - 8);
    store<i64>(gains + ((<usize> at) << 3), gain);
    least = min(gain, least);
  }
  for (at = length; at < <u32> Delta.Block; at++) store<i64>(gains + ((<usize> at) << 3), least);
  return least;
}

/**
 * Packs the differences of a group relative to the minimum of their block, in as few bits as possible; sets
 * the width.
 */

@inline
function packGroup(gains: usize, least: i64, widthAt: usize, to: usize): usize {
  const leasts = i64x2.splat(least);
  let used = i64x2.splat(0);
  for (let at: usize = 0; at < <usize> (Delta.Group * 8); at += 16) {
    const rest = i64x2.sub(v128.load(gains + at), leasts);
    v128.store(gains + at, rest);
    used = v128.or(used, rest);
  }
  const width: u32 = 64 - <u32> clz<u64>(i64x2.extract_lane(used, 0) | i64x2.extract_lane(used, 1));
  store<u8>(widthAt, <u8> width);
  return width == 0 ? to : to + packBits<u64>(gains, Delta.Group, width, to);
}

/**
 * DELTA_BINARY_PACKED: the differences between at least one word and its successors, in blocks of 128 with
 * their minimum first, in groups of 32 with as many bits as the largest of the group needs. Returns the
 * number of bytes. `gains` has room for a block of words.
 *
 *     128 4 COUNT FIRST (SMALLEST WIDTH{4} BITS*)*
 *
 * All arithmetic wraps around modulo 2^64.
 */
export function packDifferences(words: usize, count: u32, gains: usize, out: usize): u32 {
  let to: usize = varint(varint(varint(out, Delta.Block), Delta.Block / Delta.Group), count);
  to = varint(to, zigzag(load<i64>(words)));
  for (let from: u32 = 1; from < count; from += Delta.Block) {
    const length: u32 = min<u32>(Delta.Block, count - from);
    const least: i64 = differences(words + ((<usize> from) << 3), length, gains);
    to = varint(to, zigzag(least));
    const widths: usize = to;
    to += Delta.Block / Delta.Group;
    for (let group: u32 = 0; group < <u32> (Delta.Block / Delta.Group); group++) {
      const first: u32 = group * Delta.Group;
      // Groups after the last value have a width but no bits.
      if (first >= length) store<u8>(widths + group, 0);
      else to = packGroup(gains + ((<usize> first) << 3), least, widths + group, to);
    }
  }
  return <u32> (to - out);
}
