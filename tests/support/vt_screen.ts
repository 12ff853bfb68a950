import { graphemeWidth } from "../../src/base/text_width.ts";

// deno-lint-ignore no-control-regex
const PIECE = /\x1b\[([?>=]?)([\d;]*)([@-~])|\x1b[()][0-9A-B]|\x1b[=>78]|[\x20-\x7e\x80-\u{10ffff}]+|[^]/gu;

/** The screen of a terminal after some output: text and cursor, without colours. Enough of a VT100 for a prompt. */
export class VtScreen {
  columns: number;
  readonly rows: number;
  row = 0;
  column = 0;
  /** Frames that were sent: sequences of synchronized output. */
  frames = 0;
  cursorVisible = true;
  bracketedPaste = false;
  #cells: string[][];
  /** The next character goes to the next row. */
  #pending = false;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#cells = [[]];
  }

  /** The rows, without blanks at their ends and empty rows at the bottom. */
  get lines(): string[] {
    const lines = this.#cells.map((cells) => Array.from(cells, (cell) => cell ?? " ").join("").trimEnd());
    while (lines.length > 1 && lines.at(-1) === "") lines.pop();
    return lines;
  }

  /** The rows with a `▏` where the cursor is. */
  get withCursor(): string {
    const lines = [...this.lines];
    while (lines.length <= this.row) lines.push("");
    const cells = this.#cells[this.row] ?? [];
    const before = Array.from({ length: this.column }, (_, at) => cells[at] ?? " ").join("");
    const after = cells.slice(this.column).map((cell) => cell ?? " ").join("").trimEnd();
    lines[this.row] = `${before}▏${after}`;
    return lines.join("\n");
  }

  write(text: string): void {
    for (const match of text.matchAll(PIECE)) {
      const [piece, mark, numbers, final] = match;
      if (final !== undefined) this.#control(mark!, numbers!.split(";").map(Number), final);
      // Characters as users see them, counted like in modern terminals.
      else if (!piece.startsWith("\x1b")) {
        for (const { segment } of new Intl.Segmenter().segment(piece)) this.#put(segment);
      }
    }
  }

  /** Changes the width like terminals that rewrap: rows that are too long become several. */
  resize(columns: number): void {
    const cells: string[][] = [];
    let { row, column } = this;
    this.#cells.forEach((line, at) => {
      const length = line.findLastIndex((cell) => cell !== undefined && cell !== " ") + 1;
      if (at === this.row) {
        row = cells.length + Math.floor(this.column / columns);
        column = this.column % columns;
      }
      for (let from = 0; from === 0 || from < length; from += columns) {
        cells.push(line.slice(from, from + columns));
      }
    });
    const surplus = Math.max(0, cells.length - this.rows);
    this.#cells = cells.slice(surplus);
    this.columns = columns;
    this.row = Math.max(0, row - surplus);
    this.column = column;
    this.#pending = false;
  }

  #put(char: string): void {
    if (char === "\r") this.column = 0;
    else if (char === "\n") this.#lineFeed();
    else if (char >= " ") {
      const width = graphemeWidth(char);
      if (width === 0) {
        const at = Math.max(0, this.column - 1);
        this.#line[at] = (this.#line[at] ?? " ") + char;
        return;
      }
      if (this.#pending || this.column + width > this.columns) {
        this.column = 0;
        this.#lineFeed();
      }
      this.#line[this.column] = char;
      if (width === 2) this.#line[this.column + 1] = "";
      this.column += width;
      this.#pending = this.column >= this.columns;
      if (this.#pending) this.column = this.columns - 1;
      return;
    }
    this.#pending = false;
  }

  #lineFeed(): void {
    this.#pending = false;
    if (this.row < this.rows - 1) this.row++;
    else this.#cells.shift();
    this.#line;
  }

  get #line(): string[] {
    while (this.#cells.length <= this.row) this.#cells.push([]);
    return this.#cells[this.row]!;
  }

  #control(mark: string, numbers: number[], final: string): void {
    const count = Math.max(1, numbers[0]!);
    if (mark === "?") {
      for (const mode of numbers) {
        if (mode === 2026 && final === "h") this.frames++;
        if (mode === 25) this.cursorVisible = final === "h";
        if (mode === 2004) this.bracketedPaste = final === "h";
      }
      return;
    }
    if (final === "m") return;
    this.#pending = false;
    if (final === "A") this.row = Math.max(0, this.row - count);
    else if (final === "B") this.row = Math.min(this.rows - 1, this.row + count);
    else if (final === "C") this.column = Math.min(this.columns - 1, this.column + count);
    else if (final === "D") this.column = Math.max(0, this.column - count);
    else if (final === "H") {
      [this.row, this.column] = [Math.max(1, numbers[0]!) - 1, Math.max(1, numbers[1] ?? 1) - 1];
    } else if (final === "K") this.#line.length = Math.min(this.#line.length, this.column);
    else if (final === "J" && numbers[0] === 2) this.#cells = [];
    else if (final === "J") {
      this.#line.length = Math.min(this.#line.length, this.column);
      this.#cells.length = this.row + 1;
    } else {throw new Error(
        `The screen model does not know ${JSON.stringify(`\x1b[${mark}${numbers}${final}`)}`,
      );}
    this.#line;
  }
}
