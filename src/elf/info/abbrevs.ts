/**
 * Abbreviations of `.debug_abbrev`: what the entries of a unit look like. Read from the DWARF standard, version 5, section
 * 7.5.3.
 *
 *     code, tag, has children (1 byte), pairs of attribute and form (implicit_const: and its value) up to 0, 0; code 0 ends
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import { ATTRIBUTE, FORM, lengthOfForm, type UnitShape } from "./words.ts";

/** What an entry looks like. */
export interface Abbrev {
  /** Kind of the entry. */
  readonly tag: number;
  /** Whether entries up to a 0 are inside it. */
  readonly hasChildren: boolean;
  /** Pairs of attribute and form. */
  readonly fields: readonly number[];
  /** Values of `implicit_const` fields, by number of the field. */
  readonly constants: ReadonlyMap<number, number> | undefined;
  /** Whether the entry says where what is inside it ends. */
  readonly hasSibling: boolean;
  /** Whether the entry may say where its code is. */
  readonly hasCode: boolean;
  /** How to go over an entry: bytes to skip, or one of the negative lengths of forms. */
  readonly steps: readonly number[];
}

/** Codes above are looked up in a map: a hostile file may number as it likes. */
const DENSE_CODES = 4096;

/** The abbreviations of a unit, by code. */
export class Abbrevs {
  readonly #dense: (Abbrev | undefined)[] = [];
  readonly #others = new Map<number, Abbrev>();

  /** Reads from the cursor up to the end of the list, for units of one shape. */
  constructor(cursor: DwarfCursor, shape: UnitShape) {
    while (cursor.left > 0) {
      const code = cursor.uleb();
      if (code === 0) return;
      const abbrev = readAbbrev(cursor, shape);
      // Of two with one code the first counts.
      if (this.get(code)) continue;
      if (code < DENSE_CODES) {
        while (this.#dense.length <= code) this.#dense.push(undefined);
        this.#dense[code] = abbrev;
      } else this.#others.set(code, abbrev);
    }
  }

  /** What the entries with a code look like. */
  get(code: number): Abbrev | undefined {
    return code < DENSE_CODES ? this.#dense[code] : this.#others.get(code);
  }
}

function readAbbrev(cursor: DwarfCursor, shape: UnitShape): Abbrev {
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

/** Neighbours of known length are one step. */
function stepsOver(fields: readonly number[], shape: UnitShape): number[] {
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
