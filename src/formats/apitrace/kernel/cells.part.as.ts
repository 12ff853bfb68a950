// Columns that contain arguments.

import * as S from "./state";
import { enterEnd, enterStart, leaveEnd, leaveStart, listArgs, moveCursor } from "./complete.part.as";
import { cursor, readUint, statePtr, stateWord } from "./cursor.part.as";
import { internText } from "./imports.part.as";
import { isIntegral, isNegative, readInteger } from "./walk.part.as";
import { beginCell, endCell } from "./text.part.as";
import { writeArgs } from "./write_call.part.as";
import { bytesOf, foundEnumEntry, readEnum, writeValue } from "./write_value.part.as";

/** Stages one cell for the current call. */
export function stageCell(fn: usize): void {
  const row = <usize> stateWord(S.COLUMN_ROWS);
  store<u32>(statePtr + S.COLUMN_ROWS, <u32> row + 1);
  const form = stateWord(S.COLUMN_FORM);
  const column = <usize> stateWord(S.COLUMN);
  const wanted = load<u32>(fn, S.FUNCTION_WANTED);
  let at: u32 = 0, side: u32 = 0;
  if (wanted != <u32> S.WANT_NOTHING) {
    listArgs();
    if (form == S.COLUMN_ALL_TEXT) {
      beginCell((enterEnd - enterStart) + (leaveEnd - leaveStart));
      writeArgs();
      store<u32>(column + (row << 2), internText(stateWord(S.OUTPUT_START), endCell()));
      return;
    }
    if (wanted == <u32> S.WANT_RETURN) {
      at = stateWord(S.RETURN_VALUE);
      side = stateWord(S.RETURN_SIDE);
    } else {
      const entry = <usize> stateWord(S.ARGS) + (<usize> wanted) * S.ARG_PLACE_SIZE;
      at = load<u32>(entry);
      side = load<u32>(entry, S.ARG_PLACE_SIDE);
    }
  }
  if (form == S.COLUMN_TEXT) {
    store<u32>(column + (row << 2), at == 0 ? 0 : textCode(at, side));
    return;
  }
  const cell = column + (row << 3);
  if (at == 0 || !storeNumber(cell, at, side, form)) {
    store<u64>(cell, 0);
    store<u8>(<usize> stateWord(S.COLUMN_NULLS) + row, 1);
  }
}

/** Stores a value as a number of the given form; returns false if the form cannot represent it. */
export function storeNumber(cell: usize, at: usize, side: u32, form: u32): bool {
  const tag = load<u8>(at);
  const isDouble = form == S.COLUMN_F64 || form == S.COLUMN_FLOAT;
  if (isDouble && (tag == 5 || tag == 6)) {
    store<f64>(cell, tag == 5 ? <f64> load<f32>(at + 1) : load<f64>(at + 1));
    return true;
  }
  if (form == S.COLUMN_FLOAT) return false;
  moveCursor(at, side);
  const value = readInteger();
  if (!isIntegral) return false;
  if (isDouble) {
    store<f64>(cell, isNegative ? <f64> value : <f64> (<u64> value));
    return true;
  }
  store<u64>(cell, <u64> value);
  return form == S.COLUMN_I64 ? isNegative || value >= 0 : !isNegative;
}

/** Returns the string code of a value's text. Enumerations have precomputed codes. */
export function textCode(at: usize, side: u32): u32 {
  moveCursor(at + 1, side);
  if (load<u8>(at) == 9) {
    readEnum();
    if (foundEnumEntry != 0) return load<u32>(foundEnumEntry, S.ENTRY_CODE);
  }
  if (load<u8>(at) == 7) {
    // A string is used as it is, without quotes.
    const bytes = <usize> readUint();
    return internText(cursor, cursor + bytes);
  }
  beginCell(bytesOf(at, side));
  writeValue(at, side);
  return internText(stateWord(S.OUTPUT_START), endCell());
}
