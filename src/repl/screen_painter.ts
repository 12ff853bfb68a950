/**
 * Computes the output for a frame: only changed rows, in one write, to avoid flicker. The prompt is part of
 * the normal flow of the terminal, so all movements are relative to the cursor.
 * @module
 */

import { textWidth } from "../base/text_width.ts";
import type { Frame } from "./layout.ts";

/** Makes terminals that support it show the frame atomically; others ignore it. */
const BEGIN = "\x1b[?2026h\x1b[?25l";
const END = "\x1b[?25h\x1b[?2026l";
const STYLE_END = "\x1b[0m";
// deno-lint-ignore no-control-regex
const ESCAPES = /\x1b\[[\d;]*m/;
const ERASE_TO_END_OF_ROW = "\x1b[K";
const ERASE_BELOW = "\x1b[J";

/** Keeps track of what is on the screen. */
export class ScreenPainter {
  #shown: Frame | null = null;
  #columns = 0;

  /** The output that draws the frame on the screen; empty if it is already there. */
  paint(frame: Frame, columns: number): string {
    const before = this.#shown;
    const changes = before ? this.#difference(before, frame, columns) : drawAll(frame, columns);
    this.#shown = frame;
    this.#columns = columns;
    if (changes === "") return "";
    return BEGIN + changes + END;
  }

  /** The output that leaves the frame in place and continues below it. */
  leave(): string {
    const shown = this.#shown;
    this.#shown = null;
    if (!shown) return "";
    return moveRows(shown.rows.length - 1 - shown.cursorRow) + "\r\n";
  }

  /** The output that removes the frame; the next one begins in its place. */
  erase(columns: number): string {
    const shown = this.#shown;
    this.#shown = null;
    if (!shown) return "";
    return moveRows(-rowsAbove(shown, this.#columns, columns)) + "\r" + ERASE_BELOW;
  }

  /** The output that clears the whole screen; the next frame begins at its top. */
  clear(): string {
    this.#shown = null;
    return "\x1b[H\x1b[2J";
  }

  #difference(before: Frame, frame: Frame, columns: number): string {
    if (columns !== this.#columns) return this.erase(columns) + drawAll(frame, columns);
    let out = "";
    let at = before.cursorRow;
    for (let row = 0; row < frame.rows.length; row++) {
      if (row < before.rows.length) {
        if (before.rows[row] === frame.rows[row]) continue;
        const { length, width } = commonStart(before.rows[row]!, frame.rows[row]!);
        out += moveRows(row - at) + toColumn(width) + frame.rows[row]!.slice(length) +
          eraseRest(frame, row, columns);
      } else {
        // A new row is created by a line break, which also works at the bottom of the screen.
        out += moveRows(row - 1 - at) + "\r\n" + frame.rows[row]! + eraseRest(frame, row, columns);
      }
      at = row;
    }
    if (before.rows.length > frame.rows.length) {
      out += moveRows(frame.rows.length - at) + "\r" + ERASE_BELOW;
      at = frame.rows.length;
    }
    const moved = before.cursorRow !== frame.cursorRow || before.cursorColumn !== frame.cursorColumn;
    return out === "" && !moved ? "" : out + moveRows(frame.cursorRow - at) + toColumn(frame.cursorColumn);
  }
}

/** The common prefix of two rows, in characters of the text and in screen columns. */
function commonStart(before: string, now: string): { length: number; width: number } {
  let length = 0;
  let width = 0;
  // A styled run ends with this sequence; text after it has its own colours.
  for (let at = 0; (at = now.indexOf(STYLE_END, at)) >= 0;) {
    at += STYLE_END.length;
    const piece = now.slice(length, at);
    if (!before.startsWith(piece, length)) break;
    for (const text of piece.split(ESCAPES)) width += textWidth(text);
    length = at;
  }
  return { length, width };
}

function drawAll(frame: Frame, columns: number): string {
  const rows = frame.rows.map((row, at) => row + eraseRest(frame, at, columns)).join("\r\n");
  return "\r" + rows + moveRows(frame.cursorRow - (frame.rows.length - 1)) + toColumn(frame.cursorColumn);
}

/** In a full row the cursor stays on the last character, which must not be erased. */
function eraseRest(frame: Frame, row: number, columns: number): string {
  return frame.widths[row]! < columns ? ERASE_TO_END_OF_ROW : "";
}

/** Rows between the first one and the cursor, after the terminal has rewrapped them. */
function rowsAbove(frame: Frame, before: number, columns: number): number {
  if (columns >= before) return frame.cursorRow;
  let rows = 0;
  for (let row = 0; row < frame.cursorRow; row++) {
    rows += Math.max(1, Math.ceil(frame.widths[row]! / columns));
  }
  return rows + Math.floor(frame.cursorColumn / columns);
}

function moveRows(count: number): string {
  return count === 0 ? "" : count < 0 ? `\x1b[${-count}A` : `\x1b[${count}B`;
}

function toColumn(column: number): string {
  return column === 0 ? "\r" : `\r\x1b[${column}C`;
}
