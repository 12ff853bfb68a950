/**
 * The functions of one unit, and what was inlined into them, once somebody asks.
 * @module
 */

import { EntryNames } from "./entry_names.ts";
import type { Image } from "./image.ts";
import { type InlineNode, InlineTrees } from "./inline_tree.ts";
import { RangeReader } from "./ranges.ts";
import type { Unit } from "./unit.ts";
import { FunctionEntries, UnitFunctions } from "./unit_functions.ts";
import type { UnitHeader } from "./unit_header.ts";

/** What reads the entries of a file, for all of its units. */
export class EntryReaders {
  readonly names: EntryNames;
  readonly functions: FunctionEntries;
  readonly inlined: InlineTrees;
  readonly ranges: RangeReader;

  /** Takes the units of the file. */
  constructor(image: Image, units: readonly Unit[]) {
    const bytes = units[0]?.file.section(".debug_info")?.length ?? 0;
    this.ranges = new RangeReader(image, bytes);
    this.names = new EntryNames(units);
    this.functions = new FunctionEntries(this.ranges);
    this.inlined = new InlineTrees(this.ranges, bytes);
  }
}

/** A unit that is asked for functions. */
export class UnitCode {
  readonly #head: UnitHeader;
  readonly #readers: EntryReaders;
  readonly #functions: UnitFunctions;

  /** Reads where the functions are. */
  constructor(head: UnitHeader, readers: EntryReaders) {
    this.#head = head;
    this.#readers = readers;
    this.#functions = new UnitFunctions(head, readers.functions);
  }

  /** Whether a function is at a distance from the image's base. */
  has(distance: number): boolean {
    return this.#functions.functionAt(distance) >= 0;
  }

  /** The innermost function there; undefined for none. */
  innermostAt(distance: number): InlineNode | undefined {
    const found = this.#functions.functionAt(distance);
    return found < 0 ? undefined : this.#readers.inlined.innermostAt(this.#head, found, distance);
  }

  /** The name of a function. */
  nameOf({ entry }: InlineNode): string | undefined {
    return this.#readers.names.nameOf(entry);
  }
}
