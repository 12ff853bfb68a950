/**
 * Looks up the functions of a unit by the addresses of their code. The contents of types and functions are
 * skipped where entries give their end, and are read only if an address is in none of the other functions.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { Entry } from "./entry.ts";
import { Pieces, RangeList } from "./pieces.ts";
import type { RangeReader } from "./ranges.ts";
import { skipEntry } from "./skip.ts";
import type { UnitHeader } from "./unit_header.ts";
import { ValueKind } from "./value.ts";
import { ATTRIBUTE, TAG } from "./dwarf_constants.ts";

const WANTED = [ATTRIBUTE.lowPc, ATTRIBUTE.highPc, ATTRIBUTE.ranges];
/** Entries that usually contain functions. */
const OUTER: ReadonlySet<number> = new Set([
  TAG.compileUnit,
  TAG.skeletonUnit,
  TAG.partialUnit,
  TAG.namespace,
  TAG.module,
]);

/** The readers of function entries; reused for each unit. */
export class FunctionEntries {
  /** Attributes with the ranges of a function. */
  readonly code: Entry = new Entry(WANTED);
  /** The attribute with the end of an entry. */
  readonly sibling: Entry = new Entry([ATTRIBUTE.sibling]);
  readonly ranges: RangeReader;

  /** Creates readers that share a reader of ranges. */
  constructor(ranges: RangeReader) {
    this.ranges = ranges;
  }
}

/** The functions of one unit. */
export class UnitFunctions {
  readonly #head: UnitHeader;
  readonly #reader: FunctionEntries;
  #pieces = new Pieces();
  #isWhole = false;

  /** Reads the functions and stops at the first invalid entry. */
  constructor(head: UnitHeader, reader: FunctionEntries) {
    this.#head = head;
    this.#reader = reader;
    this.#gather(true);
  }

  /** The entry of the innermost function at a distance from the base of the image; -1 if there is none. */
  functionAt(distance: number): number {
    const found = this.#pieces.ownerAt(distance);
    if (found >= 0 || this.#isWhole) return found;
    this.#gather(false);
    return this.#pieces.ownerAt(distance);
  }

  #gather(jumps: boolean): void {
    const list = new RangeList();
    this.#isWhole = true;
    try {
      this.#read(list, jumps);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // A wrong jump may have caused the error, so the next lookup reads everything.
      this.#isWhole = !jumps;
    }
    this.#pieces = list.pieces();
  }

  #read(list: RangeList, jumps: boolean): void {
    const { unit } = this.#head, { code: codeEntry, ranges } = this.#reader;
    const cursor = unit.file.cursor(".debug_info", unit.first);
    if (!cursor) return;
    cursor.end = unit.end;
    for (let depth = 0; cursor.left > 0;) {
      const at = cursor.at, code = cursor.uleb();
      if (code === 0) {
        if (--depth <= 0) return;
        continue;
      }
      const abbrev = unit.abbrevs.get(code);
      if (!abbrev) throw cursor.fail(`an entry with code ${code}`, at);
      const behindCode = cursor.at;
      if (abbrev.tag === TAG.subprogram && abbrev.hasCode) {
        codeEntry.read(cursor, abbrev, unit);
        ranges.read(codeEntry, this.#head, (start, end) => list.add(start, end, 0, at));
      } else skipEntry(cursor, abbrev, unit);
      if (!abbrev.hasChildren) {
        if (depth === 0) return;
        continue;
      }
      depth++;
      if (!jumps || !abbrev.hasSibling || OUTER.has(abbrev.tag)) continue;
      const inside = cursor.at;
      cursor.at = behindCode;
      this.#reader.sibling.read(cursor, abbrev, unit);
      const end = this.#reader.sibling.get(ATTRIBUTE.sibling);
      if (end?.kind === ValueKind.Entry && end.offset >= inside && end.offset <= unit.end) {
        depth--;
        this.#isWhole = false;
        cursor.at = end.offset;
      } else cursor.at = inside;
    }
  }
}
