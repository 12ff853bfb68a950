/**
 * A table with frames, fitted to the terminal: values that all rows share appear once above it, long texts
 * are cut, the least informative columns and the middle of many rows are left out, and the last line says
 * what was left out.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import {
  fitsUncut,
  type NaturalColumn,
  placeColumns,
  type PlacedColumn,
  placeRows,
  type ShownRows,
} from "./box_layout.ts";
import { type Constants, constantsLine, footerLines, isConstant, wrapParts } from "./box_notes.ts";
import { type CellText, isNumeric, readableText } from "./cell_text.ts";
import { columnRank } from "./column_rank.ts";
import { screenText } from "./screen_text.ts";
import { type Renderer, type RenderOptions, TextChunks, type TextSink } from "./renderer.ts";
import { textWidth } from "../base/text_width.ts";
import { elide, pad } from "./fit_text.ts";
import { visible } from "./visible.ts";

const NULL_TEXT = "NULL";
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";
/** Number of characters up to which cells are measured. */
const MEASURED = 500;
/** Matches sparklines and heat strips, which must not be cut, since a part of one would look like a complete one. */
const STRIP = /^[\u2580-\u259f\u00b7 ]+$/;

/** Framed tables with box-drawing characters. */
export const boxRenderer: Renderer = {
  name: "box",
  isForDisplay: true,
  summary: "a framed table fitted to the terminal; the default on a terminal",
  framed: true,
  render: (table, sink, options) => new Box(table, options, FRAMED).render(sink),
};

/** A framed table in ASCII characters. */
export const asciiTable: Renderer = {
  name: "table",
  isForDisplay: true,
  summary: "box with frames of ASCII characters",
  endings: ["txt"],
  framed: true,
  render: (table, sink, options) => new Box(table, options, ASCII).render(sink),
};

