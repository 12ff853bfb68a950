/**
 * Reads abbreviations of `.debug_abbrev`, which describe the layout of a unit's entries. Read from the DWARF
 * standard, version 5, section 7.5.3.
 *
 *     code, tag, has children (1 byte), pairs of attribute and form (implicit_const: and its value) up to 0, 0; code 0 ends
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import { ATTRIBUTE, FORM, lengthOfForm, type UnitFormat } from "./dwarf_constants.ts";

/** The layout of an entry. */
export interface Abbrev {
  /** DWARF tag of the entry. */
  readonly tag: number;
  /** Whether the entry has children, up to a 0. */
  readonly hasChildren: boolean;
  /** Pairs of attribute and form. */
  readonly fields: readonly number[];
  /** Values of `implicit_const` fields, by field number. */
  readonly constants: ReadonlyMap<number, number> | undefined;
  /** Whether the entry has an attribute for the end of its children. */
  readonly hasSibling: boolean;
  /** Whether the entry may have attributes for the position of its code. */
  readonly hasCode: boolean;
  /** How to skip an entry: numbers of bytes, or negative codes for forms of variable length. */
  readonly steps: readonly number[];
}

/** Larger codes are stored in a map, because a malicious file may use any number. */
const DENSE_CODES = 4096;

/** The abbreviations of a unit, by code. */
export class Abbrevs {
  readonly #dense: (Abbrev | undefined)[] = [];
  readonly #others = new Map<number, Abbrev>();
  readonly #cursor: DwarfCursor;
  readonly #shape: UnitFormat;
  #isWhole = false;

  /**
   * Reads abbreviations from the cursor on demand, for units of one shape. Most units need only the
   * abbreviation of their first entry.
   */
  constructor(cursor: DwarfCursor, shape: UnitFormat) {
    this.#cursor = cursor;
    this.#shape = shape;
  }

  /** Returns the abbreviation with a code. Throws `FormatError` if the list is damaged before it. */
  get(code: number): Abbrev | undefined {
    const known = this.#known(code);
    return known || this.#isWhole ? known : this.#readUpTo(code);
  }

  #known(code: number): Abbrev | undefined {
    return code < DENSE_CODES ? this.#dense[code] : this.#others.get(code);
  }

  /** Reads on until the code is found or the list ends. */
  #readUpTo(wanted: number): Abbrev | undefined {
    const cursor = this.#cursor;
    try {
      while (cursor.left > 0) {
        const code = cursor.uleb();
        if (code === 0) break;
        const abbrev = readAbbrev(cursor, this.#shape);
        // If a code is repeated, the first abbreviation counts.
        if (this.#known(code)) continue;
        if (code < DENSE_CODES) {
          while (this.#dense.length <= code) this.#dense.push(undefined);
          this.#dense[code] = abbrev;
        } else this.#others.set(code, abbrev);
        if (code === wanted) return abbrev;
      }
    } catch (error) {
      this.#isWhole = true;
      throw error;
    }
    this.#isWhole = true;
    return undefined;
  }
}

function readAbbrev(cursor: DwarfCursor, shape: UnitFormat): Abbrev {
  const tag = cursor.uleb();
  const hasChildren = cursor.u8() !== 0;
  const fields: number[] = [];
  let constants: Map<number, number> | undefined;
  while (true) {
    const attribute = cursor.uleb(), form = cursor.uleb();
    if (attribute === 0 && form === 0) break;
    if (form === FORM.implicitConst) (constants ??= new Map()).set(fields.length / 2, cursor.sleb());
    fields.push(attribute, form);
  }
  const has = (attribute: number): boolean => fields.some((each, at) => at % 2 === 0 && each === attribute);
  return {
    tag,
    hasChildren,
    fields,
    constants,
    hasSibling: has(ATTRIBUTE.sibling),
    hasCode: has(ATTRIBUTE.lowPc) || has(ATTRIBUTE.ranges),
    steps: stepsOver(fields, shape),
  };
}

/** Combines adjacent fields of fixed length into one step. */
function stepsOver(fields: readonly number[], shape: UnitFormat): number[] {
  const steps: number[] = [];
  let bytes = 0;
  for (let at = 1; at < fields.length; at += 2) {
    const length = lengthOfForm(fields[at]!, shape);
    if (length >= 0) {
      bytes += length;
      continue;
    }
    if (bytes > 0) steps.push(bytes);
    bytes = 0;
    steps.push(length);
  }
  if (bytes > 0) steps.push(bytes);
  return steps;
}
