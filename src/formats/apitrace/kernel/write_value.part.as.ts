// Formats values as text.

import * as S from "./state";
import { goTo } from "./complete.part.as";
import { options, p, uint, version, word } from "./cursor.part.as";
import { float } from "./float.part.as";
import { blobText, growNesting, guidText } from "./imports.part.as";
import {
  copyPair,
  decimal,
  full,
  hexWithPrefix,
  overflow,
  put,
  scratchText,
  signed,
  style,
  text,
  wideText,
} from "./text.part.as";
import { signature, skipValue } from "./walk.part.as";

/** The entry of an enumeration with this value, or 0. */
export function entryOf(record: usize, value: u64): usize {
  const entries = <usize> load<u32>(record, S.ENUM_ENTRIES);
  const slots = <usize> load<u32>(record, S.ENUM_SLOTS);
  const mask = load<u32>(record, S.ENUM_MASK);
  let slot = ((<u32> value ^ (<u32> (value >> 32) * 31)) * <u32> 0x9e3779b1) >> 7 & mask;
  while (true) {
    const number = load<u32>(slots + ((<usize> slot) << 2));
    if (number == 0) return 0;
    const entry = entries + <usize> (number - 1) * S.ENTRY_BYTES;
    if (load<u64>(entry) == value) return entry;
    slot = (slot + 1) & mask;
  }
}

/** Reads the value of an enumeration; sets `enumEntry` to the entry with its name, or 0. */
export function readEnum(): i64 {
  const record = signature(S.ENUM);
  if (version < 3) {
    enumEntry = load<u32>(record, S.ENUM_ENTRIES);
    return load<i64>(enumEntry);
  }
  const negative = load<u8>(p++) == 3;
  let value = <i64> uint();
  if (negative) value = -value;
  enumEntry = entryOf(record, <u64> value);
  return value;
}

export let enumEntry: usize = 0;

export function writeMask(): void {
  const record = signature(S.MASK);
  let rest = uint();
  let entry = <usize> load<u32>(record, S.ENUM_ENTRIES);
  let first = true;
  for (let count = load<u32>(record, S.COUNT); count > 0 && !full; count--, entry += S.ENTRY_BYTES) {
    const flag = load<u64>(entry);
    if (flag != 0 ? (rest & flag) == flag : rest == 0) {
      if (!first) put(0x207c20, 3); // " | "
      first = false;
      style(S.STYLE_LITERAL);
      copyPair(entry + 8);
      style(S.STYLE_NORMAL);
      rest &= ~flag;
    }
    if (rest == 0) break;
  }
  if (rest != 0 || first) {
    if (!first) put(0x207c20, 3); // " | "
    style(S.STYLE_LITERAL);
    hexWithPrefix(rest);
    style(S.STYLE_NORMAL);
  }
}

/** The number of bytes of the value at `at` in the stream. */
export function bytesOf(at: usize, side: u32): usize {
  goTo(at, side);
  skipValue();
  return p - at;
}

/** Writes the value at `at`. */
export function writeValue(at: usize, side: u32): void {
  goTo(at, side);
  let depth: u32 = 0;
  while (!full) {
    // Begins one value.
    const tag = load<u8>(p++);
    if (tag == 11) {
      const count = uint();
      if (count == 0) put(0x7d7b, 2); // {}
      else {
        put(count == 1 ? 38 : 123, 1); // & {
        if (count > 1) nest(depth++, 0, <u32> count, 0, true);
        continue;
      }
    } else if (tag == 12) {
      const structAt = p - 1;
      const record = signature(S.STRUCT);
      if (load<u32>(record, S.S_GUID)) {
        style(S.STYLE_LITERAL);
        scratchText(guidText(structAt, side));
        style(S.STYLE_NORMAL);
        p = structAt;
        skipValue();
      } else {
        put(123, 1); // {
        nest(depth++, 1, load<u32>(record, S.COUNT), record, false);
      }
    } else if (tag == 14) {
      // Use the readable representation; the other one is skipped afterwards.
      if (options & S.TEXT_BLOBS) skipValue();
      else nest(depth++, 4, 1, 0, false);
      continue;
    } else writePlain(tag);
    // Go up to a container with members left, and to its next member.
    while (depth > 0 && !full) {
      const entry = <usize> word(S.NESTING) + <usize> (depth - 1) * S.N_SIZE;
      const kind = load<u32>(entry);
      const left = load<u32>(entry, S.N_LEFT);
      if (kind == 4) {
        skipValue();
        depth--;
        continue;
      }
      if (kind == 0) {
        if (left > 1) {
          store<u32>(entry, left - 1, S.N_LEFT);
          put(0x202c, 2); // ", "
          break;
        }
        put(125, 1); // }
        depth--;
        continue;
      }
      const next = nextMember(entry, left, depth);
      if (next == 2) {
        depth++;
        continue;
      }
      if (next == 1) break;
      const written = load<u32>(entry, S.N_WRITTEN);
      depth--;
      if (kind == 1) put(125, 1); // }
      else if (depth > 0) store<u32>(entry - S.N_SIZE, written, S.N_WRITTEN);
    }
    if (depth == 0) break;
  }
}

