/**
 * Numbers the files of line tables across units: equal paths have the same number everywhere.
 * @module
 */

import type { LineHeader, TextPlace } from "./dwarf_line_header.ts";
import { NO_FILE } from "./dwarf_line_rows.ts";
import { textAt } from "./fields.ts";

/** Numbers files. A name is built only when a row needs it. */
export class LineFiles {
  /** Names by number. */
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();
  #budget: number;

  /**
   * Limits the total length of names: units share them, so in a real file they stay within a small multiple
   * of its sections.
   */
  constructor(bytes: number) {
    this.#budget = bytes * 16 + 65536;
  }

  /** Whether names were left out. */
  get isSpent(): boolean {
    return this.#budget < 0;
  }

  /**
   * Returns a function that numbers the files of a unit; `unknown` is called for files that the unit lacks.
   */
  ofUnit(header: LineHeader, unknown: (file: number) => void): (file: number) => number {
    const known: number[] = [];
    return (file) => {
      const number = known[file];
      if (number !== undefined) return number;
      const entry = header.files[file - header.firstFile];
      if (!entry) {
        // A unit without files comes from assembly code that was piped to the assembler. The program may add
        // files later, so nothing is cached.
        if (header.files.length > 0) unknown(file);
        return NO_FILE;
      }
      // Folder 0 is the compiler's working directory; names are left as they were given to the compiler.
      const folder = entry.folder === 0 ? "" : this.#text(header.folders[entry.folder]);
      const made = this.#number(joinPath(folder, this.#text(entry.name)));
      // Only listed files reach this line, so their numbers are dense.
      known[file] = made;
      return made;
    };
  }

  #number(path: string): number {
    if (path === "") return NO_FILE;
    let number = this.#numbers.get(path);
    if (number === undefined) this.#numbers.set(path, number = this.names.push(path) - 1);
    return number;
  }

  #text(place: TextPlace | undefined): string {
    if (!place?.section || place.at >= place.section.length || this.#budget < 0) return "";
    const end = place.section.indexOf(0, place.at);
    this.#budget -= (end < 0 ? place.section.length : end) - place.at;
    return this.#budget < 0 ? "" : textAt(place.section, place.at);
  }
}

/** Joins folder and name, unless the name is an absolute path. */
function joinPath(folder: string, name: string): string {
  if (folder === "" || name === "" || /^([/\\]|[A-Za-z]:[/\\])/.test(name)) return name;
  return /[/\\]$/.test(folder) ? folder + name : `${folder}/${name}`;
}
