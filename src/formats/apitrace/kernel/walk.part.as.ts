// Walks over definitions, values, backtraces and event details without decoding them, and records what later
// steps need to know. A signature is identified by the offset of its definition, so walking it twice does no
// harm.

import * as S from "./state";
import {
  bytesEnd,
  cursor,
  failWith,
  isCut,
  markCut,
  origin,
  readUint,
  skipString,
  statePtr,
  stateWord,
  version,
} from "./cursor.part.as";
import { define, findHigh, growStackList, internStack, longBacktrace, undeclared } from "./imports.part.as";

// What the details of the current event contain.
export let detailBits: u32 = 0;
export let detailBytes: u64 = 0;
export let detailStack: u32 = 0;
export let detailReturn: usize = 0;
export let keepStacks: bool = false;
export let keepKinds: bool = false;
export let walkedRecord: usize = 0; // function record of the current event

export function walkDefinition(kind: u32): bool {
  if (kind == S.FRAME) {
    while (true) {
      if (cursor >= bytesEnd) return markCut(1);
      const at = cursor;
      const part = load<u8>(cursor++);
      if (part == 0) return true;
      if (part <= 3) skipString();
      else if (part <= 5) readUint();
      else return failWith(S.BAD_FRAME, at);
      if (isCut) return false;
    }
  }
  let count: u64 = 1;
  if (kind == S.FUNCTION || kind == S.STRUCT) skipString();
  if (isCut) return false;
  if (kind != S.ENUM || version >= 3) count = readUint();
  if (isCut) return false;
  if (count > <u64> (bytesEnd - cursor)) return markCut(count);
  for (; count > 0; count--) {
    skipString();
    if (isCut) return false;
    if (kind == S.ENUM && !walkInteger()) return false;
    if (kind == S.BIT_MASK) readUint();
    if (isCut) return false;
  }
  return true;
}

let integerTag: u32 = 0; // of the last integer that `walkInteger` has read

/** Walks over an integer with its tag, as in enumerations. */
export function walkInteger(): bool {
  if (cursor >= bytesEnd) return markCut(1);
  const tag = load<u8>(cursor);
  if (tag != 3 && tag != 4) return failWith(S.BAD_ENUM, cursor);
  integerTag = tag;
  cursor++;
  readUint();
  return !isCut;
}

/**
 * Returns the record of the current signature, or 0 if the data is truncated or invalid. Also walks over the
 * definition of the signature if it is here.
 */
export function readSignature(kind: u32): usize {
  const id = readUint();
  if (isCut) return 0;
  let record: usize = 0;
  if (id < <u64> S.SIGNATURE_DENSE) {
    const table = statePtr + S.SIGNATURE_TABLES + ((<usize> kind) << 3);
    if (<u32> id < load<u32>(table, S.PAIR_LENGTH)) {
      record = load<u32>(<usize> load<u32>(table) + ((<usize> id) << 2));
    }
  } else record = findHigh(kind, <u32> id, <u32> (id >> 32));
  if (record != 0) {
    if (load<u64>(record) == origin + <u64> cursor) {
      const bytes = load<u32>(record, S.DEFINITION_BYTES);
      if (<usize> bytes > bytesEnd - cursor) {
        markCut(bytes);
        return 0;
      }
      cursor += bytes;
    }
    return record;
  }
  const from = cursor;
  if (!walkDefinition(kind)) return 0;
  const made = define(kind, <u32> id, <u32> (id >> 32), from, cursor);
  if (made == 0) failWith(S.MANY_SIGNATURES, from);
  return made;
}

/** Walks over one value of any nesting depth. */
export function skipValue(): bool {
  let left: u64 = 1;
  while (left > 0) {
    left--;
    if (cursor >= bytesEnd) return markCut(1);
    const tag = load<u8>(cursor++);
    switch (tag) {
      case 0:
      case 1:
      case 2:
        break;
      case 3:
      case 4:
      case 13:
        readUint();
        break;
      case 5:
        if (bytesEnd - cursor < 4) return markCut(4);
        cursor += 4;
        break;
      case 6:
        if (bytesEnd - cursor < 8) return markCut(8);
        cursor += 8;
        break;
      case 7:
        skipString();
        break;
      case 8:
        detailBytes += skipString();
        break;
      case 9:
        if (readSignature(S.ENUM) == 0) return false;
        if (version >= 3 && !walkInteger()) return false;
        break;
      case 10:
        if (readSignature(S.BIT_MASK) == 0) return false;
        readUint();
        break;
      case 11: {
        const count = readUint();
        if (isCut) return false;
        if (count > <u64> (bytesEnd - cursor)) return markCut(count);
        left += count;
        break;
      }
      case 12: {
        const record = readSignature(S.STRUCT);
        if (record == 0) return false;
        left += load<u32>(record, S.PART_COUNT);
        break;
      }
      case 14:
        left += 2;
        break;
      case 15: {
        let count = readUint();
        if (isCut) return false;
        if (count > <u64> (bytesEnd - cursor)) return markCut(count);
        for (; count > 0; count--) {
          readUint();
          if (isCut) return false;
        }
        break;
      }
      default:
        return failWith(S.BAD_VALUE, cursor - 1);
    }
    if (isCut) return false;
  }
  return true;
}