export function nest(depth: u32, kind: u32, left: u32, record: usize, written: bool): void {
  if (depth >= word(S.NESTING_CAPACITY) && growNesting() == 0) return overflow();
  const entry = <usize> word(S.NESTING) + <usize> depth * S.N_SIZE;
  store<u32>(entry, kind);
  store<u32>(entry, left, S.N_LEFT);
  store<u32>(entry, <u32> record, S.N_RECORD);
  store<u32>(entry, 0, S.N_NUMBER);
  store<u32>(entry, written ? 1 : 0, S.N_WRITTEN);
}

/**
 * Goes to the next member to write: 1 = its value follows, 2 = an anonymous structure was opened, 0 = no
 * members left.
 */
export function nextMember(entry: usize, left: u32, depth: u32): u32 {
  const record = <usize> load<u32>(entry, S.N_RECORD);
  while (left > 0) {
    const number = load<u32>(entry, S.N_NUMBER);
    left--;
    store<u32>(entry, left, S.N_LEFT);
    store<u32>(entry, number + 1, S.N_NUMBER);
    const pair = <usize> load<u32>(record, S.S_MEMBERS) + ((<usize> number) << 3);
    if (load<u32>(pair, S.PAIR_LENGTH) != 0) {
      if (load<u32>(entry, S.N_WRITTEN)) put(0x202c, 2); // ", "
      store<u32>(entry, 1, S.N_WRITTEN);
      copyPair(pair);
      return 1;
    }
    if (load<u8>(p) == 12) {
      p++;
      const inner = signature(S.STRUCT);
      const written = load<u32>(entry, S.N_WRITTEN);
      nest(depth, 2, load<u32>(inner, S.COUNT), inner, written != 0);
      return 2;
    }
    skipValue();
  }
  return 0;
}

/** Writes a value without nested values. */
export function writePlain(tag: u32): void {
  switch (tag) {
    case 0:
      style(S.STYLE_LITERAL);
      put(0x4c4c554e, 4); // NULL
      break;
    case 1:
      style(S.STYLE_LITERAL);
      put(0x65736c6166, 5); // false
      break;
    case 2:
      style(S.STYLE_LITERAL);
      put(0x65757274, 4); // true
      break;
    case 3:
      style(S.STYLE_LITERAL);
      signed(-(<i64> uint()));
      break;
    case 4:
      style(S.STYLE_LITERAL);
      decimal(uint());
      break;
    case 5:
      style(S.STYLE_LITERAL);
      float(<f64> load<f32>(p), 7);
      p += 4;
      break;
    case 6:
      style(S.STYLE_LITERAL);
      float(load<f64>(p), 16);
      p += 8;
      break;
    case 7: {
      const bytes = <usize> uint();
      text(p, bytes);
      p += bytes;
      return;
    }
    case 8: {
      const bytes = <usize> uint();
      style(S.STYLE_POINTER);
      put(0x28626f6c62, 5); // blob(
      if (options & S.TEXT_BLOBS) scratchText(blobText(p, <u32> bytes));
      else decimal(bytes);
      put(41, 1); // )
      p += bytes;
      break;
    }
    case 9: {
      const value = readEnum();
      style(S.STYLE_LITERAL);
      if (enumEntry != 0) copyPair(enumEntry + 8);
      else signed(value);
      break;
    }
    case 10:
      writeMask();
      return;
    case 13:
      style(S.STYLE_POINTER);
      hexWithPrefix(uint());
      break;
    default:
      wideText(uint());
      return;
  }
  style(S.STYLE_NORMAL);
}