/** Used if the width of the screen is unknown. */
const DEFAULT_WIDTH = 80;
/** Rank of columns that the user wants to keep, and of columns without values. */
const KEPT = -2;
const EMPTY = 10_000;

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
  /** Short names of the threads in this box. */
  readonly #threads = new Map<bigint, string>();
  #placed: PlacedColumn[] = [];

  constructor(table: ResultTable, options: RenderOptions, frame: Frame) {
    this.#table = table;
    this.#options = options;
    this.#frame = frame;
    const { readable } = options;
    this.#texts = table.columns.map((column) =>
      readable ? screenText(column, readable.threads) : readableText(column)
    );
    this.#right = table.columns.map(isNumeric);
    this.#rows = placeRows(table.rowCount, options.maxRows ?? Infinity);
  }

  async render(sink: TextSink): Promise<void> {
    const { columns, rowCount } = this.#table;
    const out = new TextChunks(sink);
    const { width: room = Infinity } = this.#options;
    if (columns.length > 0) {
      const natural = columns.map((_, column) => this.#measure(column));
      const chosen = this.#chosen(natural);
      this.#placed = placeColumns(natural, chosen, this.#options.keep === "all" ? Infinity : room);
      const above = constantsLine(this.#constants(chosen), this.#screen);
      for (const line of above) out.add(this.#paint(line, DIM) + "\n");
      this.#rule(out, this.#frame.top);
      if (this.#options.header) {
        this.#line(out, (column) => visible(columns[column]!.name), BOLD);
        this.#rule(out, this.#frame.middle);
      }
      for (let row = 0; row < rowCount; row++) {
        if (row === this.#rows.head && this.#rows.tailFrom > row) {
          this.#line(out, () => "·", DIM);
          row = this.#rows.tailFrom;
          // If only one row is shown, no rows follow the gap.
          if (row === rowCount) break;
        }
        this.#line(out, (column) => this.#cell(row, column), "");
        if (out.full) await out.flush();
      }
      this.#rule(out, this.#frame.bottom);
      for (const line of this.#threadLines()) out.add(this.#paint(line, DIM) + "\n");
      if (this.#options.footer) {
        for (const line of this.#footer(chosen)) out.add(this.#paint(line, DIM) + "\n");
      }
    } else if (this.#options.footer) out.add(this.#paint(this.#footer([])[0]!, DIM) + "\n");
    await out.flush();
  }

  /** All columns, or only those that differ between rows if there is no room for all. */
  #chosen(natural: readonly NaturalColumn[]): readonly number[] {
    const all = natural.map((_, column) => column);
    const { keep, footer } = this.#options;
    // A pager has room for all columns, but a value repeated in every row is distracting there too.
    if (keep === "all" || !footer) return all;
    if (fitsUncut(natural, all, this.#screen)) return all;
    const kept = new Set(keep ?? []);
    const differ = all.filter((column) =>
      kept.has(this.#table.columns[column]!.name) || !isConstant(this.#table, column, this.#rows)
    );
    return differ.length > 0 ? differ : all;
  }

  #constants(chosen: readonly number[]): Constants {
    const values: [string, string][] = [];
    const empty: string[] = [];
    this.#table.columns.forEach(({ name }, column) => {
      if (chosen.includes(column)) return;
      if (this.#table.value(0, column) === null) empty.push(visible(name));
      else values.push([visible(name), this.#cell(0, column)]);
    });
    return { values, empty, rows: this.#table.rowCount };
  }

  /** Screen columns for lines outside the frame. */
  get #screen(): number {
    return this.#options.screen ?? this.#options.width ?? DEFAULT_WIDTH;
  }

  #measure(column: number): NaturalColumn {
    const info = this.#table.columns[column]!;
    let width = this.#options.header ? textWidth(visible(info.name)) : 1;
    let empty = this.#table.rowCount > 0;
    let strip = this.#table.rowCount > 0;
    const { head, tailFrom } = this.#rows;
    for (let row = 0; row < this.#table.rowCount; row++) {
      if (row === head) row = tailFrom;
      if (row >= this.#table.rowCount) break;
      empty &&= this.#table.value(row, column) === null;
      const text = this.#cell(row, column);
      strip &&= STRIP.test(text);
      width = Math.max(width, textWidth(text));
    }
    const { keep } = this.#options;
    const kept = keep !== undefined && keep !== "all" && keep.includes(info.name);
    const rank = kept ? KEPT : empty ? EMPTY : columnRank(info);
    return { width, rigid: this.#right[column]! || strip, rank };
  }

  #cell(row: number, column: number): string {
    const value = this.#table.value(row, column);
    if (value === null) return NULL_TEXT;
    const text = this.#texts[column]!(value);
    if (typeof value === "bigint" && /^t\d+$/.test(text)) this.#threads.set(value, text);
    return visible(
      this.#options.width !== undefined && text.length > MEASURED ? text.slice(0, MEASURED) : text,
    );
  }

  #line(out: TextChunks, cell: (column: number) => string, style: string): void {
    const [left, between, right] = this.#frame.row;
    let line = this.#paint(left, DIM);
    this.#placed.forEach(({ column, width }, at) => {
      if (at > 0) line += this.#paint(between, DIM);
      const full = cell(column);
      const text = pad(elide(full, width), width, this.#right[column]!);
      line += this.#paint(text, full === NULL_TEXT ? DIM : style);
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

  /** A legend for threads with long numbers, each once. */
  #threadLines(): string[] {
    const named = [...this.#threads].sort(([, a], [, b]) => Number(a.slice(1)) - Number(b.slice(1))).map((
      [thread, name],
    ) => `${name} = ${thread}`);
    return named.length === 0 ? [] : wrapParts(`Threads: ${named.join(", ")}`, this.#screen);
  }

  #footer(chosen: readonly number[]): string[] {
    const { columns, rowCount } = this.#table;
    const shown = new Set(this.#placed.map(({ column }) => column));
    return footerLines({
      rows: rowCount,
      shownRows: this.#rows.head + (rowCount - this.#rows.tailFrom),
      columns: columns.length,
      leftOut: chosen.filter((column) => !shown.has(column)).map((column) => visible(columns[column]!.name)),
    }, this.#screen);
  }
}