export function walkBacktrace(): bool {
  const count = readUint();
  if (isCut) return false;
  if (count > <u64> (bytesEnd - cursor)) return markCut(count);
  const frames = <u32> count;
  // Further frames are skipped: no real program nests calls this deeply.
  const kept = frames < <u32> S.MOST_FRAMES ? frames : <u32> S.MOST_FRAMES;
  if (keepStacks && kept > stateWord(S.STACK_LIST + 4)) growStackList(kept);
  for (let i: u32 = 0; i < frames; i++) {
    const record = readSignature(S.FRAME);
    if (record == 0) return false;
    if (keepStacks && i < kept) {
      store<u32>(<usize> stateWord(S.STACK_LIST) + ((<usize> i) << 2), load<u32>(record, S.PART_COUNT));
    }
  }
  if (keepStacks) {
    detailStack = internStack(kept);
    if (frames > kept) longBacktrace(cursor, frames);
  }
  return true;
}

/** The kind of the value that ends at the cursor: its tag, and which numeric types cannot represent it. */
@inline
function kindOf(at: usize): u32 {
  const tag = <u32> load<u8>(at);
  return mayBeExtreme(tag, cursor - at) ? (1 << tag) | extremesOf(at) : 1 << tag;
}

/** False for nearly all values: non-negative numbers below 2^49. */
@inline
function mayBeExtreme(tag: u32, bytes: usize): bool {
  if (tag == 4 || tag == 13) return bytes > 8;
  if (tag == 9) return version < 3 || integerTag == 3 || bytes > 10;
  if (tag == 10) return bytes > 9;
  return tag == 3 || tag == 14;
}

/** Returns the KIND_* bits of the number at an address. */
function extremesOf(at: usize): u32 {
  const value = integerAt(at);
  if (!isIntegral) return 0;
  if (isNegative) return value < -EXACT ? S.KIND_NEGATIVE | S.KIND_WIDE : S.KIND_NEGATIVE;
  if (value < 0) return S.KIND_HUGE | S.KIND_WIDE;
  return value > EXACT ? S.KIND_WIDE : 0;
}

// Integers up to this magnitude are exact in a double.
const EXACT: i64 = 1 << 53;

/** Records the kind of an argument, so that its column gets a type that fits all its values. */
@inline
function noteKind(fn: usize, no: usize, at: usize): void {
  const place = <usize> load<u32>(fn, S.FUNCTION_KINDS) + (no << 2);
  store<u32>(place, load<u32>(place) | kindOf(at));
}

/** Walks over the details of an event and records what they contain. */
export function walkDetails(fn: usize): bool {
  walkedRecord = fn;
  while (true) {
    if (cursor >= bytesEnd) return markCut(1);
    const detail = load<u8>(cursor++);
    if (detail == 1) {
      const no = readUint();
      if (isCut) return false;
      const at = cursor;
      if (!skipValue()) return false;
      if (!keepKinds || fn == 0) continue;
      if (no < <u64> load<u32>(fn, S.PART_COUNT)) noteKind(fn, <usize> no, at);
      else undeclared(fn, at, kindOf(at));
    } else if (detail == 0) return true;
    else if (detail == 2) {
      detailReturn = cursor;
      if (!skipValue()) return false;
      if (keepKinds && fn != 0) noteKind(fn, load<u32>(fn, S.PART_COUNT), detailReturn);
    } else if (detail == 4) {
      if (!walkBacktrace()) return false;
    } else if (detail == 5) {
      detailBits |= <u32> readUint() & 1;
      if (isCut) return false;
    } else return failWith(S.BAD_DETAIL, cursor - 1);
  }
}

/**
 * Returns 2 if the return value at `detailReturn` is zero and this function is hidden when it returns zero.
 */
export function zeroReturnBit(fn: usize): u32 {
  if (!(load<u32>(fn, S.FUNCTION_BITS) & S.GET_ERROR) || detailReturn == 0) return 0;
  const value = integerAt(detailReturn);
  return (isIntegral ? value == 0 : fraction) ? 2 : 0;
}

export let isIntegral: bool = false;
let fraction: bool = false; // a fraction that the original treats as 0, since it drops the digits after the point
export let isNegative: bool = false;

/**
 * Returns a value as a 64-bit integer. Sets `isIntegral` if the value is an integer, and `isNegative` if its highest
 * bit is a sign.
 */
export function integerAt(at: usize): i64 {
  const back = cursor, backBytes = detailBytes;
  cursor = at;
  const result = readInteger();
  cursor = back;
  // Restore the count: walking over a readable representation may have counted blob bytes.
  detailBytes = backBytes;
  return result;
}

export function readInteger(): i64 {
  isIntegral = true;
  isNegative = false;
  const tag = load<u8>(cursor++);
  switch (tag) {
    case 0:
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return withSign(-(<i64> readUint()));
    case 4:
    case 13:
      return <i64> readUint();
    case 9: {
      const record = readSignature(S.ENUM);
      if (version < 3) return withSign(load<i64>(<usize> load<u32>(record, S.ENUM_ENTRIES)));
      const minus = load<u8>(cursor++) == 3;
      const value = <i64> readUint();
      return withSign(minus ? -value : value);
    }
    case 10:
      readSignature(S.BIT_MASK);
      return <i64> readUint();
    case 14:
      skipValue();
      return readInteger();
    default:
      isIntegral = false;
      fraction = tag == 5 ? abs<f32>(load<f32>(cursor)) < 1 : tag == 6 && abs<f64>(load<f64>(cursor)) < 1;
      return 0;
  }
}

/** Signed integers, and all enumerations, are negative if their highest bit is set. */
@inline
function withSign(value: i64): i64 {
  isNegative = value < 0;
  return value;
}

@inline
export function clearDetails(): void {
  detailBits = 0;
  detailBytes = 0;
  detailStack = 0;
  detailReturn = 0;
}
