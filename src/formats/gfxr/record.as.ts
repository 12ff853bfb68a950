// Splits a record of a capture, which is JSON, into values with their paths. At an unknown key the loop
// stops; TypeScript assigns a path to it, and the loop continues there.

import {
  ARGUMENTS,
  IS_INDEX,
  Key,
  KEYS,
  LONGEST_KEY,
  NO_LIST,
  Open,
  OTHER_PATH,
  RejectReason,
  ROOT,
  State,
  Stop,
  Value,
} from "./record_layout";

const QUOTE: u32 = 34;
const PLUS: u32 = 43;
const COMMA: u32 = 44;
const MINUS: u32 = 45;
const POINT: u32 = 46;
const ZERO: u32 = 48;
const COLON: u32 = 58;
const LIST: u32 = 91;
const BACKSLASH: u32 = 92;
const LIST_END: u32 = 93;
const SMALL_E: u32 = 101;
const OBJECT: u32 = 123;
const OBJECT_END: u32 = 125;
const NEWLINE: u64 = 10;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const PRIME: u32 = 0x0100_0193;
/**
 * Words of JSON as integers in memory byte order: four letters (the first four of `false`), or three letters and a zero
 * byte.
 */
const NULL: u32 = 0x6c6c_756e;
const TRUE: u32 = 0x6575_7274;
const FALS: u32 = 0x736c_6166;
const NAN: u32 = 0x4e_614e;
const SMALL_NAN: u32 = 0x6e_616e;
const INF: u32 = 0x66_6e69;
const INFINITY: u64 = 0x7974_696e_6966_6e49;

/** Returns the first line end at or after `p`, or `end`. */
export function lineEnd(p: usize, end: usize): usize {
  for (; p + 8 <= end; p += 8) {
    const others = load<u64>(p) ^ (ONES * NEWLINE);
    const found = (others - ONES) & ~others & HIGH_BITS;
    if (found != 0) return p + <usize> (ctz(found) >> 3);
  }
  while (p < end && <u64> load<u8>(p) != NEWLINE) p++;
  return p;
}

/** Returns the first byte at or after `p` that is not white space. */
@inline
function behindBlanks(p: usize, end: usize): usize {
  while (p < end) {
    const byte = <u32> load<u8>(p);
    if (byte > 32 || (byte != 32 && byte != 10 && byte != 13 && byte != 9)) break;
    p++;
  }
  return p;
}

@inline
function isDigit(byte: u32): bool {
  return byte - ZERO <= 9;
}

/** Returns the first byte at or after `p` that is not a digit. */
@inline
function behindDigits(p: usize, end: usize): usize {
  while (p < end && isDigit(load<u8>(p))) p++;
  return p;
}

/** Whether a word that begins like a number is a valid number. */
function isNumber(p: usize, end: usize): bool {
  let at = <u32> load<u8>(p) == MINUS ? p + 1 : p;
  let behind = behindDigits(at, end);
  if (behind == at) return false;
  at = behind;
  if (at < end && <u32> load<u8>(at) == POINT) {
    behind = behindDigits(at + 1, end);
    if (behind == at + 1) return false;
    at = behind;
  }
  if (at < end && (<u32> load<u8>(at) | 32) == SMALL_E) {
    at++;
    if (at < end && (<u32> load<u8>(at) == PLUS || <u32> load<u8>(at) == MINUS)) at++;
    behind = behindDigits(at, end);
    if (behind == at) return false;
    at = behind;
  }
  return at == end;
}

/** The kind of a word that does not begin like a number; 255 for an invalid one. */
function wordKind(p: usize, end: usize): u32 {
  const length = end - p;
  if (length == 4) {
    const word = load<u32>(p);
    if (word == NULL) return Value.Null;
    if (word == TRUE) return Value.True;
  }
  if (length == 5 && load<u32>(p) == FALS && <u32> load<u8>(p + 4) == SMALL_E) return Value.False;
  const first = length > 0 && <u32> load<u8>(p) == MINUS ? p + 1 : p;
  if (end - first == 8 && load<u64>(first) == INFINITY) return Value.Number;
  if (end - first == 3) {
    const word = <u32> load<u16>(first) | (<u32> load<u8>(first + 2) << 16);
    if (word == NAN || word == SMALL_NAN || word == INF) return Value.Number;
  }
  return 255;
}

@inline
function isWordByte(byte: u32): bool {
  return isDigit(byte) || (byte | 32) - 97 <= 25 || byte == MINUS || byte == PLUS || byte == POINT;
}

@inline
function isKey(place: usize, parent: u32, from: usize, length: u32): bool {
  if (load<u32>(place, Key.Parent) != parent || load<u32>(place, Key.Length) != length) return false;
  const whole = <usize> (length & ~7);
  let at: usize = 0;
  for (; at < whole; at += 8) if (load<u64>(place + at, Key.Text) != load<u64>(from + at)) return false;
  for (; at < <usize> length; at++) {
    if (<u32> load<u8>(place + at + Key.Text) != <u32> load<u8>(from + at)) return false;
  }
  return true;
}

