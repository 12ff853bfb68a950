// Formats values as text.

import * as S from "./state";
import { moveCursor } from "./complete.part.as";
import { cursor, options, readUint, stateWord, version } from "./cursor.part.as";
import { putFloat } from "./float.part.as";
import { blobText, growNesting, guidText } from "./imports.part.as";
import {
  copyPair,
  dropRest,
  isCellFull,
  putCharacters,
  putDecimal,
  putPrefixedHex,
  putScratchText,
  putSigned,
  putStyle,
  putText,
  putWideText,
} from "./text.part.as";
import { readSignature, skipValue } from "./walk.part.as";

/** Returns the entry of an enumeration with this value, or 0. */
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

/** Reads the value of an enumeration; sets `foundEnumEntry` to the entry with its name, or 0. */
export function readEnum(): i64 {
  const record = readSignature(S.ENUM);
  if (version < 3) {
    foundEnumEntry = load<u32>(record, S.ENUM_ENTRIES);
    return load<i64>(foundEnumEntry);
  }
  const negative = load<u8>(cursor++) == 3;
  let value = <i64> readUint();
  if (negative) value = -value;
  foundEnumEntry = entryOf(record, <u64> value);
  return value;
}

export let foundEnumEntry: usize = 0;

export function writeMask(): void {
  const record = readSignature(S.BIT_MASK);
  let rest = readUint();
  let entry = <usize> load<u32>(record, S.ENUM_ENTRIES);
  let first = true;
  for (
    let count = load<u32>(record, S.PART_COUNT);
    count > 0 && !isCellFull;
    count--, entry += S.ENTRY_BYTES
  ) {
    const flag = load<u64>(entry);
    if (flag != 0 ? (rest & flag) == flag : rest == 0) {
      if (!first) putCharacters(0x207c20, 3); // " | "
      first = false;
      putStyle(S.STYLE_LITERAL);
      copyPair(entry + 8);
      putStyle(S.STYLE_NORMAL);
      rest &= ~flag;
    }
    if (rest == 0) break;
  }
  if (rest != 0 || first) {
    if (!first) putCharacters(0x207c20, 3); // " | "
    putStyle(S.STYLE_LITERAL);
    putPrefixedHex(rest);
    putStyle(S.STYLE_NORMAL);
  }
}

/** Returns the number of bytes that the value at `at` takes in the stream. */
export function bytesOf(at: usize, side: u32): usize {
  moveCursor(at, side);
  skipValue();
  return cursor - at;
}

/** Writes the value at `at`. */
export function writeValue(at: usize, side: u32): void {
  moveCursor(at, side);
  let depth: u32 = 0;
  while (!isCellFull) {
    // Begins one value.
    const tag = load<u8>(cursor++);
    if (tag == 11) {
      const count = readUint();
      if (count == 0) putCharacters(0x7d7b, 2); // {}
      else {
        putCharacters(count == 1 ? 38 : 123, 1); // & {
        if (count > 1) pushNested(depth++, 0, <u32> count, 0, true);
        continue;
      }
    } else if (tag == 12) {
      const structAt = cursor - 1;
      const record = readSignature(S.STRUCT);
      if (load<u32>(record, S.STRUCT_GUID)) {
        putStyle(S.STYLE_LITERAL);
        putScratchText(guidText(structAt, side));
        putStyle(S.STYLE_NORMAL);
        cursor = structAt;
        skipValue();
      } else {
        putCharacters(123, 1); // {
        pushNested(depth++, 1, load<u32>(record, S.PART_COUNT), record, false);
      }
    } else if (tag == 14) {
      // Use the readable representation; the other one is skipped below.
      if (options & S.TEXT_BLOBS) skipValue();
      else pushNested(depth++, 4, 1, 0, false);
      continue;
    } else writePlain(tag);
    // Go up to the innermost container that has members left, and to its next member.
    while (depth > 0 && !isCellFull) {
      const entry = <usize> stateWord(S.NESTING) + <usize> (depth - 1) * S.NESTED_SIZE;
      const kind = load<u32>(entry);
      const left = load<u32>(entry, S.NESTED_LEFT);
      if (kind == 4) {
        skipValue();
        depth--;
        continue;
      }
      if (kind == 0) {
        if (left > 1) {
          store<u32>(entry, left - 1, S.NESTED_LEFT);
          putCharacters(0x202c, 2); // ", "
          break;
        }
        putCharacters(125, 1); // }
        depth--;
        continue;
      }
      const next = nextMember(entry, left, depth);
      if (next == 2) {
        depth++;
        continue;
      }
      if (next == 1) break;
      const written = load<u32>(entry, S.NESTED_WRITTEN);
      depth--;
      if (kind == 1) putCharacters(125, 1); // }
      else if (depth > 0) store<u32>(entry - S.NESTED_SIZE, written, S.NESTED_WRITTEN);
    }
    if (depth == 0) break;
  }
}

