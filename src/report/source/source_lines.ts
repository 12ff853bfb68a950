/**
 * Groups rows about lines into files: totals of each line, function and file, and which lines to show.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { measureText } from "../flame/flame_layout.ts";
import { wholeNumber } from "../whole_number.ts";
import type { SourceSubject } from "./source_queries.ts";

/** Number of context lines around relevant ones, in a shortened file. */
const AROUND = 3;

/** Columns whose value equals the number of all branches if every branch of a line had all its outcomes. */
const SEEN: readonly string[] = ["both_ways", "taken"];

/** Rows of a result, or those that a server sent. */
export interface SourceTable extends Omit<ResultTable, "columns"> {
  readonly columns: readonly { readonly name: string }[];
}

/** The first of these columns that a table has. */
export function firstColumnOf({ columns }: SourceTable): string | undefined {
  return columns.find(({ name }) => SEEN.includes(name))?.name;
}

/** A share of a total: lines that ran of all lines, or leaked bytes of all bytes. */
export interface Share {
  readonly part: bigint;
  readonly whole: bigint;
}

/** A line that rows refer to. */
export interface SourceLine {
  /** Line number; 0 if unknown. */
  readonly line: number;
  readonly func: string;
  /** Number of the row. */
  readonly row: number;
  /** For coverage, whether it ran fully, partly or not; for memory, whether blocks allocated there leak. */
  readonly state: "ran" | "part" | "missed" | "leaks" | "";
}

/** A file or function with its totals. */
export interface SourcePlace {
  readonly file: string;
  /** Empty for a file, and for a function without a name. */
  readonly func: string;
  /** First line of the function; 0 for a file. */
  readonly line: number;
  readonly share: Share;
}

/** A file that rows refer to. */
export interface SourceFile extends SourcePlace {
  readonly lines: SourceLine[];
  readonly functions: readonly SourcePlace[];
}

/** Values by column name; null for columns that do not exist. */
export function rowValueReader(table: SourceTable): (row: number, name: string) => ResultValue {
  const places = new Map(table.columns.map(({ name }, at) => [name, at]));
  return (row, name) => {
    const at = places.get(name);
    return at === undefined ? null : table.value(row, at);
  };
}

/** Reads rows that are files or functions. */
export function placesOf(table: SourceTable, subject: SourceSubject): SourcePlace[] {
  const value = rowValueReader(table);
  const [part, all] = subject === "coverage" ? ["covered", "lines"] : ["leaked_bytes", "bytes"];
  return Array.from({ length: table.rowCount }, (_, row) => ({
    file: String(value(row, "file") ?? ""),
    func: String(value(row, "func") ?? ""),
    line: Number(value(row, "line") ?? 0),
    share: { part: wholeNumber(value(row, part!)), whole: wholeNumber(value(row, all!)) },
  }));
}

/** Parses rows about lines; rows of different functions on the same line stay separate. */
export function filesOf(table: SourceTable, subject: SourceSubject): SourceFile[] {
  const value = rowValueReader(table);
  const number = (row: number, name: string): bigint => wholeNumber(value(row, name));
  const seen = firstColumnOf(table);
  const hasUnseen = (row: number): boolean =>
    seen !== undefined && number(row, seen) < number(row, "branches");
  // A line ran partly if some of its bytes did not run, or if some branches had only one outcome.
  const stateOf = (row: number): SourceLine["state"] => {
    if (subject === "memory") return number(row, "leaked_blocks") > 0n ? "leaks" : "";
    if (value(row, "covered") !== true) return "missed";
    return number(row, "uncovered") > 0n || hasUnseen(row) ? "part" : "ran";
  };
  const shareOf = (lines: readonly SourceLine[]): Share => {
    const sum = (name: string): bigint => lines.reduce((sum, { row }) => sum + number(row, name), 0n);
    if (subject === "memory") return { part: sum("leaked_bytes"), whole: sum("bytes") };
    // Each line of a file counts once; it ran if it ran in any function.
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

/** Returns a key that identifies a row within its file. */
export function keyOf({ line, func }: Pick<SourceLine, "line" | "func">): string {
  return `${line} ${func}`;
}

/** Adds up the totals of files or functions. */
export function sumOf(places: readonly Pick<SourcePlace, "share">[]): Share {
  const sum = (part: keyof Share): bigint => places.reduce((sum, { share }) => sum + share[part], 0n);
  return { part: sum("part"), whole: sum("whole") };
}

/** Rounds a percentage; only a complete share becomes 100. */
export function percentOf({ part, whole }: Share, parts = 1n): bigint {
  const all = 100n * parts;
  if (whole === 0n) return all;
  const nearest = (2n * all * part + whole) / (2n * whole);
  return part < whole && nearest >= all ? all - 1n : nearest;
}

/** Formats a share: `12 of 20 lines ran, 60%`, or `1.5K of 3.0K leaked`. */
export function shareText(share: Share, subject: SourceSubject): string {
  const [part, whole] = [share.part, share.whole].map((value) => numberText(value, subject === "memory"));
  return subject === "memory"
    ? `${part} of ${whole} leaked`
    : `${part} of ${whole} lines ran, ${percentOf(share)}%`;
}

/** Formats a number. */
export function numberText(value: bigint, isBytes: boolean): string {
  return measureText(value, { unit: isBytes ? "bytes" : "counts", separator: "," });
}

/** Returns the folder of a path; empty for a name alone. */
export function folderOf(file: string): string {
  return file.replace(/[\\/]?[^\\/]*$/, "") || (/^[\\/]/.test(file) ? "/" : "");
}

/**
 * Numbers of the lines to show, in order: all of them, `most` around one line, or with `isInParts` only those
 * that did not run, ran partly or leak, with their context. Rows may name lines that the text lacks, because
 * the text may be a different version.
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
