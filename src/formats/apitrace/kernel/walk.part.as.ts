// Walks over definitions, values, backtraces and event details without decoding them, and notes what is
// needed of them. A signature is identified by the offset of its definition, so walking it twice does no
// harm.

import * as S from "./state";
import { cut, cutHere, e, fail, origin, p, s, skipString, uint, version, word } from "./cursor.part.as";
import { define, findHigh, growStackList, internStack, longBacktrace, undeclared } from "./imports.part.as";

// What the details of the current event contain.
export let dBits: u32 = 0;
export let dBytes: u64 = 0;
export let dStack: u32 = 0;
export let dReturn: usize = 0;
export let keepStacks: bool = false;
export let keepKinds: bool = false;
export let walked: usize = 0; // function record of the current event

export function walkDefinition(kind: u32): bool {
  if (kind == S.FRAME) {
    while (true) {
      if (p >= e) return cutHere(1);
      const at = p;
      const part = load<u8>(p++);
      if (part == 0) return true;
      if (part <= 3) skipString();
      else if (part <= 5) uint();
      else return fail(S.BAD_FRAME, at);
      if (cut) return false;
    }
  }
  let count: u64 = 1;
  if (kind == S.FUNCTION || kind == S.STRUCT) skipString();
  if (cut) return false;
  if (kind != S.ENUM || version >= 3) count = uint();
  if (cut) return false;
  if (count > <u64> (e - p)) return cutHere(count);
  for (; count > 0; count--) {
    skipString();
    if (cut) return false;
    if (kind == S.ENUM && !walkInteger()) return false;
    if (kind == S.MASK) uint();
    if (cut) return false;
  }
  return true;
}

let integerTag: u32 = 0; // of the last integer that `walkInteger` has read

/** Walks over an integer with its tag, as in enumerations. */
export function walkInteger(): bool {
  if (p >= e) return cutHere(1);
  const tag = load<u8>(p);
  if (tag != 3 && tag != 4) return fail(S.BAD_ENUM, p);
  integerTag = tag;
  p++;
  uint();
  return !cut;
}

/**
 * The record of the current signature; walks over its definition if this is where it is. 0 if the data is
 * truncated or invalid.
 */
export function signature(kind: u32): usize {
  const id = uint();
  if (cut) return 0;
  let record: usize = 0;
  if (id < <u64> S.SIGNATURE_DENSE) {
    const table = s + S.TABLES + ((<usize> kind) << 3);
    if (<u32> id < load<u32>(table, S.PAIR_LENGTH)) {
      record = load<u32>(<usize> load<u32>(table) + ((<usize> id) << 2));
    }
  } else record = findHigh(kind, <u32> id, <u32> (id >> 32));
  if (record != 0) {
    if (load<u64>(record) == origin + <u64> p) {
      const bytes = load<u32>(record, S.DEFINED_BYTES);
      if (<usize> bytes > e - p) {
        cutHere(bytes);
        return 0;
      }
      p += bytes;
    }
    return record;
  }
  const from = p;
  if (!walkDefinition(kind)) return 0;
  const made = define(kind, <u32> id, <u32> (id >> 32), from, p);
  if (made == 0) fail(S.MANY_SIGNATURES, from);
  return made;
}

/** Walks over one value of any depth. */
export function skipValue(): bool {
  let left: u64 = 1;
  while (left > 0) {
    left--;
    if (p >= e) return cutHere(1);
    const tag = load<u8>(p++);
    switch (tag) {
      case 0:
      case 1:
      case 2:
        break;
      case 3:
      case 4:
      case 13:
        uint();
        break;
      case 5:
        if (e - p < 4) return cutHere(4);
        p += 4;
        break;
      case 6:
        if (e - p < 8) return cutHere(8);
        p += 8;
        break;
      case 7:
        skipString();
        break;
      case 8:
        dBytes += skipString();
        break;
      case 9:
        if (signature(S.ENUM) == 0) return false;
        if (version >= 3 && !walkInteger()) return false;
        break;
      case 10:
        if (signature(S.MASK) == 0) return false;
        uint();
        break;
      case 11: {
        const count = uint();
        if (cut) return false;
        if (count > <u64> (e - p)) return cutHere(count);
        left += count;
        break;
      }
      case 12: {
        const record = signature(S.STRUCT);
        if (record == 0) return false;
        left += load<u32>(record, S.COUNT);
        break;
      }
      case 14:
        left += 2;
        break;
      case 15: {
        let count = uint();
        if (cut) return false;
        if (count > <u64> (e - p)) return cutHere(count);
        for (; count > 0; count--) {
          uint();
          if (cut) return false;
        }
        break;
      }
      default:
        return fail(S.BAD_VALUE, p - 1);
    }
    if (cut) return false;
  }
  return true;
}