export function pushNested(depth: u32, kind: u32, left: u32, record: usize, written: bool): void {
  if (depth >= stateWord(S.NESTING_CAPACITY) && growNesting() == 0) return dropRest();
  const entry = <usize> stateWord(S.NESTING) + <usize> depth * S.NESTED_SIZE;
  store<u32>(entry, kind);
  store<u32>(entry, left, S.NESTED_LEFT);
  store<u32>(entry, <u32> record, S.NESTED_RECORD);
  store<u32>(entry, 0, S.NESTED_NUMBER);
  store<u32>(entry, written ? 1 : 0, S.NESTED_WRITTEN);
}

/**
 * Goes to the next member to write: 1 = its value follows, 2 = an anonymous structure was opened, 0 = no
 * members left.
 */
export function nextMember(entry: usize, left: u32, depth: u32): u32 {
  const record = <usize> load<u32>(entry, S.NESTED_RECORD);
  while (left > 0) {
    const number = load<u32>(entry, S.NESTED_NUMBER);
    left--;
    store<u32>(entry, left, S.NESTED_LEFT);
    store<u32>(entry, number + 1, S.NESTED_NUMBER);
    const pair = <usize> load<u32>(record, S.STRUCT_MEMBERS) + ((<usize> number) << 3);
    if (load<u32>(pair, S.PAIR_LENGTH) != 0) {
      if (load<u32>(entry, S.NESTED_WRITTEN)) putCharacters(0x202c, 2); // ", "
      store<u32>(entry, 1, S.NESTED_WRITTEN);
      copyPair(pair);
      return 1;
    }
    if (load<u8>(cursor) == 12) {
      cursor++;
      const inner = readSignature(S.STRUCT);
      const written = load<u32>(entry, S.NESTED_WRITTEN);
      pushNested(depth, 2, load<u32>(inner, S.PART_COUNT), inner, written != 0);
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
      putStyle(S.STYLE_LITERAL);
      putCharacters(0x4c4c554e, 4); // NULL
      break;
    case 1:
      putStyle(S.STYLE_LITERAL);
      putCharacters(0x65736c6166, 5); // false
      break;
    case 2:
      putStyle(S.STYLE_LITERAL);
      putCharacters(0x65757274, 4); // true
      break;
    case 3:
      putStyle(S.STYLE_LITERAL);
      putSigned(-(<i64> readUint()));
      break;
    case 4:
      putStyle(S.STYLE_LITERAL);
      putDecimal(readUint());
      break;
    case 5:
      putStyle(S.STYLE_LITERAL);
      putFloat(<f64> load<f32>(cursor), 7);
      cursor += 4;
      break;
    case 6:
      putStyle(S.STYLE_LITERAL);
      putFloat(load<f64>(cursor), 16);
      cursor += 8;
      break;
    case 7: {
      const bytes = <usize> readUint();
      putText(cursor, bytes);
      cursor += bytes;
      return;
    }
    case 8: {
      const bytes = <usize> readUint();
      putStyle(S.STYLE_POINTER);
      putCharacters(0x28626f6c62, 5); // blob(
      if (options & S.TEXT_BLOBS) putScratchText(blobText(cursor, <u32> bytes));
      else putDecimal(bytes);
      putCharacters(41, 1); // )
      cursor += bytes;
      break;
    }
    case 9: {
      const value = readEnum();
      putStyle(S.STYLE_LITERAL);
      if (foundEnumEntry != 0) copyPair(foundEnumEntry + 8);
      else putSigned(value);
      break;
    }
    case 10:
      writeMask();
      return;
    case 13:
      putStyle(S.STYLE_POINTER);
      putPrefixedHex(readUint());
      break;
    default:
      putWideText(readUint());
      return;
  }
  putStyle(S.STYLE_NORMAL);
}
