// Walking: definitions, values, backtraces and details are stepped over, and what matters of them is noted. A signature
// is defined where its record says, so that walking twice is harmless.

import * as S from "./state";
import { cut, cutHere, e, fail, origin, p, s, skipString, uint, version, word } from "./cursor.part.as";
import { define, findHigh, growStackList, internStack, longBacktrace, undeclared } from "./imports.part.as";

// What the details of the event at hand said.
export let dBits: u32 = 0;
export let dBytes: u64 = 0;
export let dStack: u32 = 0;
export let dReturn: usize = 0;
export let keepStacks: bool = false;
export let keepKinds: bool = false;
export let walked: usize = 0; // function record of the event at hand

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

let integerTag: u32 = 0; // of the last integer that `walkInteger` has stepped over

/** An integer with its tag, as in enumerations. */
export function walkInteger(): bool {
  if (p >= e) return cutHere(1);
  const tag = load<u8>(p);
  if (tag != 3 && tag != 4) return fail(S.BAD_ENUM, p);
  integerTag = tag;
  p++;
  uint();
  return !cut;
}

/** The record of the signature at hand; steps over its definition where it stands. 0 = cut or failed. */
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

/** Steps over one value, however deep. */
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
  // Frames behind these are stepped over: no program calls so deep.
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

/** What a value that ends at the cursor was: its tag, and which types of numbers cannot hold it. */
@inline
function kindOf(at: usize): u32 {
  const tag = <u32> load<u8>(at);
  return mayBeExtreme(tag, p - at) ? (1 << tag) | extremesOf(at) : 1 << tag;
}

/** False for nearly all values: those that take fewer bytes than 2^49, and have no sign. */
@inline
function mayBeExtreme(tag: u32, bytes: usize): bool {
  if (tag == 4 || tag == 13) return bytes > 8;
  if (tag == 9) return version < 3 || integerTag == 3 || bytes > 10;
  if (tag == 10) return bytes > 9;
  return tag == 3 || tag == 14;
}

/** KIND_* bits of the number that stands at an address. */
function extremesOf(at: usize): u32 {
  const value = integerAt(at);
  if (!integral) return 0;
  if (negative) return value < -EXACT ? S.KIND_NEGATIVE | S.KIND_WIDE : S.KIND_NEGATIVE;
  if (value < 0) return S.KIND_HUGE | S.KIND_WIDE;
  return value > EXACT ? S.KIND_WIDE : 0;
}

// Whole numbers up to here, of both signs, are exact in a double.
const EXACT: i64 = 1 << 53;

/** Notes what an argument has been, so that its column gets a type that holds all its values. */
@inline
function noteKind(fn: usize, no: usize, at: usize): void {
  const place = <usize> load<u32>(fn, S.F_KINDS) + (no << 2);
  store<u32>(place, load<u32>(place) | kindOf(at));
}

/** Steps over the details of an event and notes what they say. */
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

/** 2 when the return value at `dReturn` is zero and that matters. */
export function zeroBit(fn: usize): u32 {
  if (!(load<u32>(fn, S.F_BITS) & S.GET_ERROR) || dReturn == 0) return 0;
  const value = integerAt(dReturn);
  return (integral ? value == 0 : fraction) ? 2 : 0;
}

export let integral: bool = false;
let fraction: bool = false; // a float that is 0 to the original, which drops what stands behind the point
export let negative: bool = false;

/**
 * The number that a value stands for, as 64 bits; `integral` says whether it is one, and `negative` whether the highest
 * bit is its sign.
 */
export function integerAt(at: usize): i64 {
  const back = p, backBytes = dBytes;
  p = at;
  const result = readInteger();
  p = back;
  // A view for people that was stepped over may have been memory.
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

/** What is written with a sign, and enumerations whatever is written, have one where their highest bit is set. */
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
