/**
 * Reads wanted attributes of unit entries and skips the others.
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import type { Abbrev } from "./abbrevs.ts";
import { skipValue } from "./skip.ts";
import type { Unit } from "./unit.ts";
import { Value } from "./value.ts";
import { lengthOfForm } from "./dwarf_constants.ts";

/** Used in place of a slot for bytes to skip. */
const OVER = -1;

/** The wanted values of one entry; reused for the next one. */
export class Entry {
  readonly #wanted: readonly number[];
  readonly #values: Value[];
  readonly #has: boolean[];
  /** Reading plans by abbreviation: triples of slot, form and constant, or of `OVER`, length and 0. */
  readonly #plans = new Map<Abbrev, readonly number[]>();

  /** Creates an entry with the attributes to read. */
  constructor(wanted: readonly number[]) {
    this.#wanted = wanted;
    this.#values = wanted.map(() => new Value());
    this.#has = wanted.map(() => false);
  }

  /** Reads an entry; the cursor is after its abbreviation code. */
  read(cursor: DwarfCursor, abbrev: Abbrev, unit: Unit): void {
    const has = this.#has;
    for (let at = 0; at < has.length; at++) has[at] = false;
    let plan = this.#plans.get(abbrev);
    if (!plan) this.#plans.set(abbrev, plan = this.#planOf(abbrev, unit));
    for (let at = 0; at < plan.length; at += 3) {
      const slot = plan[at]!, form = plan[at + 1]!;
      if (slot !== OVER) {
        this.#values[slot]!.read(cursor, form, plan[at + 2]!, unit, unit.offset);
        has[slot] = true;
      } else if (form >= 0) cursor.skip(form);
      else skipValue(cursor, form, unit);
    }
  }

  /** The value of a wanted attribute; undefined if the entry lacks it. */
  get(attribute: number): Value | undefined {
    const slot = this.#wanted.indexOf(attribute);
    return this.#has[slot] ? this.#values[slot] : undefined;
  }

  /** Combines adjacent unwanted fields of fixed length into one step. */
  #planOf({ fields, constants }: Abbrev, unit: Unit): readonly number[] {
    const plan: number[] = [];
    let bytes = 0;
    const flush = (): void => {
      if (bytes > 0) plan.push(OVER, bytes, 0);
      bytes = 0;
    };
    for (let at = 0; at < fields.length; at += 2) {
      const slot = this.#wanted.indexOf(fields[at]!), form = fields[at + 1]!;
      const length = slot < 0 ? lengthOfForm(form, unit) : 0;
      if (slot < 0 && length >= 0) {
        bytes += length;
        continue;
      }
      flush();
      if (slot < 0) plan.push(OVER, length, 0);
      else plan.push(slot, form, constants?.get(at / 2) ?? 0);
    }
    flush();
    return plan;
  }
}
