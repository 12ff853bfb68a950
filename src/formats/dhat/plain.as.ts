// Reads program points as valgrind writes them: objects of integers, a list of frames, and optionally a list
// of accesses. The loop stops before a point that is unusual or incomplete, which the TypeScript reader
// handles.

import { cell32At, cell64At } from "../../memory/cells.part.as";
import { FRAMES, Point, POINTS, State } from "./plain_layout";

const QUOTE: u32 = 34;
const COMMA: u32 = 44;
const MINUS: u32 = 45;
const ZERO: u32 = 48;
const COLON: u32 = 58;
const LIST: u32 = 91;
const LIST_END: u32 = 93;
const OBJECT: u32 = 123;
const OBJECT_END: u32 = 125;

/** A number with at most this many digits certainly fits in 64 bits. */
const WIDE_DIGITS: usize = 19;
const FRAME_DIGITS: usize = 9;

/** Letters of keys as numbers, the first letter in the highest byte. */
const FS: u32 = 0x6673;
const ACC: u32 = 0x61_6363;

/** The column index of a figure, given its key; 11 for other keys. */
@inline
function figureOf(key: u32): u32 {
  switch (key) {
    case 0x74_626b:
      return 0;
    case 0x7462:
      return 1;
    case 0x746c:
      return 2;
    case 0x6d_626b:
      return 3;
    case 0x6d62:
      return 4;
    case 0x67_626b:
      return 5;
    case 0x6762:
      return 6;
    case 0x65_626b:
      return 7;
    case 0x6562:
      return 8;
    case 0x7262:
      return 9;
    case 0x7762:
      return 10;
    default:
      return 11;
  }
}

/** Returns the first byte at or after `p` that is not white space, or `end`. */
@inline
function behindBlanks(p: usize, end: usize): usize {
  while (p < end) {
    const byte = <u32> load<u8>(p);
    if (byte > 32 || (byte != 32 && byte != 10 && byte != 13 && byte != 9)) break;
    p++;
  }
  return p;
}

/** End of the number that was read last; 0 if there was none or it had too many digits. */
let numberEnd: usize = 0;

/** Reads an integer with limited digits; a byte that cannot continue it must follow. */
@inline
function number(p: usize, end: usize, most: usize): u64 {
  const from = p;
  let value: u64 = 0;
  numberEnd = 0;
  while (p < end) {
    const digit = <u32> load<u8>(p) - ZERO;
    if (digit > 9) {
      if (p > from && p - from <= most && isEnd(digit + ZERO)) numberEnd = p;
      return value;
    }
    value = value * 10 + <u64> digit;
    p++;
  }
  return 0;
}

/** Whether a number can end before this byte. */
@inline
function isEnd(byte: u32): bool {
  return byte == COMMA || byte == OBJECT_END || byte == LIST_END || byte == 32 || byte == 10 || byte == 13 ||
    byte == 9;
}

/**
 * Reads a list of frames, starting at its bracket; returns its end, or 0 if the TypeScript reader has to read
 * it.
 */
@inline
function readFrames(s: usize, p: usize, end: usize, point: usize): usize {
  const frames: usize = load<u32>(s, State.Frames);
  let count = load<u32>(s, State.FrameCount);
  const first = count;
  do {
    p = behindBlanks(p + 1, end);
    const frame = number(p, end, FRAME_DIGITS);
    if (numberEnd == 0 || frame == 0 || count == FRAMES) return 0;
    store<u32>(cell32At(frames, count), <u32> frame);
    count++;
    p = behindBlanks(numberEnd, end);
    if (p == end) return 0;
  } while (<u32> load<u8>(p) == COMMA);
  if (<u32> load<u8>(p) != LIST_END) return 0;
  store<u32>(s, count, State.FrameCount);
  store<u32>(point, count - first, Point.FrameCount);
  return p + 1;
}

