// Decodes complete, ordinary MTRC records from a window directly into staging columns. The loop stops before
// a record that is not ordinary (an unknown letter, an undefined slot, a number of more than 64 bits), which
// the TypeScript reader handles.

import { KindCode } from "../../events/kind_code";
import {
  CACHED_NAMES,
  CachedName,
  FormFlag,
  LAST_SLOT,
  Letter,
  SLOTS,
  State,
  Stop,
  UNDEFINED,
} from "./decoder_layout";

/** Interns the name at a pointer; returns its code. */
@external("env", "intern")
declare function intern(pointer: usize, length: u32): u32;

/** Maximum bytes of the numbers before the first name of a record: 1 + 3 * 10 + 10. */
const SAFE_HEAD: usize = 56;
/** Maximum bytes of a slot and of the last number. */
const SAFE_TAIL: usize = 24;

const STOPS: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

// Names are looked up by content in a small cache, because programs with many functions define slots all the
// time.
const CACHE_MASK: u32 = CACHED_NAMES - 1;
/** Maximum length of a cached name: one byte less than fits, so that a partial word always follows. */
const CACHE_NAME: u32 = CachedName.Bytes - CachedName.Text - 1;

/** End of the last long number; 0 if it has too many bits. */
let longEnd: usize = 0;

/** The top bits of the bytes that end a number. */
@inline
function stopsOf(word: u64): u64 {
  return ~word & STOPS;
}

/** Length of the number at the start of a word; 9 if it is longer than the word. */
@inline
function spanOf(stops: u64): usize {
  return ((<usize> ctz(stops)) >> 3) + 1;
}

/**
 * Returns the number of up to 8 bytes at the start of a word: combines eight groups of seven bits in pairs.
 */
@inline
function valueOf(word: u64, stops: u64): u64 {
  // Keep the bits up to the first stop bit, which is not part of the number.
  let v = word & (stops ^ (stops - 1)) & ~STOPS;
  v = (v & 0x007f_007f_007f_007f) | ((v & 0x7f00_7f00_7f00_7f00) >> 1);
  v = (v & 0x0000_3fff_0000_3fff) | ((v & 0x3fff_0000_3fff_0000) >> 2);
  return (v & 0x0fff_ffff) | ((v & 0x0fff_ffff_0000_0000) >> 4);
}

/** Reads a number of nine or ten bytes; sets `longEnd`. */
function longNumber(p: usize): u64 {
  let v: u64 = valueOf(load<u64>(p), (<u64> 1) << 63);
  const ninth = load<u8>(p, 8);
  v |= (<u64> (ninth & 0x7f)) << 56;
  longEnd = p + 9;
  if (ninth < 0x80) return v;
  const tenth = load<u8>(p, 9);
  longEnd = tenth <= 1 ? p + 10 : 0;
  return v | ((<u64> tenth) << 63);
}

/** Whether a cache entry has the name at p, whose last partial word is `tail`. */
@inline
function isEntryOf(entry: usize, key: u32, p: usize, length: u32, tail: u64): bool {
  if (load<u32>(entry, CachedName.Hash) != key || load<u32>(entry, CachedName.Length) != length) return false;
  const whole = <usize> (length & ~7);
  let at: usize = 0;
  let same = load<u64>(entry + whole, CachedName.Text) == tail;
  while (same && at < whole) {
    same = load<u64>(entry + at, CachedName.Text) == load<u64>(p + at);
    at += 8;
  }
  return same;
}

