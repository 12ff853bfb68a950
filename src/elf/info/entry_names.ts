/**
 * Names of functions: their own, or those of the entries that they are an instance of.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { firstWhere } from "../../base/first_where.ts";
import { Entry } from "./entry.ts";
import { readUnits, type Unit } from "./unit.ts";
import { textOf, type UnitHeader, UnitHeaders } from "./unit_header.ts";
import { ValueKind } from "./value.ts";
import { ATTRIBUTE } from "./words.ts";

const WANTED = [
  ATTRIBUTE.name,
  ATTRIBUTE.linkageName,
  ATTRIBUTE.mipsLinkageName,
  ATTRIBUTE.abstractOrigin,
  ATTRIBUTE.specification,
];
/** A longer way from entry to entry is a circle. */
const MOST_STEPS = 16;

/** Names of entries of one file. */
export class EntryNames {
  readonly #entry = new Entry(WANTED);
  readonly #heads = new Map<Unit, UnitHeader | undefined>();
  readonly #names = new Map<number, string | undefined>();
  readonly #units: readonly Unit[];
  #shared: EntryNames | undefined;

  /** Entries are looked for in these units. */
  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  /** The name of a function as symbol tables have it, or else as its source has it. */
  nameOf(offset: number): string | undefined {
    if (!this.#names.has(offset)) this.#names.set(offset, this.#find(offset));
    return this.#names.get(offset);
  }

  #find(start: number): string | undefined {
    let offset = start;
    let plain: string | undefined;
    const entry = this.#entry;
    try {
      for (let step = 0; step < MOST_STEPS; step++) {
        const unit = unitAt(this.#units, offset);
        const head = unit && this.#headOf(unit);
        const cursor = unit?.file.cursor(".debug_info", offset);
        if (!unit || !head || !cursor) return plain;
        cursor.end = unit.end;
        const abbrev = unit.abbrevs.get(cursor.uleb());
        if (!abbrev) return plain;
        entry.read(cursor, abbrev, unit);
        const linkage = entry.get(ATTRIBUTE.linkageName) ?? entry.get(ATTRIBUTE.mipsLinkageName);
        const name = entry.get(ATTRIBUTE.name);
        const whole = linkage && textOf(linkage, head);
        if (whole) return whole;
        plain ??= (name && textOf(name, head)) || undefined;
        const next = entry.get(ATTRIBUTE.abstractOrigin) ?? entry.get(ATTRIBUTE.specification);
        if (!next) return plain;
        if (next.kind === ValueKind.SharedEntry) return this.#sharedNames(unit)?.nameOf(next.offset) ?? plain;
        if (next.kind !== ValueKind.Entry) return plain;
        offset = next.offset;
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
    return plain;
  }

  /** Names of the file that parts are shared in; that one shares no parts itself. */
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
  const unit = units[firstWhere(units.length, (at) => units[at]!.offset > offset) - 1];
  return unit && offset >= unit.first && offset < unit.end ? unit : undefined;
}