/** Skips a list of numbers without white space, which the TypeScript reader keeps as text. */
@inline
function behindAccesses(p: usize, end: usize): usize {
  for (p++; p < end; p++) {
    const byte = <u32> load<u8>(p);
    if (byte == LIST_END) {
      const last = <u32> load<u8>(p - 1);
      return last - ZERO <= 9 || last == LIST ? p + 1 : 0;
    }
    // Each number is valid: a comma or sign precedes a digit, and a comma follows one.
    if (byte - ZERO <= 9) continue;
    const before = <u32> load<u8>(p - 1);
    if (byte == COMMA ? before - ZERO > 9 : byte != MINUS || (before != COMMA && before != LIST)) return 0;
  }
  return 0;
}

/** Reads a point, starting at its brace; returns its end, or 0 if the TypeScript reader has to read it. */
function readPoint(s: usize, p: usize, end: usize, point: usize): usize {
  memory.fill(point, 0, Point.Bytes);
  let present: u32 = 0, hasFrames = false;
  do {
    p = behindBlanks(p + 1, end);
    if (p + 6 > end || <u32> load<u8>(p) != QUOTE) return 0;
    let key: u32 = 0;
    const keyEnd = p + 4;
    for (p++; <u32> load<u8>(p) != QUOTE; p++) {
      if (p == keyEnd) return 0;
      key = (key << 8) | <u32> load<u8>(p);
    }
    p = behindBlanks(p + 1, end);
    if (p == end || <u32> load<u8>(p) != COLON) return 0;
    p = behindBlanks(p + 1, end);
    if (p == end) return 0;
    const figure = figureOf(key);
    if (figure < 11) {
      const value = number(p, end, WIDE_DIGITS);
      // Duplicate keys are left to the TypeScript reader, where the last one counts.
      if (numberEnd == 0 || ((present >> figure) & 1) != 0) return 0;
      present |= <u32> 1 << figure;
      store<u64>(cell64At(point, figure), value, Point.Figures);
      p = numberEnd;
    } else if (key == FS && !hasFrames && <u32> load<u8>(p) == LIST) {
      hasFrames = true;
      p = readFrames(s, p, end, point);
      if (p == 0) return 0;
    } else if (key == ACC && load<u32>(point, Point.Accesses) == 0 && <u32> load<u8>(p) == LIST) {
      store<u32>(point, <u32> p, Point.Accesses);
      p = behindAccesses(p, end);
      if (p == 0) return 0;
      store<u32>(point, <u32> p, Point.AccessesEnd);
    } else return 0;
    p = behindBlanks(p, end);
    if (p == end) return 0;
  } while (<u32> load<u8>(p) == COMMA);
  if (!hasFrames || <u32> load<u8>(p) != OBJECT_END) return 0;
  store<u32>(point, present, Point.Present);
  return p + 1;
}

/** Reads comma-separated points as long as they are plain and there is room; `s` is a `State`. */
export function points(s: usize): void {
  const end: usize = load<u32>(s, State.End);
  let place: usize = load<u32>(s, State.Place);
  let point: usize = load<u32>(s, State.Points);
  let count: u32 = 0;
  store<u32>(s, 0, State.FrameCount);
  let from = place;
  while (count < <u32> POINTS) {
    const p = behindBlanks(from, end);
    if (p == end || <u32> load<u8>(p) != OBJECT) break;
    const frames = load<u32>(s, State.FrameCount);
    const behind = readPoint(s, p, end, point);
    if (behind == 0) {
      store<u32>(s, frames, State.FrameCount);
      break;
    }
    store<u32>(point, <u32> from, Point.From);
    point += Point.Bytes;
    count++;
    place = behind;
    const comma = behindBlanks(place, end);
    if (comma == end || <u32> load<u8>(comma) != COMMA) break;
    from = comma + 1;
  }
  store<u32>(s, <u32> place, State.Place);
  store<u32>(s, count, State.Count);
}
