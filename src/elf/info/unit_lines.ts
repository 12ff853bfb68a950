/**
 * The line table of one unit, with its files by number.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { LineFiles } from "../dwarf_line_files.ts";
import { LineMachine } from "../dwarf_line_program.ts";
import { LineRows } from "../dwarf_line_rows.ts";
import { readUnitHeader, type ReportLines } from "../lines.ts";
import { type CodeSpan, LineTable, type SourceLine } from "../line_table.ts";
import type { InfoFile } from "./info_file.ts";

/** The lines of a unit. Names of files are composed on demand, since a unit may have hundreds. */
export interface UnitLines {
  /** The source line at a link address; undefined if it is unknown. */
  lineAt(address: bigint): SourceLine | undefined;
  /** The file with a number, as it was passed to the compiler. */
  fileAt(number: number): string | undefined;
}

/**
 * Reads the line program at an offset of `.debug_line` and stops at the first error; undefined if its header
 * is invalid.
 */
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
      new LineMachine(cursor, header, rows, (file) => file).run();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      report("line-unit", error.offset, error.message);
    }
    if (rows.isOpen) report("line-end", cursor.at, "A sequence has no end");
    rows.cut();
    const table = LineTable.of(rows, [], code);
    const fileAt = (at: number): string | undefined => files.names[number(at)];
    return { fileAt, lineAt: (address) => table.lineAt(address, fileAt) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report("line-unit", error.offset, error.message);
    return undefined;
  }
}
