/**
 * The screen of the viewer as lines: the query, the column names, the rows, and the key help.
 * @module
 */

import { groupDigits } from "../../base/group_digits.ts";
import type { ResultTable } from "../../base/result_table.ts";
import { textWidth } from "../../base/text_width.ts";
import type { QueryOutcome } from "../../engine/session.ts";
import { isNumeric, readableText } from "../../render/cell_text.ts";
import { cutEnd, elide, pad } from "../../render/fit_text.ts";
import { screenText, type ThreadNames } from "../../render/screen_text.ts";
import { type NameStyle, withShortNames } from "../../render/short_names.ts";
import { visible } from "../../render/visible.ts";
import type { ScreenSize } from "../layout.ts";
import type { Theme } from "../theme.ts";

/** A step of drilling down from a result. */
export interface ViewerStep {
  /** The query; for the lines of a source file, its path. */
  readonly query: string;
  /** True if `query` can be run; false for the lines of a source file. */
  readonly isQuery: boolean;
  /** Rows of the table. */
  readonly table: ResultTable;
  /** The rows with short names. */
  readonly short: ResultTable;
  /** The outcome that owns the rows, to release them; absent if it has another owner. */
  readonly outcome?: QueryOutcome;
  /** Row of the cursor. */
  row: number;
  /** Column of the cursor. */
  column: number;
  /** First row on the screen. */
  top: number;
  /** First column on the screen. */
  left: number;
  /** Column widths, which grow with everything shown so far. */
  readonly widths: number[];
}

/** A step with the cursor on its first row, or on a given one. */
export function viewerStep(
  step: Pick<ViewerStep, "query" | "isQuery" | "table"> & { readonly outcome?: QueryOutcome },
  row = 0,
): ViewerStep {
  return { ...step, short: withShortNames(step.table), row, column: 0, top: 0, left: 0, widths: [] };
}

/** Lines besides the rows: query, names, status, keys. */
const OTHER_LINES = 4;
/** Maximum width of a cell, so that other cells are visible beside it. */
const WIDEST_CELL = 48;
const MARK = "> ";
/** Text for null, which is the most frequent value in some tables. */
const NONE = "·";

/** Display options. */
interface ScreenOptions {
  readonly size: ScreenSize;
  readonly theme: Theme;
  /** Short names of threads; null shows exact values. */
  readonly threads: ThreadNames | null;
  /** How function names are shown. */
  readonly names: NameStyle | undefined;
  /** The effect of the last key, or the text being typed. */
  readonly message: string;
  /** Number of steps below this one. */
  readonly depth: number;
}

/** Number of rows that fit. */
export function rowsShown({ rows }: ScreenSize): number {
  return Math.max(1, rows - OTHER_LINES);
}

/** The text of a cell. */
export function cellText(
  step: ViewerStep,
  row: number,
  column: number,
  { threads, names }: Pick<ScreenOptions, "threads" | "names">,
): string {
  const info = step.table.columns[column]!;
  const value = (names === "full" ? step.table : step.short).value(row, column);
  if (value === null) return NONE;
  return visible((threads ? screenText(info, threads) : readableText(info))(value));
}

/** Scrolls so that the cursor is visible, and draws the screen. */
export function viewerScreen(step: ViewerStep, options: ScreenOptions): string[] {
  const { size, theme, message, depth } = options;
  const { columns: infos, rowCount } = step.table;
  const shown = rowsShown(size);
  step.top = Math.max(
    0,
    Math.min(Math.max(step.top, step.row - shown + 1), step.row, Math.max(0, rowCount - shown)),
  );
  if (step.row < step.top) step.top = step.row;
  const rows = Array.from({ length: Math.min(shown, rowCount - step.top) }, (_, at) => step.top + at);
  const texts = rows.map((row) => infos.map((_, column) => cellText(step, row, column, options)));
  infos.forEach(({ name }, column) => {
    const widest = Math.max(
      textWidth(visible(name)) + 2,
      ...texts.map((cells) => textWidth(cells[column]!) + 1),
    );
    step.widths[column] = Math.max(step.widths[column] ?? 0, Math.min(WIDEST_CELL, widest));
  });
  const columns = placed(step, size.columns);
  const line = (cell: (column: number, width: number) => string, mark: string): string =>
    mark + columns.map(({ column, width }) => cell(column, width)).join("  ");
  const header = line((column, width) => {
    const name = visible(infos[column]!.name);
    const text = fitted(column === step.column ? `[${name}]` : ` ${name} `, width, isNumeric(infos[column]!));
    return theme.paint(column === step.column ? "strong" : "faint", text);
  }, "  ");
  const body = rows.map((row, at) =>
    line((column, width) => {
      const right = isNumeric(infos[column]!);
      const value = texts[at]![column]!;
      // The text is aligned with the name, which has a blank or a bracket on both sides.
      const text = fitted(right ? `${value} ` : ` ${value}`, width, right);
      return row === step.row ? theme.paint(column === step.column ? "menu-chosen" : "strong", text) : text;
    }, row === step.row ? theme.paint("strong", MARK) : "  ")
  );
  const more = rows.length < shown ? new Array<string>(shown - rows.length).fill("") : [];
  const last = columns.at(-1)?.column ?? 0;
  const where = [
    rowCount === 0 ? "no rows" : `row ${groupDigits(step.row + 1)} of ${groupDigits(rowCount)}`,
    `column ${step.column + 1} of ${infos.length}`,
    ...(columns[0]!.column > 0 ? ["◂"] : []),
    ...(last < infos.length - 1 ? ["▸"] : []),
    ...(depth > 0 ? [`step ${depth + 1}`] : []),
  ].join(", ");
  return [
    theme.paint("prompt", elide(visible(step.query.replaceAll(/\s+/g, " ")), size.columns)),
    header,
    ...body,
    ...more,
    theme.paint("faint", elide(message === "" ? where : message, size.columns)),
    theme.paint("faint", cutEnd(KEYS, size.columns)),
  ];
}

const KEYS = "? keys  q quit  Enter open  Bksp back  s sort  / search  f filter  e to prompt";

function fitted(text: string, width: number, right: boolean): string {
  return pad(elide(text, width), width, right);
}

/** Columns from the first visible one, as many as fit; the cursor's column is always among them. */
function placed(step: ViewerStep, room: number): { readonly column: number; readonly width: number }[] {
  const count = step.table.columns.length;
  step.left = Math.min(step.left, step.column);
  for (;; step.left++) {
    const columns: { column: number; width: number }[] = [];
    let left = room - MARK.length;
    for (let column = step.left; column < count; column++) {
      const gap = columns.length === 0 ? 0 : 2;
      const width = Math.min(step.widths[column]!, columns.length === 0 ? left : Infinity);
      if (width + gap > left) break;
      columns.push({ column, width });
      left -= width + gap;
    }
    if (step.column <= (columns.at(-1)?.column ?? -1) || step.left >= step.column) return columns;
  }
}
