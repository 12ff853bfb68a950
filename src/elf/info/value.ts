/**
 * The value of an attribute. One object is reused for all values, because there are very many.
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import { skipForm } from "./skip.ts";
import { FORM, type UnitFormat } from "./dwarf_constants.ts";

/** What a value contains. */
export enum ValueKind {
  /** A value that is not needed. */
  Other,
  /** A number: a constant, a flag, or an offset in another section. */
  Number,
  /** An address. */
  Address,
  /** An index into `.debug_addr`. */
  AddressIndex,
  /** A string within `.debug_info`, at offset `low`. */
  Text,
  /** An offset of a string in `.debug_str`. */
  StringOffset,
  /** An offset of a string in `.debug_line_str`. */
  LineStringOffset,
  /** An index into `.debug_str_offsets`. */
  TextIndex,
  /** A string in `.debug_str` of the supplementary file. */
  SharedText,
  /** The offset of an entry in `.debug_info`. */
  Entry,
  /** The offset of an entry in `.debug_info` of the supplementary file. */
  SharedEntry,
  /** An index of a range list in `.debug_rnglists`. */
  RangesIndex,
}

/** A value as two 32-bit halves, `low` and `high`. */
export class Value {
  kind = ValueKind.Other;
  low = 0;
  high = 0;

  /** The value as an offset. A value that a double cannot represent exactly is beyond the end of any file. */
  get offset(): number {
    return this.high * 0x1_0000_0000 + this.low;
  }

  /**
   * Reads a value of a form. `constant` is the value for `implicit_const`; `unitOffset` is the offset of the
   * unit.
   */
  read(cursor: DwarfCursor, form: number, constant: number, unit: UnitFormat, unitOffset: number): void {
    switch (form) {
      case FORM.addr:
        return this.#wide(cursor, unit.addressBytes, ValueKind.Address);
      case FORM.data1:
      case FORM.flag:
        return this.#number(cursor.u8(), ValueKind.Number);
      case FORM.data2:
        return this.#number(cursor.u16(), ValueKind.Number);
      case FORM.data4:
        return this.#number(cursor.u32(), ValueKind.Number);
      case FORM.data8:
        return this.#wide(cursor, 8, ValueKind.Number);
      case FORM.secOffset:
        return this.#wide(cursor, unit.offsetBytes, ValueKind.Number);
      case FORM.udata:
        return this.#leb(cursor, ValueKind.Number);
      case FORM.sdata:
        cursor.sleb();
        this.low = cursor.low;
        this.high = cursor.high;
        this.kind = ValueKind.Number;
        return;
      case FORM.flagPresent:
        return this.#number(1, ValueKind.Number);
      case FORM.implicitConst:
        return this.#number(constant >>> 0, ValueKind.Number);
      case FORM.string:
        return this.#number(cursor.text(), ValueKind.Text);
      case FORM.strp:
        return this.#wide(cursor, unit.offsetBytes, ValueKind.StringOffset);
      case FORM.lineStrp:
        return this.#wide(cursor, unit.offsetBytes, ValueKind.LineStringOffset);
      case FORM.strpSup:
      case FORM.gnuStrpAlt:
        return this.#wide(cursor, unit.offsetBytes, ValueKind.SharedText);
      case FORM.strx:
      case FORM.gnuStrIndex:
        return this.#leb(cursor, ValueKind.TextIndex);
      case FORM.strx1:
      case FORM.strx2:
      case FORM.strx3:
      case FORM.strx4:
        return this.#wide(cursor, form - FORM.strx1 + 1, ValueKind.TextIndex);
      case FORM.addrx:
      case FORM.gnuAddrIndex:
        return this.#leb(cursor, ValueKind.AddressIndex);
      case FORM.addrx1:
      case FORM.addrx2:
      case FORM.addrx3:
      case FORM.addrx4:
        return this.#wide(cursor, form - FORM.addrx1 + 1, ValueKind.AddressIndex);
      case FORM.rnglistx:
        return this.#leb(cursor, ValueKind.RangesIndex);
      case FORM.ref1:
        return this.#number(unitOffset + cursor.u8(), ValueKind.Entry);
      case FORM.ref2:
        return this.#number(unitOffset + cursor.u16(), ValueKind.Entry);
      case FORM.ref4:
        return this.#number(unitOffset + cursor.u32(), ValueKind.Entry);
      case FORM.ref8:
        return this.#number(unitOffset + cursor.offset(8), ValueKind.Entry);
      case FORM.refUdata:
        return this.#number(unitOffset + cursor.uleb(), ValueKind.Entry);
      case FORM.refAddr:
        return this.#wide(cursor, unit.version === 2 ? unit.addressBytes : unit.offsetBytes, ValueKind.Entry);
      case FORM.gnuRefAlt:
        return this.#wide(cursor, unit.offsetBytes, ValueKind.SharedEntry);
      case FORM.refSup4:
        return this.#wide(cursor, 4, ValueKind.SharedEntry);
      case FORM.refSup8:
        return this.#wide(cursor, 8, ValueKind.SharedEntry);
      case FORM.indirect: {
        const from = cursor.at, named = cursor.uleb();
        if (named === FORM.indirect || named === FORM.implicitConst) {
          throw cursor.fail("an indirect form that names another indirect form", from);
        }
        return this.read(cursor, named, 0, unit, unitOffset);
      }
    }
    skipForm(cursor, form, unit);
    this.kind = ValueKind.Other;
  }

  #number(value: number, kind: ValueKind): void {
    this.kind = kind;
    this.high = value > 0xffff_ffff ? Math.floor(value / 0x1_0000_0000) : 0;
    this.low = value >>> 0;
  }

  #wide(cursor: DwarfCursor, bytes: number, kind: ValueKind): void {
    cursor.wide(bytes);
    this.low = cursor.low;
    this.high = cursor.high;
    this.kind = kind;
  }

  #leb(cursor: DwarfCursor, kind: ValueKind): void {
    cursor.uleb();
    this.low = cursor.low;
    this.high = cursor.high;
    this.kind = kind;
  }
}
