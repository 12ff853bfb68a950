/**
 * Names of the files of line tables, numbered across units: the same path has the same number everywhere.
 * @module
 */

import type { LineHeader, TextPlace } from "./dwarf_line_header.ts";
import { NO_FILE } from "./dwarf_line_rows.ts";
import { textAt } from "./fields.ts";

/** Numbers files. A name is made when a row asks for it. */
export class LineFiles {
  /** Names by number. */
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();
  #budget: number;

  /** Units share names, but all together they are not many times longer than the sections that hold them. */
  constructor(bytes: number) {
    this.#budget = bytes * 16 + 65536;
  }

  /** True when names were left out. */
  get isSpent(): boolean {
    return this.#budget < 0;
  }

  /** Numbers for the files of a unit; `unknown` learns of those that it does not have. */
  ofUnit(header: LineHeader, unknown: (file: number) => void): (file: number) => number {
    const known = new Map<number, number>();
    return (file) => {
      const number = known.get(file);
      if (number !== undefined) return number;
      const entry = header.files[file - header.firstFile];
      if (!entry) {
        // A unit without files is assembly from a pipe. The program may add files later: nothing is noted.
        if (header.files.length > 0) unknown(file);
        return NO_FILE;
      }
      // Folder 0 is the one that the compiler ran in: names stay as the compiler was given them.
      const folder = entry.folder === 0 ? "" : this.#text(header.folders[entry.folder]);
      const made = this.#number(joined(folder, this.#text(entry.name)));
      known.set(file, made);
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

/** A name in a folder, unless it is whole by itself. */
function joined(folder: string, name: string): string {
  if (folder === "" || name === "" || /^([/\\]|[A-Za-z]:[/\\])/.test(name)) return name;
  return /[/\\]$/.test(folder) ? folder + name : `${folder}/${name}`;
}
