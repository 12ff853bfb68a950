// Reads the plain blocks of a report: one call line in the form that the post-processor writes, known frames,
// and an empty line. Everything else in a report is left to the TypeScript reader, which also adds names,
// frames and backtraces to the tables here.

import { CALL_CONTEXT, CALL_FREE, CALL_TIME } from "./call_bits";
import { State, TextEntry } from "./block_layout";

const NEWLINE: u8 = 10;
const TAB: u8 = 9;
const SPACE: u8 = 32;

/** Hashes eight bytes at a time, then the rest. Reads up to seven bytes after the text. */
@inline
function hashOf(at: usize, length: usize): u32 {
  let hash: u64 = <u64> length * 0x9e37_79b9_7f4a_7c15;
  let left = length;
  while (left >= 8) {
    hash = (hash ^ load<u64>(at)) * 0x9fb2_1c65_1e98_df25;
    hash ^= hash >> 32;
    at += 8;
    left -= 8;
  }
  if (left > 0) {
    const rest = load<u64>(at) & ((<u64> 1 << (<u64> left * 8)) - 1);
    hash = (hash ^ rest) * 0x9fb2_1c65_1e98_df25;
    hash ^= hash >> 32;
  }
  return <u32> hash ^ <u32> (hash >> 17);
}

@inline
function same(a: usize, b: usize, length: usize): bool {
  let left = length;
  while (left >= 8) {
    if (load<u64>(a) != load<u64>(b)) return false;
    a += 8;
    b += 8;
    left -= 8;
  }
  if (left == 0) return true;
  return ((load<u64>(a) ^ load<u64>(b)) & ((<u64> 1 << (<u64> left * 8)) - 1)) == 0;
}

/** Returns the entry with these bytes, or the free entry where they belong. */
@inline
function find(table: usize, mask: u32, at: usize, length: usize, hash: u32): usize {
  let slot = hash & mask;
  while (true) {
    const e = table + (<usize> slot) * TextEntry.Bytes;
    const bytes = load<u32>(e, TextEntry.Text);
    if (bytes == 0) return e;
    if (
      load<u32>(e, TextEntry.Hash) == hash && load<u32>(e, TextEntry.Length) == <u32> length &&
      same(<usize> bytes, at, length)
    ) return e;
    slot = (slot + 1) & mask;
  }
}

/** Adds a text, which must be followed by seven readable bytes. */
export function add(table: usize, mask: u32, at: usize, length: usize, first: u32, second: u32): void {
  const hash = hashOf(at, length);
  const e = find(table, mask, at, length, hash);
  store<u32>(e, hash, TextEntry.Hash);
  store<u32>(e, <u32> at, TextEntry.Text);
  store<u32>(e, <u32> length, TextEntry.Length);
  store<u32>(e, first, TextEntry.First);
  store<u32>(e, second, TextEntry.Second);
}

/** Moves all entries into a larger table. */
export function move(from: usize, fromMask: u32, to: usize, toMask: u32): void {
  for (let slot: u32 = 0; slot <= fromMask; slot++) {
    const e = from + (<usize> slot) * TextEntry.Bytes;
    if (load<u32>(e, TextEntry.Text) == 0) continue;
    let target = load<u32>(e, TextEntry.Hash) & toMask;
    while (load<u32>(to + (<usize> target) * TextEntry.Bytes, TextEntry.Text) != 0) {
      target = (target + 1) & toMask;
    }
    memory.copy(to + (<usize> target) * TextEntry.Bytes, e, TextEntry.Bytes);
  }
}

@inline
function digitAt(at: usize): u32 {
  return <u32> load<u8>(at) - 48;
}

@inline
function hexAt(at: usize): u32 {
  const byte = <u32> load<u8>(at);
  const digit = byte - 48;
  if (digit < 10) return digit;
  const letter = byte - 97;
  return letter < 6 ? letter + 10 : 255;
}

/** Returns the first newline at or after `at`, or `end` if there is none up to 16 bytes before the end. */
@inline
function lineEnd(at: usize, end: usize): usize {
  while (at + 16 <= end) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(10)));
    if (found != 0) return at + <usize> ctz(found);
    at += 16;
  }
  return end;
}

/**
 * Writes the time to the row and returns the position after `[hh:mm:ss.mmm] `; returns 0 if the text has
 * another form.
 */
@inline
function readTime(at: usize, to: usize): usize {
  const h1 = digitAt(at + 1), h2 = digitAt(at + 2), m1 = digitAt(at + 4), m2 = digitAt(at + 5);
  const s1 = digitAt(at + 7),
    s2 = digitAt(at + 8),
    u1 = digitAt(at + 10),
    u2 = digitAt(at + 11),
    u3 = digitAt(at + 12);
  if (h1 > 9 || h2 > 9 || m1 > 9 || m2 > 9 || s1 > 9 || s2 > 9 || u1 > 9 || u2 > 9 || u3 > 9) return 0;
  if (load<u8>(at, 3) != 58 || load<u8>(at, 6) != 58 || load<u8>(at, 9) != 46) return 0;
  if (load<u8>(at, 13) != 93 || load<u8>(at, 14) != SPACE) return 0;
  const seconds = ((h1 * 10 + h2) * 60 + m1 * 10 + m2) * 60 + s1 * 10 + s2;
  store<u32>(to, seconds * 1000 + u1 * 100 + u2 * 10 + u3);
  return at + 15;
}

/**
 * Reads blocks of `[at, end)` and adds their calls. Returns the start of the first block that was not read
 * because it is incomplete, because there is no room for its rows, or because it is not plain.
 */
