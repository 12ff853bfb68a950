/**
 * Skips values of entries without decoding them.
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import type { Abbrev } from "./abbrevs.ts";
import {
  BLOCK_1,
  BLOCK_2,
  BLOCK_4,
  BLOCK_VARIABLE,
  INDIRECT_FORM,
  LEB128_NUMBER,
  lengthOfForm,
  type UnitFormat,
  VARIABLE_TEXT,
} from "./dwarf_constants.ts";

/** Skips an entry; the cursor is after its abbreviation code. */
export function skipEntry(cursor: DwarfCursor, { steps }: Abbrev, shape: UnitFormat): void {
  for (let step = 0; step < steps.length; step++) {
    const length = steps[step]!;
    if (length >= 0) cursor.skip(length);
    else skipValue(cursor, length, shape);
  }
}

/** Skips a value of a form. */
export function skipForm(cursor: DwarfCursor, form: number, shape: UnitFormat): void {
  const length = lengthOfForm(form, shape);
  if (length >= 0) cursor.skip(length);
  else skipValue(cursor, length, shape);
}

/** Skips a value, given its length or one of the negative codes for variable lengths. */
export function skipValue(cursor: DwarfCursor, length: number, shape: UnitFormat): void {
  switch (length) {
    case LEB128_NUMBER:
      cursor.uleb();
      return;
    case VARIABLE_TEXT:
      cursor.text();
      return;
    case BLOCK_1:
      cursor.skip(cursor.u8());
      return;
    case BLOCK_2:
      cursor.skip(cursor.u16());
      return;
    case BLOCK_4:
      cursor.skip(cursor.u32());
      return;
    case BLOCK_VARIABLE:
      cursor.skip(cursor.count("a block"));
      return;
    case INDIRECT_FORM: {
      const from = cursor.at;
      const named = lengthOfForm(cursor.uleb(), shape);
      if (named === INDIRECT_FORM) {
        throw cursor.fail("an indirect form that names another indirect form", from);
      }
      if (named >= 0) cursor.skip(named);
      else skipValue(cursor, named, shape);
      return;
    }
  }
  throw cursor.fail("a value of an unknown form", cursor.at);
}