/** Defines a slot as the name at p; returns the position after its NUL, or 0 if it is incomplete. */
function define(p: usize, end: usize, slot: usize, cache: usize): usize {
  let hash: u64 = 0x9e37_79b9_7f4a_7c15;
  let q = p;
  let tail: u64 = 0;
  let found = false;
  while (q + 8 <= end) {
    const word = load<u64>(q);
    const zeros = (word - ONES) & ~word & STOPS;
    if (zeros != 0) {
      const bits = ctz(zeros) & ~7;
      tail = word & (((<u64> 1) << bits) - 1);
      q += <usize> (bits >> 3);
      found = true;
      break;
    }
    hash = (hash ^ word) * 0x9fb2_1c65_1e98_df25;
    hash ^= hash >> 32;
    q += 8;
  }
  if (!found) {
    let bits: u64 = 0;
    while (q < end) {
      const byte = load<u8>(q);
      if (byte == 0) {
        found = true;
        break;
      }
      tail |= (<u64> byte) << bits;
      bits += 8;
      q++;
    }
    if (!found) return 0;
  }
  const length = <u32> (q - p);
  if (length == 0) {
    store<u32>(slot, 0);
    return q + 1;
  }
  // A product does not affect lower bits, so the last letters of a name would not count without the shift.
  hash = (hash ^ tail) * 0x9fb2_1c65_1e98_df25;
  hash ^= hash >> 32;
  hash = (hash ^ length) * 0x9fb2_1c65_1e98_df25;
  const key = <u32> (hash >> 32);
  if (length > CACHE_NAME) {
    store<u32>(slot, intern(p, length));
    return q + 1;
  }
  // A name may be in either of two entries, because among a few hundred names some have the same first
  // choice.
  const first = cache + (<usize> (key & CACHE_MASK)) * CachedName.Bytes;
  if (isEntryOf(first, key, p, length, tail)) {
    store<u32>(slot, load<u32>(first, CachedName.Code));
    return q + 1;
  }
  const second = cache + (<usize> ((key & CACHE_MASK) ^ 1)) * CachedName.Bytes;
  if (isEntryOf(second, key, p, length, tail)) {
    store<u32>(slot, load<u32>(second, CachedName.Code));
    return q + 1;
  }
  const code = intern(p, length);
  const isFull = load<u32>(first, CachedName.Length) != 0;
  const isFirst = !isFull || (load<u32>(second, CachedName.Length) != 0 && <i32> key < 0);
  const entry = isFirst ? first : second;
  const whole = <usize> (length & ~7);
  for (let at: usize = 0; at < whole; at += 8) store<u64>(entry + at, load<u64>(p + at), CachedName.Text);
  store<u64>(entry + whole, tail, CachedName.Text);
  store<u32>(entry, key, CachedName.Hash);
  store<u32>(entry, length, CachedName.Length);
  store<u32>(entry, code, CachedName.Code);
  store<u32>(slot, code);
  return q + 1;
}

