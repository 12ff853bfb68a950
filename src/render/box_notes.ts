/**
 * Notes above and below the rows of a box: columns with a single value, columns left out, rows left out,
 * names of threads.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { groupDigits } from "../base/group_digits.ts";
import { textWidth } from "../base/text_width.ts";
import type { ShownRows } from "./box_layout.ts";
import { elide } from "./fit_text.ts";

/** Maximum width of a value in the note above the table. */
const WIDEST_VALUE = 40;
/** Maximum lines of a note: more would be longer than many results. */
const MOST_LINES = 3;
/** Maximum number of rows whose values are compared; in longer results, only the displayed rows are. */
const COMPARED_ROWS = 10_000;

/** Whether a column has the same value in all rows, or in long results in all displayed rows. */
export function isConstant(table: ResultTable, column: number, { head, tailFrom }: ShownRows): boolean {
  if (table.rowCount < 2) return false;
  const first = table.value(0, column);
  const gapEnd = table.rowCount <= COMPARED_ROWS ? head : tailFrom;
  for (let row = 1; row < table.rowCount; row++) {
    if (row >= head && row < gapEnd) row = gapEnd;
    if (table.value(row, column) !== first) return false;
  }
  return true;
}

/** Values shown once instead of in each row. */
export interface Constants {
  /** Columns with the value of all rows. */
  readonly values: readonly (readonly [name: string, text: string])[];
  /** Names of columns without a value. */
  readonly empty: readonly string[];
  /** Number of rows of the result. */
  readonly rows: number;
}

/** Formats the note: `trace trace.mtrc, leaked true; no value: thread, name`. */
export function constantsLine({ values, empty, rows }: Constants, width: number): string[] {
  const lines = (names: string): string[] => {
    const parts = values.map(([name, text]) => `${name} ${elide(text, WIDEST_VALUE)}`);
    if (empty.length > 0) parts.push(names);
    if (parts.length === 0) return [];
    return wrapParts(`${rows > COMPARED_ROWS ? "Shown" : "All"} rows: ${parts.join(" · ")}`, width);
  };
  const named = lines(`no value: ${empty.join(" ")}`);
  return named.length <= MOST_LINES ? named : lines(`no value in ${empty.length} columns`);
}

/** Formats the footer: `26 rows (10 shown)`, and the names of columns that did not fit. */
export function footerLines(
  facts: Readonly<Record<"rows" | "shownRows" | "columns", number>> & { readonly leftOut: readonly string[] },
  width: number,
): string[] {
  const { rows, shownRows, columns, leftOut } = facts;
  let text = `${groupDigits(rows)} row${rows === 1 ? "" : "s"}`;
  if (shownRows < rows) text += ` (${groupDigits(shownRows)} shown)`;
  if (leftOut.length > 0) text += `, ${leftOut.length} of ${columns} columns not shown: ${leftOut.join(" ")}`;
  return wrapParts(text, width);
}

/** Breaks lines at blanks; a word longer than a line is cut. */
export function wrapParts(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = "  " + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => elide(each, width));
}
