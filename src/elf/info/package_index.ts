/**
 * `.debug_cu_index`, which says where the parts of each unit lie in a package of split units. Read from the DWARF standard,
 * version 5, section 7.3.5, and GNU's "DebugFission" for version 2 of it.
 *
 *     version(4, or 2 and 2 of padding), columns(4), units(4), slots(4)
 *     hash table: ids(8 each, a slot each), rows from 1 (4 each, a slot each; 0 = empty)
 *     sections(4 each, a column each); then offsets and lengths: a row for each unit, a column for each section (4)
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import { InfoFile, PACKAGE_INDEX } from "./info_file.ts";

const HEAD = 16;
/** A table is two thirds full at most: a search of more steps is in one that is damaged. */
const MOST_STEPS = 4096;
/** Sections by their numbers, from version 5 on and before. */
const SECTIONS: ReadonlyMap<number, string> = new Map([
  [1, ".debug_info"],
  [3, ".debug_abbrev"],
  [4, ".debug_line"],
  [6, ".debug_str_offsets"],
  [8, ".debug_rnglists"],
]);
const SECTIONS_BEFORE: ReadonlyMap<number, string> = new Map([...SECTIONS].filter(([number]) => number < 8));

/** An id of a unit, in halves. */
export interface UnitId {
  readonly low: number;
  readonly high: number;
}

/** A file with the parts of one unit of a package; undefined where the package does not have it. */
export function packagedFile(packed: InfoFile, id: UnitId): InfoFile | undefined {
  const cursor = packed.cursor(PACKAGE_INDEX, 0);
  if (!cursor || cursor.left < HEAD) return undefined;
  const version = cursor.u16();
  const padding = cursor.u16();
  // Version 2 is a number of four bytes.
  const known = version === 5 ? SECTIONS : SECTIONS_BEFORE;
  const isKnown = version === 5 || (version === 2 && padding === 0) || (version === 0 && padding === 2);
  const columns = cursor.u32(), units = cursor.u32(), slots = cursor.u32();
  const tables = HEAD + 12 * slots;
  // A file may state anything: nothing is read unless all of it is there.
  if (!isKnown || slots === 0 || tables + 4 * columns + 8 * columns * units > cursor.bytes.length) {
    return undefined;
  }
  const row = rowOf(cursor, slots, id);
  if (row === undefined || row >= units) return undefined;
  const places = new Map<string, { readonly from: number; readonly to: number }>();
  for (let column = 0; column < columns; column++) {
    const name = known.get(at32(cursor, tables + 4 * column));
    const place = tables + 4 * columns + 4 * (row * columns + column);
    const from = at32(cursor, place);
    if (name) places.set(name, { from, to: from + at32(cursor, place + 4 * columns * units) });
  }
  return new InfoFile(packed.littleEndian, (name) => {
    const bytes = packed.section(name), place = places.get(name);
    // Texts are shared by all units.
    return place ? bytes?.subarray(place.from, place.to) : name === ".debug_str" ? bytes : undefined;
  });
}

/** The row of an id, by its hash: the low bits are the slot, and odd steps from the high ones continue from there. */
function rowOf(cursor: DwarfCursor, slots: number, { low, high }: UnitId): number | undefined {
  let slot = low % slots;
  const step = (high % slots) | 1;
  for (let tried = 0; tried < Math.min(slots, MOST_STEPS); tried++) {
    const row = at32(cursor, HEAD + 8 * slots + 4 * slot);
    if (row === 0) return undefined;
    cursor.at = HEAD + 8 * slot;
    cursor.wide(8);
    if (cursor.low === low && cursor.high === high) return row - 1;
    slot = (slot + step) % slots;
  }
  return undefined;
}

function at32(cursor: DwarfCursor, at: number): number {
  cursor.at = at;
  return cursor.u32();
}
