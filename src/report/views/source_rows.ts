/**
 * Rows of lines as files: what each line and each function has, and how much of a file is worth a look.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";

/** What lines are looked at for. */
export type SourceSubject = "coverage" | "memory";

/** A line that the rows speak of. */
export interface SourceLine {
  readonly line: number;
  readonly func: string;
  /** Number of the row. */
  readonly row: number;
  /** For coverage whether it ran, in part or not; for memory whether blocks of it leak. */
  readonly state: "ran" | "part" | "missed" | "leaks" | "";
}

/** A part of the whole: lines that ran of all lines, bytes that leak of all bytes. */
export interface Share {
  part: bigint;
  whole: bigint;
}

/** A file of the rows. */
export interface SourceFile {
  readonly file: string;
  readonly lines: SourceLine[];
  readonly share: Share;
  /** By function, in the order of its first line. */
  readonly functions: Map<string, { readonly first: number; readonly share: Share }>;
}

/** Reads rows that are sorted by file and line; rows of one line, such as those of two functions, stay apart. */
export function filesOf(table: ResultTable, subject: SourceSubject): SourceFile[] {
  const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
  const [file, line, func] = [at("file"), at("line"), at("func")];
  const value = (row: number, column: number): ResultValue => column < 0 ? null : table.value(row, column);
  const number = (row: number, name: string): bigint => {
    const found = value(row, at(name));
    return typeof found === "bigint" ? found : typeof found === "number" ? BigInt(found) : 0n;
  };
  const files = new Map<string, SourceFile>();
  for (let row = 0; row < table.rowCount; row++) {
    const name = String(value(row, file) ?? "");
    let found = files.get(name);
    if (!found) {
      files.set(
        name,
        found = { file: name, lines: [], share: { part: 0n, whole: 0n }, functions: new Map() },
      );
    }
    const place = Number(value(row, line) ?? 0);
    const owner = String(value(row, func) ?? "");
    let known = found.functions.get(owner);
    if (!known) found.functions.set(owner, known = { first: place, share: { part: 0n, whole: 0n } });
    const ran = subject === "coverage" && value(row, at("covered")) === true;
    const part = subject === "coverage" ? (ran ? 1n : 0n) : number(row, "leaked_bytes");
    const whole = subject === "coverage" ? 1n : number(row, "bytes");
    for (const share of [found.share, known.share]) {
      share.part += part;
      share.whole += whole;
    }
    const isPart = number(row, "uncovered") > 0n || number(row, "both_ways") < number(row, "branches");
    const state = subject === "memory"
      ? (number(row, "leaked_blocks") > 0n ? "leaks" : "")
      : !ran
      ? "missed"
      : isPart
      ? "part"
      : "ran";
    found.lines.push({ line: place, func: owner, row, state });
  }
  return [...files.values()];
}

/** Files that are worth a look first: with most that did not run or leaks, then with most at all. */
export function byWorth(files: readonly SourceFile[], subject: SourceSubject): SourceFile[] {
  const worth = ({ share: { part, whole } }: SourceFile): bigint =>
    subject === "coverage" ? whole - part : part;
  return files.toSorted((a, b) => {
    const order = compare(worth(b), worth(a)) || compare(b.share.whole, a.share.whole);
    return order || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0);
  });
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The folder of a path; empty for a name alone. */
export function folderOf(file: string): string {
  return file.replace(/[\\/]?[^\\/]*$/, "") || (/^[\\/]/.test(file) ? "/" : "");
}