/**
 * Decodes records until something stops it; returns the reason. `s` is a `State`. Numbers and names are read
 * inline: with functions that return their end in a global, the loop takes 1.1 to 1.3 times as long.
 */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const flags: u32 = load<u32>(s, State.Flags);
  const source = (flags & FormFlag.Source) != 0;
  const tooLarge: u64 = (flags & FormFlag.Narrow) != 0 ? 0xffff_ffff_0000_0000 : 0;
  const reallocs = (flags & FormFlag.Reallocs) != 0;
  const kinds: usize = load<u32>(s, State.Kinds);
  const threads: usize = load<u32>(s, State.Threads);
  const threadNulls: usize = load<u32>(s, State.ThreadNulls);
  const funcs: usize = load<u32>(s, State.Funcs);
  const files: usize = load<u32>(s, State.Files);
  const lines: usize = load<u32>(s, State.Lines);
  const lineNulls: usize = load<u32>(s, State.LineNulls);
  const addrs: usize = load<u32>(s, State.Addrs);
  const addrNulls: usize = load<u32>(s, State.AddrNulls);
  const sizes: usize = load<u32>(s, State.Sizes);
  const sizeNulls: usize = load<u32>(s, State.SizeNulls);
  const indexes: usize = load<u32>(s, State.Indexes);
  const indexNulls: usize = load<u32>(s, State.IndexNulls);
  const slots: usize = load<u32>(s, State.Slots);
  const cache: usize = load<u32>(s, State.Cache);
  const offsets: usize = load<u32>(s, State.Offsets);
  const fileSlots = slots + SLOTS * 4;
  const bias = load<u64>(s, State.Bias);
  let reason: u32 = Stop.Full;

  while (row < rows) {
    let q = p;
    if (q + SAFE_HEAD > end) {
      reason = Stop.NearEnd;
      break;
    }
    const letter = load<u8>(q++);
    const row4 = (<usize> row) << 2, row8 = (<usize> row) << 3;
    let word: u64, stops: u64, span: usize, index: u64 = 0, addr: u64 = 0, size: u64 = 0;

    if (letter == Letter.Reserve || letter == Letter.Internal) {
      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        addr = longNumber(q);
        q = longEnd;
        if (q == 0) {
          reason = Stop.Odd;
          break;
        }
      } else {
        addr = valueOf(word, stops);
        q += span;
      }
      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        size = longNumber(q);
        q = longEnd;
        if (q == 0) {
          reason = Stop.Odd;
          break;
        }
      } else {
        size = valueOf(word, stops);
        q += span;
      }
      if (((addr | size) & tooLarge) != 0) {
        reason = Stop.Odd;
        break;
      }
      store<u32>(kinds + row4, letter == Letter.Reserve ? KindCode.Reserve : KindCode.Internal);
      store<u64>(addrs + row8, addr);
      store<u64>(sizes + row8, size);
      store<u8>(indexNulls + row, 1);
      store<u8>(threadNulls + row, 1);
      store<u8>(lineNulls + row, 1);
      store<u32>(funcs + row4, 0);
      store<u32>(files + row4, 0);
      store<u64>(offsets + row8, bias + <u64> p);
      row++;
      p = q;
      continue;
    }

    const isFree = letter == Letter.Free;
    if (!isFree && letter != Letter.Alloc && (letter != Letter.Realloc || !reallocs)) {
      reason = Stop.Odd;
      break;
    }

    word = load<u64>(q);
    stops = stopsOf(word);
    span = spanOf(stops);
    if (span > 8) {
      index = longNumber(q);
      q = longEnd;
      if (q == 0) {
        reason = Stop.Odd;
        break;
      }
    } else {
      index = valueOf(word, stops);
      q += span;
    }
    if (!isFree) {
      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        addr = longNumber(q);
        q = longEnd;
        if (q == 0) {
          reason = Stop.Odd;
          break;
        }
      } else {
        addr = valueOf(word, stops);
        q += span;
      }
      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        size = longNumber(q);
        q = longEnd;
        if (q == 0) {
          reason = Stop.Odd;
          break;
        }
      } else {
        size = valueOf(word, stops);
        q += span;
      }
    }
    if (source) {
      let thread: u64, line: u64;
      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        thread = longNumber(q);
        q = longEnd;
        if (q == 0) {
          reason = Stop.Odd;
          break;
        }
      } else {
        thread = valueOf(word, stops);
        q += span;
      }

      let slot: u32 = load<u8>(q++);
      if (slot >= 0x80) {
        slot &= 0x7f;
        if (slot - 1 >= <u32> LAST_SLOT) {
          reason = Stop.Odd;
          break;
        }
        q = define(q, end, slots + ((<usize> slot) << 2), cache);
        if (q == 0 || q + SAFE_TAIL > end) {
          reason = Stop.NearEnd;
          break;
        }
      }
      const func: u32 = load<u32>(slots + ((<usize> slot) << 2));
      if (func == UNDEFINED || slot > <u32> LAST_SLOT) {
        reason = Stop.Odd;
        break;
      }

      slot = load<u8>(q++);
      if (slot >= 0x80) {
        slot &= 0x7f;
        if (slot - 1 >= <u32> LAST_SLOT) {
          reason = Stop.Odd;
          break;
        }
        q = define(q, end, fileSlots + ((<usize> slot) << 2), cache);
        if (q == 0 || q + SAFE_TAIL > end) {
          reason = Stop.NearEnd;
          break;
        }
      }
      const file: u32 = load<u32>(fileSlots + ((<usize> slot) << 2));
      if (file == UNDEFINED || slot > <u32> LAST_SLOT) {
        reason = Stop.Odd;
        break;
      }

      word = load<u64>(q);
      stops = stopsOf(word);
      span = spanOf(stops);
      if (span > 8) {
        reason = Stop.Odd;
        break;
      }
      line = valueOf(word, stops);
      q += span;
      if ((line >> 32) != 0 || ((index | addr | size | thread) & tooLarge) != 0) {
        reason = Stop.Odd;
        break;
      }
      store<u64>(threads + row8, thread);
      store<u32>(funcs + row4, func);
      store<u32>(files + row4, file);
      store<u32>(lines + row4, <u32> line);
    } else {
      if (((index | addr | size) & tooLarge) != 0) {
        reason = Stop.Odd;
        break;
      }
      store<u32>(funcs + row4, 0);
      store<u32>(files + row4, 0);
      store<u8>(threadNulls + row, 1);
      store<u8>(lineNulls + row, 1);
    }
    store<u64>(indexes + row8, index);
    if (isFree) {
      store<u32>(kinds + row4, KindCode.Free);
      store<u8>(addrNulls + row, 1);
      store<u8>(sizeNulls + row, 1);
    } else {
      store<u32>(kinds + row4, letter == Letter.Realloc ? KindCode.Realloc : KindCode.Alloc);
      store<u64>(addrs + row8, addr);
      store<u64>(sizes + row8, size);
    }
    store<u64>(offsets + row8, bias + <u64> p);
    row++;
    p = q;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  return reason;
}
