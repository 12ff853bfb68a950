/**
 * Reads the headers of the units of `.debug_info`. Source: the DWARF standard, version 5, section 7.5.1.
 *
 *     length (4 bytes, or ffffffff and 8) version(2)
 *     v5: kind(1) address size(1) abbreviations (4 or 8) [skeleton, split: id(8)] [types: signature(8) offset]
 *     v2 to v4: abbreviations (4 or 8) address size(1)
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { Abbrevs } from "./abbrevs.ts";
import type { InfoFile } from "./info_file.ts";
import type { UnitId } from "./package_index.ts";
import type { UnitFormat } from "./dwarf_constants.ts";

/** Types of units of DWARF version 5 that have an id in the header. */
const SKELETON = 4, SPLIT_COMPILE = 5;
/** Types of units with a signature and an offset in the header. */
const TYPE = 2, SPLIT_TYPE = 6;

/** A unit and the position of its entries. */
export interface Unit extends UnitFormat {
  readonly file: InfoFile;
  /** Offset of the header. */
  readonly offset: number;
  /** Offset of the first entry. */
  readonly first: number;
  /** Offset after the last entry. */
  readonly end: number;
  /** The abbreviations of its entries. */
  readonly abbrevs: Abbrevs;
  /** The id that a split unit shares with its skeleton unit, if it is in the header. */
  readonly id: UnitId | undefined;
}

/** Reads the headers of all units as far as they are valid. Units of unsupported versions are skipped. */
export function readUnits(file: InfoFile): Unit[] {
  const units: Unit[] = [];
  const known = new Map<string, Abbrevs>();
  const cursor = file.cursor(".debug_info", 0);
  if (!cursor) return units;
  const { length } = cursor.bytes;
  for (let next = 0; next < length;) {
    const offset = cursor.at = next;
    cursor.end = length;
    try {
      const { size, offsetBytes } = cursor.unitLength();
      if (size > cursor.left || size === 0) return units;
      cursor.end = next = cursor.at + size;
      const version = cursor.u16();
      if (version < 2 || version > 5) continue;
      const kind = version === 5 ? cursor.u8() : 0;
      let addressBytes = version === 5 ? cursor.u8() : 0;
      const abbrevOffset = cursor.offset(offsetBytes);
      if (version < 5) addressBytes = cursor.u8();
      if (addressBytes !== 4 && addressBytes !== 8) continue;
      let id: UnitId | undefined;
      if (kind === SKELETON || kind === SPLIT_COMPILE) {
        cursor.wide(8);
        id = { low: cursor.low, high: cursor.high };
      } else if (kind === TYPE || kind === SPLIT_TYPE) cursor.skip(8 + offsetBytes);
      const shape = { version, addressBytes, offsetBytes } as const;
      const key = `${abbrevOffset} ${version} ${addressBytes} ${offsetBytes}`;
      let abbrevs = known.get(key);
      if (!abbrevs) {
        const list = file.cursor(".debug_abbrev", abbrevOffset);
        if (!list) continue;
        known.set(key, abbrevs = new Abbrevs(list, shape));
      }
      units.push({ ...shape, file, offset, first: cursor.at, end: next, abbrevs, id });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      if (next === offset) return units;
    }
  }
  return units;
}
