/**
 * The debug sections of one file, decompressed on first use.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { DwarfCursor } from "../dwarf_cursor.ts";
import { debugSection } from "../dwarf_sections.ts";
import type { ReportLines } from "../lines.ts";
import type { ElfParts } from "../sections.ts";

/** The section of a package that locates each unit; its name has no suffix. */
export const PACKAGE_INDEX = ".debug_cu_index";

/** The debug sections of a file, by name. */
export class InfoFile {
  readonly littleEndian: boolean;
  readonly #read: (name: string) => Uint8Array | undefined;
  readonly #findShared: (() => InfoFile | undefined) | undefined;
  readonly #cursors = new Map<string, DwarfCursor | undefined>();
  #shared: InfoFile | undefined;
  #isSharedSought = false;

  /** `read` returns a section, and `findShared` returns the file with the shared parts of this one. */
  constructor(
    littleEndian: boolean,
    read: (name: string) => Uint8Array | undefined,
    findShared?: () => InfoFile | undefined,
  ) {
    this.littleEndian = littleEndian;
    this.#read = read;
    this.#findShared = findShared;
  }

  /** Creates the sections of a file; `report` receives those that cannot be decompressed. */
  static of(
    elf: ElfParts,
    report: ReportLines,
    { suffix = "", findShared }: {
      /** Suffix of the section names. */
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

  /** The file with shared parts of this one, as written by `dwz`; undefined if not available. */
  get shared(): InfoFile | undefined {
    if (!this.#isSharedSought) {
      this.#isSharedSought = true;
      this.#shared = this.#findShared?.();
    }
    return this.#shared;
  }

  /** A section; undefined if missing or damaged. */
  section(name: string): Uint8Array | undefined {
    return this.#start(name)?.bytes;
  }

  /** A cursor at an offset of a section; undefined if that does not exist. */
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
