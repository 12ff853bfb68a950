/**
 * Lays out a view as screen rows: wraps the text, puts warnings under it, and finds the cursor.
 * @module
 */

import { graphemeWidth } from "../base/text_width.ts";
import { visible } from "../render/visible.ts";
import { menuRows } from "./menu_rows.ts";
import { ScreenRow } from "./screen_row.ts";
import { graphemes } from "./text_moves.ts";
import type { Style, Theme } from "./theme.ts";
import type { Mark, View } from "./view.ts";

/** The content of the screen, from the first row of the prompt on. */
export interface Frame {
  /** Rows with their colours; none is wider than the screen. */
  readonly rows: readonly string[];
  /** Row of the cursor in `rows`. */
  readonly cursorRow: number;
  /** Column of the cursor. */
  readonly cursorColumn: number;
  /** Widths of the rows: a terminal wraps them when it gets narrower. */
  readonly widths: readonly number[];
}

/** Size of the screen in characters. */
export interface ScreenSize {
  /** Characters per row. */
  readonly columns: number;
  /** Number of rows. */
  readonly rows: number;
}

const TAB_STOP = 4;
const LEAST_COLUMNS = 10;
/** Maximum warnings shown at once. */
const MOST_MARKS = 2;
/** Maximum rows for the message of a warning. */
const MARK_ROWS = 3;

/** The screen position of a character. */
interface Cell {
  readonly offset: number;
  readonly row: number;
  readonly column: number;
  readonly width: number;
}

/** Lays out a view. */
export function layOut(view: View, size: ScreenSize, theme: Theme): Frame {
  const columns = Math.max(LEAST_COLUMNS, size.columns);
  const body = new TextLayout(view, columns, theme);
  const rows: ScreenRow[] = [...body.rows];
  let cursorRow = body.cursorRow;
  // From the bottom up, so that row numbers above stay valid.
  const marks = view.marks.slice(0, MOST_MARKS).toReversed()
    .map((mark) => body.markRows(mark)).sort((left, right) => right.after - left.after);
  for (const { after, rows: more } of marks) {
    rows.splice(after + 1, 0, ...more);
    if (after < cursorRow) cursorRow += more.length;
  }
  let room = Math.max(0, size.rows - rows.length);
  if (view.menu && room > 0) {
    const menu = menuRows(view.menu, { columns, rows: Math.min(room, Math.ceil(size.rows / 2)) }, theme);
    rows.push(...menu);
    room -= menu.length;
  }
  for (const runs of view.below.slice(0, room)) {
    const row = new ScreenRow(theme, columns);
    for (const { text, style } of runs) row.add(text, style);
    rows.push(row);
  }
  const first = firstShown(rows.length, cursorRow, size.rows);
  const shown = rows.slice(first, first + Math.max(1, size.rows));
  return {
    rows: shown.map(String),
    widths: shown.map((row) => row.width),
    cursorRow: cursorRow - first,
    cursorColumn: body.cursorColumn,
  };
}

/** The first visible row of a text that is taller than the screen, such that its cursor is visible. */
function firstShown(count: number, cursorRow: number, room: number): number {
  if (count <= room || cursorRow < room) return 0;
  return Math.min(count - room, cursorRow - room + 1);
}

class TextLayout {
  readonly rows: ScreenRow[] = [];
  cursorRow = 0;
  cursorColumn = 0;
  readonly #cells: Cell[] = [];
  readonly #columns: number;
  readonly #theme: Theme;

  constructor(view: View, columns: number, theme: Theme) {
    this.#columns = columns;
    this.#theme = theme;
    const { text, cursor, spans } = view;
    this.#newRow(view.prompt);
    let span = 0;
    for (const { segment, index } of graphemes(text)) {
      if (index <= cursor) this.#placeCursor();
      if (segment === "\n" || segment === "\r\n") {
        this.#cells.push({ offset: index, row: this.rows.length - 1, column: this.#row.width, width: 1 });
        this.#newRow(view.continuation);
        continue;
      }
      while (span < spans.length && spans[span]!.span.end <= index) span++;
      const inside = span < spans.length && spans[span]!.span.start <= index;
      this.#put(segment, index, inside ? spans[span]!.style : "plain");
    }
    if (cursor >= text.length) this.#placeCursor();
    this.#cells.push({ offset: text.length, row: this.rows.length - 1, column: this.#row.width, width: 1 });
    if (view.suggestion !== "") this.#suggest(view.suggestion);
  }

  /** Rows with the underline of a warning and its message, and the row below which they belong. */
  markRows({ span, severity, message }: Mark): { after: number; rows: ScreenRow[] } {
    const end = Math.max(span.end, span.start + 1);
    let cells = this.#cells.filter(({ offset }) => offset >= span.start && offset < end);
    if (cells.length === 0) cells = this.#cells.slice(-1);
    const after = cells[0]!.row;
    const here = cells.filter(({ row }) => row === after);
    // A caret after a full row is drawn under its last character.
    const from = Math.min(here[0]!.column, this.#columns - 1);
    const last = here.at(-1)!;
    const to = Math.max(from + 1, Math.min(last.column + last.width, this.#columns));
    const row = new ScreenRow(this.#theme, this.#columns);
    row.padTo(from);
    row.put("^".repeat(to - from), to - from, severity);
    const rows = [row];
    const words = wrapWords(visible(message), this.#columns - 2);
    if (words.length === 1 && words[0]!.length + 1 <= row.left) row.add(" " + words[0], severity);
    else {
      for (const line of words.slice(0, MARK_ROWS)) {
        const more = new ScreenRow(this.#theme, this.#columns);
        more.padTo(2);
        more.add(line, severity);
        rows.push(more);
      }
    }
    return { after, rows };
  }

  get #row(): ScreenRow {
    return this.rows.at(-1)!;
  }

  #newRow(prompt: string): void {
    const row = new ScreenRow(this.#theme, this.#columns);
    // The prompt is omitted if it would leave no room for the text.
    if (prompt.length < this.#columns - 4) row.add(prompt, "prompt");
    this.rows.push(row);
  }

  #put(segment: string, offset: number, style: Style): void {
    let shown = visible(segment);
    if (segment === "\t") shown = " ".repeat(TAB_STOP - this.#row.width % TAB_STOP);
    const width = shown === segment ? graphemeWidth(segment) : shown.length;
    if (width > this.#row.left) this.#newRow("");
    this.#cells.push({ offset, row: this.rows.length - 1, column: this.#row.width, width });
    this.#row.put(shown, width, style);
  }

  /** Places the cursor at the position of the next character. */
  #placeCursor(): void {
    if (this.#row.left === 0) this.#newRow("");
    this.cursorRow = this.rows.length - 1;
    this.cursorColumn = this.#row.width;
  }

  #suggest(suggestion: string): void {
    const [line = "", ...more] = suggestion.split("\n");
    this.#row.add(more.length > 0 ? line + " …" : line, "suggestion");
  }
}

/** Wraps words into lines of at most this width; longer words are cut when the row is drawn. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines;
}