/** Returns the cache entry for a key with this hash; the next entry may be used as well. */
@inline
function slotOf(s: usize, parent: u32, hash: u32): usize {
  const mixed = (hash ^ parent) * PRIME ^ parent;
  return <usize> load<u32>(s, State.Keys) + <usize> ((mixed ^ (mixed >> 15)) & (KEYS - 2)) * Key.Bytes;
}

/** Returns the path of a key. Returns 0 if it is unknown, and stores the key in the state. */
@inline
function keyPath(s: usize, parent: u32, from: usize, end: usize, hash: u32): u32 {
  if (parent == <u32> OTHER_PATH) return OTHER_PATH;
  const length = <u32> (end - from);
  let place: usize = 0;
  if (length <= <u32> LONGEST_KEY) {
    place = slotOf(s, parent, hash);
    if (isKey(place, parent, from, length) && load<u32>(place, Key.Path) != 0) {
      return load<u32>(place, Key.Path);
    }
    if (load<u32>(place, Key.Path) != 0) place += Key.Bytes;
    if (isKey(place, parent, from, length) && load<u32>(place, Key.Path) != 0) {
      return load<u32>(place, Key.Path);
    }
  }
  store<u32>(s, parent, State.Parent);
  store<u32>(s, <u32> from, State.KeyFrom);
  store<u32>(s, <u32> end, State.KeyEnd);
  store<u32>(s, hash, State.KeyHash);
  store<u32>(s, <u32> place, State.KeyPlace);
  return 0;
}

/** Returns the path of an array index. Returns 0 if it is unknown, and stores the index in the state. */
@inline
function placePath(s: usize, list: u32, at: u32): u32 {
  if (list == <u32> OTHER_PATH) return OTHER_PATH;
  const first = slotOf(s, list, at * PRIME);
  const last = first + Key.Bytes;
  let place = first;
  for (; place <= last; place += Key.Bytes) {
    const isIt = load<u32>(place, Key.Parent) == list && load<u32>(place, Key.Length) == <u32> IS_INDEX &&
      load<u32>(place, Key.Place) == at;
    if (isIt) return load<u32>(place, Key.Path);
    if (load<u32>(place, Key.Path) == 0) break;
  }
  // If both entries are in use, replace the second one.
  if (place > last) place = last;
  store<u32>(s, list, State.Parent);
  store<u32>(s, at, State.KeyHash);
  store<u32>(s, <u32> place, State.KeyPlace);
  return 0;
}

/** Stores the path of the key or index at which the loop stopped. */
function learn(s: usize, stop: u32, path: u32): void {
  const place: usize = load<u32>(s, State.KeyPlace);
  if (place == 0) return;
  store<u32>(place, load<u32>(s, State.Parent), Key.Parent);
  store<u32>(place, path, Key.Path);
  if (stop == <u32> Stop.Place) {
    store<u32>(place, IS_INDEX, Key.Length);
    store<u32>(place, load<u32>(s, State.KeyHash), Key.Place);
    return;
  }
  const from: usize = load<u32>(s, State.KeyFrom);
  const length = load<u32>(s, State.KeyEnd) - <u32> from;
  store<u32>(place, length, Key.Length);
  memory.copy(place + Key.Text, from, length);
}

function refuse(s: usize, p: usize, reason: u32): u32 {
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, reason, State.Reason);
  return Stop.Bad;
}

/** Begins a record. */
export function begin(s: usize): u32 {
  const end: usize = load<u32>(s, State.End);
  const p = behindBlanks(load<u32>(s, State.Place), end);
  store<u32>(s, 0, State.Count);
  store<u32>(s, 0, State.Depth);
  store<u32>(s, 0, State.ArgsFrom);
  store<u32>(s, 0, State.ArgsEnd);
  if (p >= end) return refuse(s, p, RejectReason.End);
  if (<u32> load<u8>(p) != OBJECT) return refuse(s, p, RejectReason.Object);
  return values(s, p, ROOT);
}

/** Continues after a stop, with the path that was missing. */
export function resume(s: usize, stop: u32, path: u32): u32 {
  if (stop != <u32> Stop.Full) learn(s, stop, path);
  return values(s, load<u32>(s, State.Place), path);
}

