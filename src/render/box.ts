/**
 * A table with frames, fitted to the terminal: long texts are cut, the middle of many rows and many columns is left
 * out, and the last line says what was.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { placeColumns, type PlacedColumn, placeRows, type ShownRows } from "./box_layout.ts";
import { type CellText, isNumeric, readableText } from "./cell_text.ts";
import { type Renderer, type RenderOptions, TextChunks, type TextSink } from "./renderer.ts";
import { textWidth } from "../base/text_width.ts";
import { elide, pad } from "./fit_text.ts";
import { visible } from "./visible.ts";

const NULL_TEXT = "NULL";
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";
/** A cell is measured no further than this. */
const MEASURED = 500;

/** Frames, for people. */
export const box: Renderer = {
  name: "box",
  summary: "a framed table fitted to the terminal; the default on a terminal",
  framed: true,
  render: (table, sink, options) => new Box(table, options, FRAMED).render(sink),
};

/** The same in ASCII. */
export const asciiTable: Renderer = {
  name: "table",
  summary: "the same with frames of ASCII characters",
  endings: ["txt"],
  framed: true,
  render: (table, sink, options) => new Box(table, options, ASCII).render(sink),
};

/** Lines and corners: left end, line, crossing, right end. */
interface Frame {
  readonly top: Rule;
  readonly middle: Rule;
  readonly bottom: Rule;
  readonly row: readonly [string, string, string];
}

type Rule = readonly [string, string, string, string];

const FRAMED: Frame = {
  top: ["┌─", "─", "─┬─", "─┐"],
  middle: ["├─", "─", "─┼─", "─┤"],
  bottom: ["└─", "─", "─┴─", "─┘"],
  row: ["│ ", " │ ", " │"],
};
const ASCII_RULE: Rule = ["+-", "-", "-+-", "-+"];
const ASCII: Frame = { top: ASCII_RULE, middle: ASCII_RULE, bottom: ASCII_RULE, row: ["| ", " | ", " |"] };

class Box {
  readonly #table: ResultTable;
  readonly #options: RenderOptions;
  readonly #frame: Frame;
  readonly #texts: CellText[];
  readonly #right: boolean[];
  readonly #rows: ShownRows;
  #placed: PlacedColumn[] = [];

  constructor(table: ResultTable, options: RenderOptions, frame: Frame) {
    this.#table = table;
    this.#options = options;
    this.#frame = frame;
    this.#texts = table.columns.map(readableText);
    this.#right = table.columns.map(isNumeric);
    this.#rows = placeRows(table.rowCount, options.maxRows ?? Infinity);
  }

  async render(sink: TextSink): Promise<void> {
    const { columns, rowCount } = this.#table;
    const out = new TextChunks(sink);
    if (columns.length > 0) {
      const natural = columns.map((_, column) => ({
        ...this.#measure(column),
        rigid: this.#right[column]!,
      }));
      this.#placed = placeColumns(natural, this.#options.width ?? Infinity);
      this.#rule(out, this.#frame.top);
      if (this.#options.header) {
        this.#line(out, (column) => visible(columns[column]!.name), BOLD);
        this.#rule(out, this.#frame.middle);
      }
      for (let row = 0; row < rowCount; row++) {
        if (row === this.#rows.head && this.#rows.tailFrom > row) {
          this.#line(out, () => "·", DIM);
          row = this.#rows.tailFrom;
        }
        this.#line(out, (column) => this.#cell(row, column), "");
        if (out.full) await out.flush();
      }
      this.#rule(out, this.#frame.bottom);
    }
    if (this.#options.footer) out.add(this.#paint(this.#footer(), DIM) + "\n");
    await out.flush();
  }

  #measure(column: number): { width: number; empty: boolean } {
    let empty = this.#table.rowCount > 0;
    let width = this.#options.header ? textWidth(visible(this.#table.columns[column]!.name)) : 1;
    const { head, tailFrom } = this.#rows;
    for (let row = 0; row < this.#table.rowCount; row++) {
      if (row === head) row = tailFrom;
      if (row >= this.#table.rowCount) break;
      empty &&= this.#table.value(row, column) === null;
      width = Math.max(width, textWidth(this.#cell(row, column)));
    }
    return { width, empty };
  }

  #cell(row: number, column: number): string {
    const value = this.#table.value(row, column);
    if (value === null) return NULL_TEXT;
    const text = this.#texts[column]!(value);
    return visible(
      this.#options.width !== undefined && text.length > MEASURED ? text.slice(0, MEASURED) : text,
    );
  }

  #line(out: TextChunks, cell: (column: number) => string, style: string): void {
    const [left, between, right] = this.#frame.row;
    let line = this.#paint(left, DIM);
    this.#placed.forEach(({ column, width }, at) => {
      if (at > 0) line += this.#paint(between, DIM);
      const full = column < 0 ? "…" : cell(column);
      const text = pad(elide(full, width), width, column >= 0 && this.#right[column]!);
      line += this.#paint(text, full === NULL_TEXT || column < 0 ? DIM : style);
    });
    out.add(line + this.#paint(right, DIM) + "\n");
  }

  #rule(out: TextChunks, rule: Rule): void {
    const [left, dash, cross, right] = rule;
    const line = left + this.#placed.map(({ width }) => dash.repeat(width)).join(cross) + right;
    out.add(this.#paint(line, DIM) + "\n");
  }

  #paint(text: string, style: string): string {
    return this.#options.color && style !== "" && text !== "" ? style + text + RESET : text;
  }

  #footer(): string {
    const { columns, rowCount } = this.#table;
    const shownRows = this.#rows.head + (rowCount - this.#rows.tailFrom);
    const shownColumns = this.#placed.filter(({ column }) => column >= 0).length;
    let text = count(rowCount, "row");
    if (shownRows < rowCount) text += ` (${shownRows} shown)`;
    if (shownColumns < columns.length) text += `, ${count(columns.length, "column")} (${shownColumns} shown)`;
    return text;
  }
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString("en-US").replaceAll(",", "_")} ${noun}${value === 1 ? "" : "s"}`;
}
