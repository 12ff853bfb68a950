/**
 * Rows of lines as files: what each line, each function and each file has, and which lines are shown.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { amountText } from "../flame/flame_layout.ts";
import type { SourceSubject } from "./source_queries.ts";

/** Lines around those that count, where a file is shown in parts. */
const AROUND = 3;

/** Columns with as many as all branches of a line, where it ran in every way. */
const SEEN: readonly string[] = ["both_ways", "taken"];

/** Rows, of a result or of what a server sent of it. */
export interface SourceTable extends Omit<ResultTable, "columns"> {
  readonly columns: readonly { readonly name: string }[];
}

/** The one of these columns that a table has. */
export function firstColumnOf({ columns }: SourceTable): string | undefined {
  return columns.find(({ name }) => SEEN.includes(name))?.name;
}

/** A part of the whole: lines that ran of all lines, bytes that leak of all bytes. */
export interface Share {
  readonly part: bigint;
  readonly whole: bigint;
}

/** A line that the rows speak of. */
export interface SourceLine {
  /** 0 where it is not known. */
  readonly line: number;
  readonly func: string;
  /** Number of the row. */
  readonly row: number;
  /** For coverage whether it ran, in part or not; for memory whether blocks of it leak. */
  readonly state: "ran" | "part" | "missed" | "leaks" | "";
}

/** A file, or a function of it, with what it has. */
export interface SourcePlace {
  readonly file: string;
  /** Empty for a file, and for a function without a name. */
  readonly func: string;
  /** Its first line; 0 for a file. */
  readonly line: number;
  readonly share: Share;
}

/** A file of the rows. */
export interface SourceFile extends SourcePlace {
  readonly lines: SourceLine[];
  readonly functions: readonly SourcePlace[];
}

/** Values by the names of their columns; null where there is no such column. */
export function valuesOf(table: SourceTable): (row: number, name: string) => ResultValue {
  const places = new Map(table.columns.map(({ name }, at) => [name, at]));
  return (row, name) => {
    const at = places.get(name);
    return at === undefined ? null : table.value(row, at);
  };
}

/** Reads rows that are files or functions. */
export function placesOf(table: SourceTable, subject: SourceSubject): SourcePlace[] {
  const value = valuesOf(table);
  const [part, all] = subject === "coverage" ? ["covered", "lines"] : ["leaked_bytes", "bytes"];
  return Array.from({ length: table.rowCount }, (_, row) => ({
    file: String(value(row, "file") ?? ""),
    func: String(value(row, "func") ?? ""),
    line: Number(value(row, "line") ?? 0),
    share: { part: whole(value(row, part!)), whole: whole(value(row, all!)) },
  }));
}

function whole(value: ResultValue): bigint {
  return typeof value === "bigint" ? value : typeof value === "number" ? BigInt(value) : 0n;
}

/** Reads rows that are lines; those of one line, such as those of two functions, stay apart. */
export function filesOf(table: SourceTable, subject: SourceSubject): SourceFile[] {
  const value = valuesOf(table);
  const number = (row: number, name: string): bigint => whole(value(row, name));
  const seen = firstColumnOf(table);
  const hasUnseen = (row: number): boolean =>
    seen !== undefined && number(row, seen) < number(row, "branches");
  // A line ran in part when bytes of it did not, or when branches of it went one way only.
  const stateOf = (row: number): SourceLine["state"] => {
    if (subject === "memory") return number(row, "leaked_blocks") > 0n ? "leaks" : "";
    if (value(row, "covered") !== true) return "missed";
    return number(row, "uncovered") > 0n || hasUnseen(row) ? "part" : "ran";
  };
  const shareOf = (lines: readonly SourceLine[]): Share => {
    const sum = (name: string): bigint => lines.reduce((sum, { row }) => sum + number(row, name), 0n);
    if (subject === "memory") return { part: sum("leaked_bytes"), whole: sum("bytes") };
    // A file has each line once, and it ran where it did in any function.
    const count = (some: readonly SourceLine[]): bigint => BigInt(new Set(some.map(({ line }) => line)).size);
    return { part: count(lines.filter(({ state }) => state !== "missed")), whole: count(lines) };
  };
  const text = (row: number, name: string): string => String(value(row, name) ?? "");
  const rows = Map.groupBy(Array(table.rowCount).keys(), (row) => text(row, "file"));
  return [...rows].map(([file, found]): SourceFile => {
    const lines = found.map((row): SourceLine => ({
      line: Number(value(row, "line") ?? 0),
      func: text(row, "func"),
      row,
      state: stateOf(row),
    }));
    const functions = [...Map.groupBy(lines, ({ func }) => func)].map(([func, own]) => ({
      file,
      func,
      line: own[0]!.line,
      share: shareOf(own),
    }));
    return { file, func: "", line: 0, share: shareOf(lines), lines, functions };
  });
}

/** Tells the rows of a file apart. */
export function keyOf({ line, func }: Pick<SourceLine, "line" | "func">): string {
  return `${line} ${func}`;
}

/** Sums of places. */
export function sumOf(places: readonly Pick<SourcePlace, "share">[]): Share {
  const sum = (part: keyof Share): bigint => places.reduce((sum, { share }) => sum + share[part], 0n);
  return { part: sum("part"), whole: sum("whole") };
}

/** Whole percents, or parts of them, to the nearest one: only all is 100. */
export function percentOf({ part, whole }: Share, parts = 1n): bigint {
  const all = 100n * parts;
  if (whole === 0n) return all;
  const nearest = (2n * all * part + whole) / (2n * whole);
  return part < whole && nearest >= all ? all - 1n : nearest;
}

/** `12 of 20 lines ran, 60%`, or `1.5K of 3.0K leaked`. */
export function shareText(share: Share, subject: SourceSubject): string {
  const [part, whole] = [share.part, share.whole].map((value) => numberText(value, subject === "memory"));
  return subject === "memory"
    ? `${part} of ${whole} leaked`
    : `${part} of ${whole} lines ran, ${percentOf(share)}%`;
}

/** A number in readable form. */
export function numberText(value: bigint, isBytes: boolean): string {
  return amountText(value, { unit: isBytes ? "bytes" : "counts", separator: "," });
}

/** The folder of a path; empty for a name alone. */
export function folderOf(file: string): string {
  return file.replace(/[\\/]?[^\\/]*$/, "") || (/^[\\/]/.test(file) ? "/" : "");
}

/**
 * Numbers of the lines that are shown, in order: all of them, `most` around one, or `isInParts` only those that did not run,
 * ran in part or leak, and what is around them. Rows may name lines that the text does not have: it may be another one.
 */
export function shownLines(
  lines: readonly SourceLine[],
  source: readonly string[] | null,
  { isInParts = false, most = Infinity, at = 0 },
): number[] {
  const wanted = new Set<number>();
  if (source && !isInParts) { for (let line = 1; line <= source.length; line++) wanted.add(line); }
  for (const { line, state } of lines) {
    if (!isInParts || !source) wanted.add(line);
    else if (state !== "ran") {
      for (let near = Math.max(1, line - AROUND); near <= Math.min(source.length, line + AROUND); near++) {
        wanted.add(near);
      }
      wanted.add(line);
    }
  }
  const all = [...wanted].sort((a, b) => a - b);
  if (all.length <= most) return all;
  const here = all.findLastIndex((line) => line <= at);
  const from = Math.max(0, Math.min(all.length - most, here - Math.floor(most / 2)));
  return all.slice(from, from + most);
}