/** Reads values, starting with the one at `p`, whose path is given. */
function values(s: usize, p: usize, path: u32): u32 {
  const end: usize = load<u32>(s, State.End);
  const base: usize = load<u32>(s, State.From);
  const room: usize = load<u32>(s, State.Room);
  const out: usize = load<u32>(s, State.Values);
  const opened: usize = load<u32>(s, State.Opened);
  let depth: u32 = load<u32>(s, State.Depth);
  let count: usize = load<u32>(s, State.Count);
  for (p = behindBlanks(p, end); p < end; p = behindBlanks(p, end)) {
    if (count == room) {
      store<u32>(s, path, State.Parent);
      store<u32>(s, <u32> p, State.Place);
      store<u32>(s, depth, State.Depth);
      store<u32>(s, <u32> count, State.Count);
      return Stop.Full;
    }
    const byte = <u32> load<u8>(p);
    let next: u32 = 0;
    // Set if the next token is a key or an array index, which needs a path.
    let wants: u32 = Stop.Done;
    let around: u32 = path;
    let kind: u32 = Value.Whole;
    let from = p;
    if (byte == OBJECT || byte == LIST) {
      if (depth == load<u32>(s, State.MostDepth)) return refuse(s, p, RejectReason.Deep);
      if (path == <u32> ARGUMENTS) store<u32>(s, <u32> (p - base), State.ArgsFrom);
      p = behindBlanks(p + 1, end);
      if (p >= end) return refuse(s, p, RejectReason.End);
      const isList = byte == LIST;
      if (<u32> load<u8>(p) != (isList ? LIST_END : OBJECT_END)) {
        const open = opened + <usize> depth * Open.Bytes;
        store<u32>(open, path, Open.Path);
        store<u32>(open, isList ? 0 : NO_LIST, Open.Place);
        depth++;
        wants = isList ? Stop.Place : Stop.Key;
      } else from = ++p;
    } else if (byte == QUOTE) {
      kind = Value.Text;
      from = p + 1;
      let at = from;
      while (true) {
        if (at >= end) return refuse(s, p, RejectReason.Text);
        const each = <u32> load<u8>(at);
        if (each == QUOTE) break;
        if (each == BACKSLASH) {
          kind = Value.Escaped;
          at++;
        }
        at++;
      }
      p = at;
    } else {
      let at = p;
      while (at < end && isWordByte(load<u8>(at))) at++;
      const isNumeric = isDigit(byte) || (byte == MINUS && at - p > 1 && isDigit(load<u8>(p + 1)));
      if (isNumeric) {
        kind = Value.Number;
        if (!isNumber(p, at)) return refuse(s, p, RejectReason.Number);
      } else {
        kind = wordKind(p, at);
        if (kind == 255) return refuse(s, p, RejectReason.Word);
      }
      p = at;
    }
    if (wants == <u32> Stop.Done) {
      const cell = out + (count << 2);
      store<u32>(cell, path);
      store<u32>(cell + (room << 2), kind);
      store<u32>(cell + (room << 3), <u32> (from - base));
      store<u32>(cell + (room << 3) + (room << 2), <u32> (p - base));
      count++;
      if (byte == QUOTE) p++;
      // The value has ended; the arrays and objects around it may end here, too.
      while (depth > 0) {
        p = behindBlanks(p, end);
        if (p >= end) return refuse(s, p, RejectReason.End);
        const open = opened + <usize> (depth - 1) * Open.Bytes;
        const place = load<u32>(open, Open.Place);
        around = load<u32>(open, Open.Path);
        const mark = <u32> load<u8>(p);
        if (mark == COMMA) {
          p++;
          wants = Stop.Key;
          if (place != NO_LIST) {
            store<u32>(open, place + 1, Open.Place);
            next = place + 1;
            wants = Stop.Place;
          }
          break;
        }
        if (mark != (place == NO_LIST ? OBJECT_END : LIST_END)) return refuse(s, p, RejectReason.Value);
        p++;
        if (around == <u32> ARGUMENTS) store<u32>(s, <u32> (p - base), State.ArgsEnd);
        depth--;
      }
      if (depth == 0) {
        store<u32>(s, <u32> count, State.Count);
        store<u32>(s, <u32> p, State.Place);
        const behind = behindBlanks(p, end);
        return behind < end ? refuse(s, behind, RejectReason.Rest) : Stop.Done;
      }
    }
    if (wants == <u32> Stop.Place) path = placePath(s, around, next);
    else {
      p = behindBlanks(p, end);
      if (p >= end) return refuse(s, p, RejectReason.End);
      if (<u32> load<u8>(p) != QUOTE) return refuse(s, p, RejectReason.Key);
      const first = p + 1;
      let at = first;
      let hash: u32 = 0;
      while (true) {
        if (at >= end) return refuse(s, p, RejectReason.KeyEnd);
        let each = <u32> load<u8>(at);
        if (each == QUOTE) break;
        // Keys with escape sequences are compared without decoding them: real captures have none.
        if (each == BACKSLASH && at + 1 < end) {
          hash = (hash ^ each) * PRIME;
          each = <u32> load<u8>(++at);
        }
        hash = (hash ^ each) * PRIME;
        at++;
      }
      p = behindBlanks(at + 1, end);
      if (p >= end) return refuse(s, p, RejectReason.End);
      if (<u32> load<u8>(p) != COLON) return refuse(s, p, RejectReason.Colon);
      p++;
      path = keyPath(s, around, first, at, hash);
    }
    if (path == 0) {
      store<u32>(s, <u32> p, State.Place);
      store<u32>(s, depth, State.Depth);
      store<u32>(s, <u32> count, State.Count);
      return wants;
    }
  }
  return refuse(s, p, RejectReason.End);
}
