/**
 * Finds the names of functions: their own, or those of the entries that they are an instance of.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { binarySearch } from "../../base/binary_search.ts";
import { Entry } from "./entry.ts";
import { readUnits, type Unit } from "./unit.ts";
import { textOf, type UnitHeader, UnitHeaders } from "./unit_header.ts";
import { ValueKind } from "./value.ts";
import { ATTRIBUTE } from "./dwarf_constants.ts";

const WANTED = [
  ATTRIBUTE.name,
  ATTRIBUTE.linkageName,
  ATTRIBUTE.mipsLinkageName,
  ATTRIBUTE.abstractOrigin,
  ATTRIBUTE.specification,
];
const DECLARED = [ATTRIBUTE.declFile, ATTRIBUTE.abstractOrigin, ATTRIBUTE.specification];
/** A chain of references longer than this is a cycle. */
const MOST_STEPS = 16;

/** The file in which a function is declared, as a number in its unit's file list. */
interface DeclaredFile {
  readonly head: UnitHeader;
  readonly file: number;
}

/** Names of entries of one file. */
export class EntryNames {
  readonly #entry = new Entry(WANTED);
  readonly #declared = new Entry(DECLARED);
  readonly #heads = new Map<Unit, UnitHeader | undefined>();
  readonly #names = new Map<number, string | undefined>();
  readonly #units: readonly Unit[];
  #shared: EntryNames | undefined;

  /** `units` are those whose entries can be looked up. */
  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  /** Returns the name of a function as in symbol tables, or else as in its source. */
  nameOf(offset: number): string | undefined {
    if (!this.#names.has(offset)) this.#names.set(offset, this.#find(offset));
    return this.#names.get(offset);
  }

  /**
   * The file in which a function is declared; undefined if unknown, or if its entries are in a shared file.
   */
  fileOf(start: number): DeclaredFile | undefined {
    let offset = start;
    const entry = this.#declared;
    try {
      for (let step = 0; step < MOST_STEPS; step++) {
        const head = this.#read(entry, offset);
        const file = entry.get(ATTRIBUTE.declFile);
        if (head && file?.kind === ValueKind.Number) return { head, file: file.offset };
        const next = entry.get(ATTRIBUTE.abstractOrigin) ?? entry.get(ATTRIBUTE.specification);
        if (!head || next?.kind !== ValueKind.Entry) return undefined;
        offset = next.offset;
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
    return undefined;
  }

  /** Reads the entry at an offset; returns the header of its unit, or undefined if there is none. */
  #read(entry: Entry, offset: number): UnitHeader | undefined {
    const unit = unitAt(this.#units, offset);
    const head = unit && this.#headOf(unit);
    const cursor = unit?.file.cursor(".debug_info", offset);
    if (!unit || !head || !cursor) return undefined;
    cursor.end = unit.end;
    const abbrev = unit.abbrevs.get(cursor.uleb());
    if (!abbrev) return undefined;
    entry.read(cursor, abbrev, unit);
    return head;
  }

  #find(start: number): string | undefined {
    let offset = start;
    let plain: string | undefined;
    const entry = this.#entry;
    try {
      for (let step = 0; step < MOST_STEPS; step++) {
        const head = this.#read(entry, offset);
        if (!head) return plain;
        const linkage = entry.get(ATTRIBUTE.linkageName) ?? entry.get(ATTRIBUTE.mipsLinkageName);
        const name = entry.get(ATTRIBUTE.name);
        const whole = linkage && textOf(linkage, head);
        if (whole) return whole;
        plain ??= (name && textOf(name, head)) || undefined;
        const next = entry.get(ATTRIBUTE.abstractOrigin) ?? entry.get(ATTRIBUTE.specification);
        if (!next) return plain;
        if (next.kind === ValueKind.SharedEntry) {
          return this.#sharedNames(head.unit)?.nameOf(next.offset) ?? plain;
        }
        if (next.kind !== ValueKind.Entry) return plain;
        offset = next.offset;
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
    return plain;
  }

  /** Names from the shared file, which has no shared file itself. */
  #sharedNames({ file }: Unit): EntryNames | undefined {
    const { shared } = file;
    if (!this.#shared && shared) this.#shared = new EntryNames(readUnits(shared));
    return this.#shared;
  }

  #headOf(unit: Unit): UnitHeader | undefined {
    if (!this.#heads.has(unit)) this.#heads.set(unit, new UnitHeaders().read(unit)?.head);
    return this.#heads.get(unit);
  }
}

function unitAt(units: readonly Unit[], offset: number): Unit | undefined {
  const unit = units[binarySearch(units.length, (at) => units[at]!.offset > offset) - 1];
  return unit && offset >= unit.first && offset < unit.end ? unit : undefined;
}
