/**
 * The functions of one unit and the functions inlined into them, read on demand.
 * @module
 */

import { EntryNames } from "./entry_names.ts";
import type { Image } from "./image.ts";
import { type InlineNode, InlineTrees } from "./inline_tree.ts";
import { RangeReader } from "./ranges.ts";
import type { Unit } from "./unit.ts";
import { FunctionEntries, UnitFunctions } from "./unit_functions.ts";
import type { UnitHeader } from "./unit_header.ts";

/** The readers of entries that all units of a file share. */
export class EntryReaders {
  readonly names: EntryNames;
  readonly functions: FunctionEntries;
  readonly inlined: InlineTrees;
  readonly ranges: RangeReader;

  /** Creates readers for the units of a file. */
  constructor(image: Image, units: readonly Unit[]) {
    const bytes = units[0]?.file.section(".debug_info")?.length ?? 0;
    this.ranges = new RangeReader(image, bytes);
    this.names = new EntryNames(units);
    this.functions = new FunctionEntries(this.ranges);
    this.inlined = new InlineTrees(this.ranges, bytes);
  }
}

/** A unit in which functions are looked up by address. */
export class UnitCode {
  readonly #head: UnitHeader;
  readonly #readers: EntryReaders;
  readonly #functions: UnitFunctions;

  /** Reads the ranges of the functions. */
  constructor(head: UnitHeader, readers: EntryReaders) {
    this.#head = head;
    this.#readers = readers;
    this.#functions = new UnitFunctions(head, readers.functions);
  }

  /** Whether a function contains this distance from the base of the image. */
  has(distance: number): boolean {
    return this.#functions.functionAt(distance) >= 0;
  }

  /** The innermost function at this distance; undefined if there is none. */
  innermostAt(distance: number): InlineNode | undefined {
    const found = this.#functions.functionAt(distance);
    return found < 0 ? undefined : this.#readers.inlined.innermostAt(this.#head, found, distance);
  }

  /** The file that a function is declared in. */
  fileOf({ entry }: InlineNode): ReturnType<EntryNames["fileOf"]> {
    return this.#readers.names.fileOf(entry);
  }

  /** The name of a function. */
  nameOf({ entry }: InlineNode): string | undefined {
    return this.#readers.names.nameOf(entry);
  }
}
