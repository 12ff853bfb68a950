/**
 * The debug sections of one file, unpacked when they are first asked for.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { DwarfCursor } from "../dwarf_cursor.ts";
import { debugSection } from "../dwarf_sections.ts";
import type { ReportLines } from "../lines.ts";
import type { ElfParts } from "../sections.ts";

/** Sections by name. */
export class InfoFile {
  readonly littleEndian: boolean;
  readonly #elf: ElfParts;
  readonly #report: ReportLines;
  readonly #cursors = new Map<string, DwarfCursor | undefined>();

  /** `report` hears of sections that cannot be unpacked. */
  constructor(elf: ElfParts, report: ReportLines) {
    this.#report = report;
    this.#elf = elf;
    this.littleEndian = elf.header.littleEndian;
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

  #read(name: string): Uint8Array | undefined {
    try {
      return debugSection(this.#elf, name);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#report("line-section", error.offset, error.message);
      return undefined;
    }
  }
}
