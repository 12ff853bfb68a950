/**
 * The line table of one unit, and its files by number.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { LineFiles } from "../dwarf_line_files.ts";
import { LineMachine } from "../dwarf_line_program.ts";
import { LineRows } from "../dwarf_line_rows.ts";
import { readUnitHeader, type ReportLines } from "../lines.ts";
import { type CodeSpan, LineTable } from "../line_table.ts";
import type { InfoFile } from "./info_file.ts";

/** Lines of a unit. */
export interface UnitLines {
  readonly table: LineTable;
  /** The file with a number, as the compiler was given it. */
  fileAt(number: number): string | undefined;
}

/** Reads the line program at an offset of `.debug_line`, as far as it makes sense; undefined where its head makes none. */
export function readUnitLines(
  file: InfoFile,
  offset: number,
  code: readonly CodeSpan[],
  report: ReportLines,
): UnitLines | undefined {
  const cursor = file.cursor(".debug_line", offset);
  if (!cursor) return undefined;
  const texts = { lineTexts: file.section(".debug_line_str"), texts: file.section(".debug_str") };
  const rows = new LineRows();
  try {
    const { size, offsetBytes } = cursor.unitLength();
    cursor.end = Math.min(cursor.end, cursor.at + size);
    const header = readUnitHeader(cursor, offsetBytes, texts, report);
    if (!header) return undefined;
    const bytes = cursor.left + (texts.lineTexts?.length ?? 0) + (texts.texts?.length ?? 0);
    const files = new LineFiles(bytes);
    const number = files.ofUnit(header, () => {});
    try {
      new LineMachine(cursor, header, rows, number).run();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      report("line-unit", error.offset, error.message);
    }
    if (rows.isOpen) report("line-end", cursor.at, "A sequence has no end");
    rows.cut();
    return { table: LineTable.of(rows, files.names, code), fileAt: (at) => files.names[number(at)] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report("line-unit", error.offset, error.message);
    return undefined;
  }
}
