/**
 * The debug sections of one file, unpacked when they are first asked for.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { DwarfCursor } from "../dwarf_cursor.ts";
import { debugSection } from "../dwarf_sections.ts";
import type { ReportLines } from "../lines.ts";
import type { ElfParts } from "../sections.ts";

/** The section of a package that says where each unit is; its name has no suffix. */
export const PACKAGE_INDEX = ".debug_cu_index";

/** Sections by name. */
export class InfoFile {
  readonly littleEndian: boolean;
  readonly #read: (name: string) => Uint8Array | undefined;
  readonly #findShared: (() => InfoFile | undefined) | undefined;
  readonly #cursors = new Map<string, DwarfCursor | undefined>();
  #shared: InfoFile | undefined;
  #isSharedSought = false;

  /** `read` gives sections, and `findShared` the file that this one has parts in. */
  constructor(
    littleEndian: boolean,
    read: (name: string) => Uint8Array | undefined,
    findShared?: () => InfoFile | undefined,
  ) {
    this.littleEndian = littleEndian;
    this.#read = read;
    this.#findShared = findShared;
  }

  /** The sections of a file; `report` learns of those that cannot be unpacked. */
  static of(
    elf: ElfParts,
    report: ReportLines,
    { suffix = "", findShared }: {
      /** What names of sections end with. */
      readonly suffix?: string;
      readonly findShared?: () => InfoFile | undefined;
    } = {},
  ): InfoFile {
    const read = (name: string): Uint8Array | undefined => {
      try {
        return debugSection(elf, name === PACKAGE_INDEX ? name : name + suffix);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        report("line-section", error.offset, error.message);
        return undefined;
      }
    };
    return new InfoFile(elf.header.littleEndian, read, findShared);
  }

  /** The file that this one has parts in, as `dwz` makes them; undefined where there is none at hand. */
  get shared(): InfoFile | undefined {
    if (!this.#isSharedSought) {
      this.#isSharedSought = true;
      this.#shared = this.#findShared?.();
    }
    return this.#shared;
  }

  /** A section; undefined where the file has none, or a damaged one. */
  section(name: string): Uint8Array | undefined {
    return this.#start(name)?.bytes;
  }

  /** A cursor at a place of a section; undefined where that is not there. */
  cursor(name: string, at: number): DwarfCursor | undefined {
    const start = this.#start(name);
    return start && at >= 0 && at < start.bytes.length ? start.another(at) : undefined;
  }

  #start(name: string): DwarfCursor | undefined {
    if (!this.#cursors.has(name)) {
      const bytes = this.#read(name);
      this.#cursors.set(name, bytes && new DwarfCursor(bytes, this.littleEndian, name));
    }
    return this.#cursors.get(name);
  }
}
