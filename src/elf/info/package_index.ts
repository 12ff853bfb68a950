/**
 * Reads `.debug_cu_index`, the section of a package of split units that gives the position of the parts of each
 * unit. Source: the DWARF standard, version 5, section 7.3.5, and GNU's "DebugFission" for version 2 of the
 * section.
 *
 *     version(4, or 2 and 2 of padding), columns(4), units(4), slots(4)
 *     hash table: ids(8 each, a slot each), rows from 1 (4 each, a slot each; 0 = empty)
 *     sections(4 each, a column each); then offsets and lengths: a row for each unit, a column for each section (4)
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import { InfoFile, PACKAGE_INDEX } from "./info_file.ts";

const HEAD = 16;
/**
 * Maximum number of steps of a search. A valid hash table is at most two thirds full; only a damaged one
 * needs more steps.
 */
const MOST_STEPS = 4096;
/** Names of the sections by their numbers: of version 5, and of version 2. */
const SECTIONS: ReadonlyMap<number, string> = new Map([
  [1, ".debug_info"],
  [3, ".debug_abbrev"],
  [4, ".debug_line"],
  [6, ".debug_str_offsets"],
  [8, ".debug_rnglists"],
]);
const SECTIONS_BEFORE: ReadonlyMap<number, string> = new Map([...SECTIONS].filter(([number]) => number < 8));

/** The id of a unit, as two 32-bit halves. */
export interface UnitId {
  readonly low: number;
  readonly high: number;
}

/** A view of the parts of one unit in a package; undefined if the package does not contain the unit. */
export function packagedFile(packed: InfoFile, id: UnitId): InfoFile | undefined {
  const cursor = packed.cursor(PACKAGE_INDEX, 0);
  if (!cursor || cursor.left < HEAD) return undefined;
  const version = cursor.u16();
  const padding = cursor.u16();
  // In version 2 the version takes four bytes, in version 5 two.
  const known = version === 5 ? SECTIONS : SECTIONS_BEFORE;
  const isKnown = version === 5 || (version === 2 && padding === 0) || (version === 0 && padding === 2);
  const columns = cursor.u32(), units = cursor.u32(), slots = cursor.u32();
  const tables = HEAD + 12 * slots;
  // The counts come from the file: use them only if the section is long enough for all tables.
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
    // All units share the string section.
    return place ? bytes?.subarray(place.from, place.to) : name === ".debug_str" ? bytes : undefined;
  });
}

/**
 * Looks up the row of an id in the hash table: the low bits give the first slot, and the high bits an odd
 * step to the next ones.
 */
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
