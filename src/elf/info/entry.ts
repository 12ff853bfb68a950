/**
 * Entries of units: reads the attributes that are asked for, and goes over the others.
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import type { Abbrev } from "./abbrevs.ts";
import { skipForm } from "./skip.ts";
import type { Unit } from "./unit.ts";
import { Value } from "./value.ts";

/** Values of one entry, filled again for the next one. */
export class Entry {
  readonly #wanted: readonly number[];
  readonly #values: Value[];
  readonly #has: boolean[];

  /** Reads these attributes. */
  constructor(wanted: readonly number[]) {
    this.#wanted = wanted;
    this.#values = wanted.map(() => new Value());
    this.#has = wanted.map(() => false);
  }

  /** Reads the entry; the cursor stands behind its code. */
  read(cursor: DwarfCursor, { fields, constants }: Abbrev, unit: Unit): void {
    const wanted = this.#wanted, has = this.#has;
    for (let at = 0; at < has.length; at++) has[at] = false;
    for (let at = 0; at < fields.length; at += 2) {
      const slot = wanted.indexOf(fields[at]!), form = fields[at + 1]!;
      if (slot < 0) skipForm(cursor, form, unit);
      else {
        this.#values[slot]!.read(cursor, form, constants?.get(at / 2) ?? 0, unit, unit.offset);
        has[slot] = true;
      }
    }
  }

  /** The value of an attribute that is wanted; undefined where the entry has none. */
  get(attribute: number): Value | undefined {
    const slot = this.#wanted.indexOf(attribute);
    return this.#has[slot] ? this.#values[slot] : undefined;
  }
}
