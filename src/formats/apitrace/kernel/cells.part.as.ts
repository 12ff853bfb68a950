// Columns by argument.

import * as S from "./state";
import { c0, c0End, c0Origin, c1, c1End, listArgs } from "./complete.part.as";
import { cut, e, origin, p, s, uint, word } from "./cursor.part.as";
import { internText } from "./imports.part.as";
import { integerAt, integral, negative } from "./walk.part.as";
import { beginCell, endCell } from "./text.part.as";
import { writeArgs } from "./write_call.part.as";
import { bytesOf, enumEntry, readEnum, writeValue } from "./write_value.part.as";

/** Stages one cell for the call at hand. */
export function stageCell(fn: usize): void {
  const row = <usize> word(S.COLUMN_ROWS);
  store<u32>(s + S.COLUMN_ROWS, <u32> row + 1);
  const form = word(S.COLUMN_FORM);
  const column = <usize> word(S.COLUMN);
  const wide = form != S.COLUMN_TEXT && form != S.COLUMN_ALL_TEXT;
  const isDouble = form == S.COLUMN_F64 || form == S.COLUMN_FLOAT;
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
  if (at == 0) {
    if (wide) {
      store<u64>(column + (row << 3), 0);
      store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
    } else store<u32>(column + (row << 2), 0);
    return;
  }
  if (!wide) {
    store<u32>(column + (row << 2), textCode(at, side));
    return;
  }
  const cell = column + (row << 3);
  const tag = load<u8>(at);
  if (isDouble && tag == 5) store<f64>(cell, <f64> load<f32>(at + 1));
  else if (isDouble && tag == 6) store<f64>(cell, load<f64>(at + 1));
  else if (form == S.COLUMN_FLOAT) {
    store<u64>(cell, 0);
    store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
  } else {
    const back = origin, backE = e;
    if (side == 0) origin = c0Origin;
    e = usize.MAX_VALUE;
    const value = integerAt(at);
    origin = back;
    e = backE;
    cut = false;
    const fits = form == S.COLUMN_I64 ? negative || value >= 0 : form == S.COLUMN_F64 || !negative;
    if (!integral || !fits) {
      store<u64>(cell, 0);
      store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
    } else if (form == S.COLUMN_F64) store<f64>(cell, negative ? <f64> value : <f64> (<u64> value));
    else store<u64>(cell, <u64> value);
  }
}

/** The code of a value's text; enumerations have theirs ready. */
export function textCode(at: usize, side: u32): u32 {
  if (load<u8>(at) == 9) {
    const backP = p, backE = e, backOrigin = origin;
    p = at + 1;
    e = usize.MAX_VALUE;
    if (side == 0) origin = c0Origin;
    readEnum();
    p = backP;
    e = backE;
    origin = backOrigin;
    cut = false;
    if (enumEntry != 0) return load<u32>(enumEntry, S.ENTRY_CODE);
  }
  if (load<u8>(at) == 7) {
    // A text stands for itself, without quotes.
    const backP = p, backE = e;
    p = at + 1;
    e = usize.MAX_VALUE;
    const bytes = <usize> uint();
    const code = internText(p, p + bytes);
    p = backP;
    e = backE;
    return code;
  }
  beginCell(bytesOf(at, side));
  writeValue(at, side);
  return internText(word(S.OUT_START), endCell());
}