export function read(s: usize, at: usize, end: usize): usize {
  const rows = load<u32>(s, State.Rows);
  const signatures = <usize> load<u32>(s, State.Signatures);
  const signatureMask = load<u32>(s, State.SignatureMask);
  const frames = <usize> load<u32>(s, State.Frames);
  const frameMask = load<u32>(s, State.FrameMask);
  const stacks = <usize> load<u32>(s, State.Stacks);
  const stackMask = load<u32>(s, State.StackMask);
  const list = <usize> load<u32>(s, State.Codes);
  const listEnd = list + (<usize> load<u32>(s, State.MostCodes) << 2);
  let row = load<u32>(s, State.Row);
  let lines: u32 = 0;
  store<u32>(s, 0, State.Odd);
  // The fields of a line are shorter than this, so they need no bounds checks.
  while (row < rows && at + 192 <= end) {
    let p = at;
    // INDEX and a space
    let no: u64 = 0;
    let digit = digitAt(p);
    while (digit < 10 && p < at + 16) {
      no = no * 10 + digit;
      digit = digitAt(++p);
    }
    const length = p - at;
    if (length == 0 || length > 15 || load<u8>(p) != 46 || load<u8>(p, 1) != SPACE) break;
    p += 2;
    let flags: u32 = 0;
    let context: u32 = 0;
    if (load<u8>(p) == 64) {
      const first = ++p;
      let hex = hexAt(p);
      while (hex < 16 && p < first + 9) {
        context = context << 4 | hex;
        hex = hexAt(++p);
      }
      if (p == first || p > first + 8 || load<u8>(p) != SPACE) break;
      p++;
      flags |= CALL_CONTEXT;
    }
    const narrow = <usize> row << 2;
    const wide = <usize> row << 3;
    const time = <usize> load<u32>(s, State.Time) + narrow;
    if (load<u8>(p) == 91) {
      p = readTime(p, time);
      if (p == 0) break;
      flags |= CALL_TIME;
    } else store<u32>(time, 0);
    // NAME<TYPE> up to the first parenthesis, which in plain lines is also the last one
    const signature = p;
    let found = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(40)));
    while (found == 0 && p < signature + 32) {
      p += 16;
      found = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(40)));
    }
    if (found == 0) break;
    p += <usize> ctz(found);
    const size = p - signature;
    if (load<u8>(signature) == SPACE) break;
    const e = find(signatures, signatureMask, signature, size, hashOf(signature, size));
    if (load<u32>(e, TextEntry.Text) == 0) break;
    p++;
    // SIZE) = 0xID or 0xID)
    let bytes: u64 = 0;
    const isFree = load<u16>(p) == 0x7830;
    if (!isFree) {
      const first = p;
      digit = digitAt(p);
      while (digit < 10 && p < first + 11) {
        bytes = bytes * 10 + digit;
        digit = digitAt(++p);
      }
      if (p == first || p > first + 10 || bytes > 0x7fff_ffff) break;
      // `) = 0` and `x`
      if (load<u32>(p) != 0x203d_2029 || load<u16>(p, 4) != 0x7830) break;
      p += 4;
    } else flags |= CALL_FREE;
    p += 2;
    const firstDigit = p;
    let id: u64 = 0;
    let hex = hexAt(p);
    while (hex < 16 && p < firstDigit + 17) {
      id = id << 4 | hex;
      hex = hexAt(++p);
    }
    if (p == firstDigit || p > firstDigit + 16) break;
    if (isFree) {
      if (load<u8>(p) != 41) break;
      p++;
    }
    if (load<u8>(p) != NEWLINE) break;
    p++;
    // frames
    let count: u32 = 1;
    let code = list;
    let cut = false;
    let known = true;
    while (p + 32 <= end && load<u8>(p) == TAB) {
      const text = p + 1;
      const stop = lineEnd(text, end);
      if (stop == end) {
        cut = true;
        break;
      }
      // The hash reads a few bytes beyond the text.
      if (stop + 16 > end) {
        cut = true;
        break;
      }
      const span = stop - text;
      const f = find(frames, frameMask, text, span, hashOf(text, span));
      if (load<u32>(f, TextEntry.Text) == 0 || code == listEnd) {
        known = false;
        break;
      }
      store<u32>(code, load<u32>(f, TextEntry.First));
      code += 4;
      count++;
      p = stop + 1;
    }
    if (!known) break;
    if (cut || p + 32 > end) {
      // The block continues beyond the end of the window.
      store<u32>(s, row, State.Row);
      store<u32>(s, lines, State.Lines);
      return at;
    }
    if (load<u8>(p) != NEWLINE) break;
    let stack: u32 = 0;
    if (code != list) {
      const span = code - list;
      const k = find(stacks, stackMask, list, span, hashOf(list, span));
      if (load<u32>(k, TextEntry.Text) == 0) break;
      stack = load<u32>(k, TextEntry.First);
    }
    store<u64>(<usize> load<u32>(s, State.No) + wide, no);
    store<u64>(<usize> load<u32>(s, State.Addr) + wide, id);
    store<u64>(<usize> load<u32>(s, State.Size) + wide, bytes);
    store<u32>(<usize> load<u32>(s, State.Context) + narrow, context);
    store<u32>(<usize> load<u32>(s, State.Name) + narrow, load<u32>(e, TextEntry.First));
    store<u32>(<usize> load<u32>(s, State.Type) + narrow, load<u32>(e, TextEntry.Second));
    store<u32>(<usize> load<u32>(s, State.Stack) + narrow, stack);
    store<u32>(<usize> load<u32>(s, State.Flags) + narrow, flags);
    row++;
    lines += count + 1;
    at = p + 1;
  }
  if (row < rows && at + 192 <= end) store<u32>(s, 1, State.Odd);
  store<u32>(s, row, State.Row);
  store<u32>(s, lines, State.Lines);
  return at;
}
