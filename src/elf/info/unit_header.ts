/**
 * Reads the first entry of a unit: where its code is, and the bases of its indexes into tables of addresses and
 * strings.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { textAt } from "../fields.ts";
import { Entry } from "./entry.ts";
import type { InfoFile } from "./info_file.ts";
import type { UnitId } from "./package_index.ts";
import type { Unit } from "./unit.ts";
import { type Value, ValueKind } from "./value.ts";
import { ATTRIBUTE } from "./dwarf_constants.ts";

/** A unit and the attributes of its first entry. */
export interface UnitHeader {
  readonly unit: Unit;
  /** Tag of the first entry. */
  readonly tag: number;
  /** Offset of the line program, or -1 if there is none. */
  readonly lineProgram: number;
  /** Base address of its ranges, as two 32-bit halves. */
  readonly low: number;
  readonly high: number;
  /** Whether the first entry has an attribute with the addresses of code. */
  readonly hasCode: boolean;
  /** Bases of the indexes of strings and range lists. */
  readonly textsBase: number;
  readonly rangesBase: number;
  /** The file with the address table, and the base of its indexes. For a split unit it is the program. */
  readonly addressFile: InfoFile;
  readonly addressBase: number;
  /** Base of the range lists of version 4 in this file, and base of those of the split unit. */
  readonly pairsBase: number;
  readonly splitPairsBase: number;
  /** Id and file name of the split unit, if this is a skeleton unit. */
  readonly splitId: UnitId | undefined;
  readonly splitName: string | undefined;
  /** The folder that the compiler ran in, if this is a skeleton unit; otherwise empty. */
  readonly folder: string;
}

const WANTED = [
  ATTRIBUTE.lineProgram,
  ATTRIBUTE.lowPc,
  ATTRIBUTE.highPc,
  ATTRIBUTE.ranges,
  ATTRIBUTE.textOffsetsBase,
  ATTRIBUTE.addressBase,
  ATTRIBUTE.rangeListsBase,
  ATTRIBUTE.gnuAddressBase,
  ATTRIBUTE.gnuRangesBase,
  ATTRIBUTE.splitName,
  ATTRIBUTE.gnuSplitName,
  ATTRIBUTE.gnuSplitId,
  ATTRIBUTE.folder,
];

/** Reads the first entries of units. */
export class UnitHeaders {
  readonly #entry = new Entry(WANTED);

  /** Returns the header and the first entry of a unit; undefined if it is damaged. */
  read(unit: Unit): { head: UnitHeader; entry: Entry } | undefined {
    const entry = this.#entry;
    try {
      const cursor = unit.file.cursor(".debug_info", unit.first);
      if (!cursor) return undefined;
      cursor.end = unit.end;
      const abbrev = unit.abbrevs.get(cursor.uleb());
      if (!abbrev) return undefined;
      entry.read(cursor, abbrev, unit);
      const number = (...attributes: number[]): number | undefined => {
        for (const each of attributes) {
          const value = entry.get(each);
          if (value?.kind === ValueKind.Number) return value.offset;
        }
        return undefined;
      };
      const { version, offsetBytes } = unit;
      // Without the attribute, the table of version 5 begins after the header of its section.
      const behindHead = version >= 5 ? (offsetBytes === 8 ? 16 : 8) : 0;
      const base = {
        unit,
        textsBase: number(ATTRIBUTE.textOffsetsBase) ?? behindHead,
        addressFile: unit.file,
        addressBase: number(ATTRIBUTE.addressBase, ATTRIBUTE.gnuAddressBase) ?? behindHead,
        rangesBase: number(ATTRIBUTE.rangeListsBase) ?? (offsetBytes === 8 ? 20 : 12),
        pairsBase: 0,
        splitPairsBase: number(ATTRIBUTE.gnuRangesBase) ?? 0,
      };
      const text = (...attributes: number[]): string | undefined => {
        const value = attributes.map((each) => entry.get(each)).find((each) => each !== undefined);
        return value && textOf(value, base);
      };
      const splitName = text(ATTRIBUTE.splitName, ATTRIBUTE.gnuSplitName);
      const oldId = entry.get(ATTRIBUTE.gnuSplitId);
      const low = entry.get(ATTRIBUTE.lowPc);
      const hasLow = low !== undefined && resolveAddress(low, base);
      const head: UnitHeader = {
        ...base,
        tag: abbrev.tag,
        lineProgram: number(ATTRIBUTE.lineProgram) ?? -1,
        low: hasLow ? low.low : 0,
        high: hasLow ? low.high : 0,
        splitName,
        splitId: unit.id ??
          (oldId?.kind === ValueKind.Number ? { low: oldId.low, high: oldId.high } : undefined),
        folder: splitName === undefined ? "" : text(ATTRIBUTE.folder) ?? "",
        hasCode: entry.get(ATTRIBUTE.ranges) !== undefined || entry.get(ATTRIBUTE.highPc) !== undefined,
      };
      return { head, entry };
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  }
}

/** Replaces an address index in a value by the address; returns false if the address is not available. */
export function resolveAddress(
  value: Value,
  { unit, addressFile, addressBase }: Pick<UnitHeader, "unit" | "addressFile" | "addressBase">,
): boolean {
  if (value.kind === ValueKind.Address) return true;
  if (value.kind !== ValueKind.AddressIndex) return false;
  const cursor = addressFile.cursor(".debug_addr", addressBase + value.offset * unit.addressBytes);
  if (!cursor || cursor.left < unit.addressBytes) return false;
  cursor.wide(unit.addressBytes);
  value.low = cursor.low;
  value.high = cursor.high;
  value.kind = ValueKind.Address;
  return true;
}

/** The string that a value refers to; undefined if there is none, or if its file is not available. */
export function textOf(
  { kind, offset }: Value,
  { unit, textsBase }: Pick<UnitHeader, "unit" | "textsBase">,
): string | undefined {
  const { file, offsetBytes } = unit;
  const from = (bytes: Uint8Array | undefined, at: number): string | undefined =>
    bytes && at < bytes.length ? textAt(bytes, at) : undefined;
  switch (kind) {
    case ValueKind.Text:
      return from(file.section(".debug_info"), offset);
    case ValueKind.StringOffset:
      return from(file.section(".debug_str"), offset);
    case ValueKind.LineStringOffset:
      return from(file.section(".debug_line_str"), offset);
    case ValueKind.SharedText:
      return from(file.shared?.section(".debug_str"), offset);
    case ValueKind.TextIndex: {
      const cursor = file.cursor(".debug_str_offsets", textsBase + offset * offsetBytes);
      if (!cursor || cursor.left < offsetBytes) return undefined;
      return from(file.section(".debug_str"), cursor.offset(offsetBytes));
    }
  }
  return undefined;
}
