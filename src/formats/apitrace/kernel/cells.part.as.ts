// Columns that contain arguments.

import * as S from "./state";
import { c0, c0End, c1, c1End, goTo, listArgs } from "./complete.part.as";
import { p, s, uint, word } from "./cursor.part.as";
import { internText } from "./imports.part.as";
import { integral, negative, readInteger } from "./walk.part.as";
import { beginCell, endCell } from "./text.part.as";
import { writeArgs } from "./write_call.part.as";
import { bytesOf, enumEntry, readEnum, writeValue } from "./write_value.part.as";

/** Stages one cell for the current call. */
export function stageCell(fn: usize): void {
  const row = <usize> word(S.COLUMN_ROWS);
  store<u32>(s + S.COLUMN_ROWS, <u32> row + 1);
  const form = word(S.COLUMN_FORM);
  const column = <usize> word(S.COLUMN);
  const wanted = load<u32>(fn, S.F_WANTED);
  let at: u32 = 0, side: u32 = 0;
  if (wanted != <u32> S.WANT_NOTHING) {
    listArgs();
    if (form == S.COLUMN_ALL_TEXT) {
      beginCell((c0End - c0) + (c1End - c1));
      writeArgs();
      store<u32>(column + (row << 2), internText(word(S.OUT_START), endCell()));
      return;
    }
    if (wanted == <u32> S.WANT_RETURN) {
      at = word(S.RET);
      side = word(S.RET_SIDE);
    } else {
      const entry = <usize> word(S.ARGS) + (<usize> wanted) * S.A_SIZE;
      at = load<u32>(entry);
      side = load<u32>(entry, S.A_SIDE);
    }
  }
  if (form == S.COLUMN_TEXT) {
    store<u32>(column + (row << 2), at == 0 ? 0 : textCode(at, side));
    return;
  }
  const cell = column + (row << 3);
  if (at == 0 || !storeNumber(cell, at, side, form)) {
    store<u64>(cell, 0);
    store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
  }
}

/** Stores a value as a number of a form; returns false if it does not have that form. */
export function storeNumber(cell: usize, at: usize, side: u32, form: u32): bool {
  const tag = load<u8>(at);
  const isDouble = form == S.COLUMN_F64 || form == S.COLUMN_FLOAT;
  if (isDouble && (tag == 5 || tag == 6)) {
    store<f64>(cell, tag == 5 ? <f64> load<f32>(at + 1) : load<f64>(at + 1));
    return true;
  }
  if (form == S.COLUMN_FLOAT) return false;
  goTo(at, side);
  const value = readInteger();
  if (!integral) return false;
  if (isDouble) {
    store<f64>(cell, negative ? <f64> value : <f64> (<u64> value));
    return true;
  }
  store<u64>(cell, <u64> value);
  return form == S.COLUMN_I64 ? negative || value >= 0 : !negative;
}

/** The code of a value's text. Enumerations have their codes ready. */
export function textCode(at: usize, side: u32): u32 {
  goTo(at + 1, side);
  if (load<u8>(at) == 9) {
    readEnum();
    if (enumEntry != 0) return load<u32>(enumEntry, S.ENTRY_CODE);
  }
  if (load<u8>(at) == 7) {
    // A string stands for itself, without quotes.
    const bytes = <usize> uint();
    return internText(p, p + bytes);
  }
  beginCell(bytesOf(at, side));
  writeValue(at, side);
  return internText(word(S.OUT_START), endCell());
}
