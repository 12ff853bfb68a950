/**
 * Reads the source lines of a program from `.debug_line`: which file and line each address comes from.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { DwarfCursor } from "./dwarf_cursor.ts";
import { LineFiles } from "./dwarf_line_files.ts";
import { type LineHeader, readLineHeader, type TextSections } from "./dwarf_line_header.ts";
import { LineMachine } from "./dwarf_line_program.ts";
import { LineRows } from "./dwarf_line_rows.ts";
import { debugSection } from "./dwarf_sections.ts";
import { type CodeSpan, LineTable } from "./line_table.ts";
import { type ElfParts, FLAG_ALLOC, FLAG_EXEC, type Section } from "./sections.ts";

/** A problem of the line table; the rest of the table is usable. */
export interface LineProblem {
  /** Stable code of the problem. */
  readonly code: "line-section" | "line-unit" | "line-version" | "line-end" | "line-file" | "line-names";
  /** Byte offset in the decompressed `.debug_line`. */
  readonly offset: number;
  /** Message about the problem. */
  readonly message: string;
}

/** A line table and its problems. */
export interface ReadLines {
  /** The table; empty for programs without debug information. */
  readonly table: LineTable;
  /** The first hundred problems. */
  readonly problems: readonly LineProblem[];
}

/** Maximum number of problems that are kept. */
const MOST_PROBLEMS = FILE_LIMITS.lineProblems.most;
/** `ET_REL`: an object file, whose addresses are not final. */
const TYPE_REL = 1;

/** Reads `.debug_line` as far as it is valid. */
export function readLines(elf: ElfParts): ReadLines {
  const { header, sections } = elf;
  const problems: LineProblem[] = [];
  const report = recordProblemsIn(problems);
  const section = (name: string): Uint8Array | undefined => {
    try {
      return debugSection(elf, name);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      report("line-section", error.offset, error.message);
      return undefined;
    }
  };
  const bytes = header.type === TYPE_REL ? undefined : section(".debug_line");
  if (!bytes) return { table: LineTable.EMPTY, problems };
  const texts = { lineTexts: section(".debug_line_str"), texts: section(".debug_str") };
  const rows = new LineRows();
  const files = new LineFiles(bytes.length + (texts.lineTexts?.length ?? 0) + (texts.texts?.length ?? 0));
  readLineUnits(new DwarfCursor(bytes, header.littleEndian), { texts, rows, files, report });
  if (files.isSpent) {
    report("line-names", bytes.length, "names of files are longer than their sections allow");
  }
  return { table: LineTable.of(rows, files.names, codeSpans(sections)), problems };
}

/** Receives problems of line tables. */
export type ReportLines = (code: LineProblem["code"], offset: number, message: string) => void;

/** Keeps the first problems in a list. */
export function recordProblemsIn(problems: LineProblem[]): ReportLines {
  return (code, offset, message) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ code, offset, message });
  };
}

/** The state shared by the units of a table. */
interface Reading {
  readonly texts: TextSections;
  readonly rows: LineRows;
  readonly files: LineFiles;
  readonly report: ReportLines;
}

function readLineUnits(cursor: DwarfCursor, reading: Reading): void {
  const { rows, report } = reading;
  const { length } = cursor.bytes;
  for (let next = 0; next < length;) {
    const start = cursor.at = next;
    cursor.end = length;
    try {
      const { size, offsetBytes, isReserved } = cursor.unitLength();
      if (isReserved) throw cursor.fail(`a unit length of ${size}`, start);
      next = Math.min(length, cursor.at + size);
      if (cursor.at + size > length) {
        report("line-end", start, `A unit of ${size} bytes has ${length - cursor.at} left`);
      }
      cursor.end = next;
      readUnit(cursor, offsetBytes, reading);
      if (rows.isOpen) report("line-end", next, "A sequence has no end");
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      report("line-unit", error.offset, error.message);
      if (next === start) return;
    }
    rows.cut();
  }
}

function readUnit(cursor: DwarfCursor, offsetBytes: 4 | 8, { texts, rows, files, report }: Reading): void {
  const start = cursor.at;
  // Skip padding that a linker may leave.
  if (cursor.left === 0) return;
  const header = readUnitHeader(cursor, offsetBytes, texts, report);
  if (!header) return;
  let isUnknown = false;
  const fileId = files.ofUnit(header, (file) => {
    if (isUnknown) return;
    isUnknown = true;
    report("line-file", start, `File ${file} is not among the ${header.files.length} of its unit`);
  });
  new LineMachine(cursor, header, rows, fileId).run();
}

/** Reads the header of a unit after its length; undefined for an unknown version. */
export function readUnitHeader(
  cursor: DwarfCursor,
  offsetBytes: 4 | 8,
  texts: TextSections,
  report: ReportLines,
): LineHeader | undefined {
  const start = cursor.at;
  const version = cursor.u16();
  if (version >= 2 && version <= 5) return readLineHeader(cursor, version, offsetBytes, texts);
  report("line-version", start, `A unit of version ${version} is skipped: known are 2 to 5`);
  return undefined;
}

/** The address ranges of code, from the section headers. */
export function codeSpans(sections: readonly Section[]): CodeSpan[] {
  const code = BigInt(FLAG_ALLOC | FLAG_EXEC);
  return sections
    .filter(({ flags, size }) => (flags & code) === code && size > 0n)
    .map(({ addr, size }) => ({ from: addr, to: addr + size }));
}