export function walkBacktrace(): bool {
  const count = uint();
  if (cut) return false;
  if (count > <u64> (e - p)) return cutHere(count);
  const frames = <u32> count;
  // Further frames are skipped: no program nests calls so deeply.
  const kept = frames < <u32> S.MOST_FRAMES ? frames : <u32> S.MOST_FRAMES;
  if (keepStacks && kept > word(S.STACK_LIST + 4)) growStackList(kept);
  for (let i: u32 = 0; i < frames; i++) {
    const record = signature(S.FRAME);
    if (record == 0) return false;
    if (keepStacks && i < kept) {
      store<u32>(<usize> word(S.STACK_LIST) + ((<usize> i) << 2), load<u32>(record, S.COUNT));
    }
  }
  if (keepStacks) {
    dStack = internStack(kept);
    if (frames > kept) longBacktrace(p, frames);
  }
  return true;
}

/** The kind of a value that ends at the cursor: its tag, and which numeric types cannot hold it. */
@inline
function kindOf(at: usize): u32 {
  const tag = <u32> load<u8>(at);
  return mayBeExtreme(tag, p - at) ? (1 << tag) | extremesOf(at) : 1 << tag;
}

/** False for nearly all values: those below 2^49 without a sign. */
@inline
function mayBeExtreme(tag: u32, bytes: usize): bool {
  if (tag == 4 || tag == 13) return bytes > 8;
  if (tag == 9) return version < 3 || integerTag == 3 || bytes > 10;
  if (tag == 10) return bytes > 9;
  return tag == 3 || tag == 14;
}

/** The KIND_* bits of the number at an address. */
function extremesOf(at: usize): u32 {
  const value = integerAt(at);
  if (!integral) return 0;
  if (negative) return value < -EXACT ? S.KIND_NEGATIVE | S.KIND_WIDE : S.KIND_NEGATIVE;
  if (value < 0) return S.KIND_HUGE | S.KIND_WIDE;
  return value > EXACT ? S.KIND_WIDE : 0;
}

// Integers up to this magnitude are exact in a double.
const EXACT: i64 = 1 << 53;

/** Notes the kind of an argument, so that its column gets a type that fits all its values. */
@inline
function noteKind(fn: usize, no: usize, at: usize): void {
  const place = <usize> load<u32>(fn, S.F_KINDS) + (no << 2);
  store<u32>(place, load<u32>(place) | kindOf(at));
}

/** Walks over the details of an event and notes what they contain. */
export function walkDetails(fn: usize): bool {
  walked = fn;
  while (true) {
    if (p >= e) return cutHere(1);
    const detail = load<u8>(p++);
    if (detail == 1) {
      const no = uint();
      if (cut) return false;
      const at = p;
      if (!skipValue()) return false;
      if (!keepKinds || fn == 0) continue;
      if (no < <u64> load<u32>(fn, S.COUNT)) noteKind(fn, <usize> no, at);
      else undeclared(fn, at, kindOf(at));
    } else if (detail == 0) return true;
    else if (detail == 2) {
      dReturn = p;
      if (!skipValue()) return false;
      if (keepKinds && fn != 0) noteKind(fn, load<u32>(fn, S.COUNT), dReturn);
    } else if (detail == 4) {
      if (!walkBacktrace()) return false;
    } else if (detail == 5) {
      dBits |= <u32> uint() & 1;
      if (cut) return false;
    } else return fail(S.BAD_DETAIL, p - 1);
  }
}

/** Returns 2 if the return value at `dReturn` is zero and that is relevant. */
export function zeroBit(fn: usize): u32 {
  if (!(load<u32>(fn, S.F_BITS) & S.GET_ERROR) || dReturn == 0) return 0;
  const value = integerAt(dReturn);
  return (integral ? value == 0 : fraction) ? 2 : 0;
}

export let integral: bool = false;
let fraction: bool = false; // a fraction that the original treats as 0, since it drops the digits after the point
export let negative: bool = false;

/**
 * The 64-bit integer that a value stands for. `integral` is set if it is an integer, and `negative` if its
 * highest bit is a sign.
 */
export function integerAt(at: usize): i64 {
  const back = p, backBytes = dBytes;
  p = at;
  const result = readInteger();
  p = back;
  // Walking over a readable representation may have counted blob bytes.
  dBytes = backBytes;
  return result;
}

export function readInteger(): i64 {
  integral = true;
  negative = false;
  const tag = load<u8>(p++);
  switch (tag) {
    case 0:
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return withSign(-(<i64> uint()));
    case 4:
    case 13:
      return <i64> uint();
    case 9: {
      const record = signature(S.ENUM);
      if (version < 3) return withSign(load<i64>(<usize> load<u32>(record, S.ENUM_ENTRIES)));
      const minus = load<u8>(p++) == 3;
      const value = <i64> uint();
      return withSign(minus ? -value : value);
    }
    case 10:
      signature(S.MASK);
      return <i64> uint();
    case 14:
      skipValue();
      return readInteger();
    default:
      integral = false;
      fraction = tag == 5 ? abs<f32>(load<f32>(p)) < 1 : tag == 6 && abs<f64>(load<f64>(p)) < 1;
      return 0;
  }
}

/** Signed integers, and all enumerations, are negative if their highest bit is set. */
@inline
function withSign(value: i64): i64 {
  negative = value < 0;
  return value;
}

@inline
export function clearDetails(): void {
  dBits = 0;
  dBytes = 0;
  dStack = 0;
  dReturn = 0;
}
