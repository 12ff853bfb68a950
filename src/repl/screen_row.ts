/**
 * Builds a row of the screen from styled runs, cut at the available width.
 * @module
 */

import { graphemeWidth } from "../base/text_width.ts";
import { visible } from "../render/visible.ts";
import { graphemes } from "./text_moves.ts";
import type { Style, Theme } from "./theme.ts";

/** A row of at most this many columns. */
export class ScreenRow {
  readonly #theme: Theme;
  readonly #room: number;
  #painted = "";
  #width = 0;
  #style: Style = "plain";
  #run = "";

  /** Creates an empty row. */
  constructor(theme: Theme, room: number) {
    this.#theme = theme;
    this.#room = room;
  }

  /** Number of columns used. */
  get width(): number {
    return this.#width;
  }

  /** Number of columns left. */
  get left(): number {
    return this.#room - this.#width;
  }

  /** Adds one character of a known width; the caller has checked that it fits. */
  put(shown: string, width: number, style: Style): void {
    if (style !== this.#style) this.#flush();
    this.#style = style;
    this.#run += shown;
    this.#width += width;
  }

  /** Adds text; what does not fit is cut, with an ellipsis. */
  add(text: string, style: Style = "plain"): void {
    const shown = visible(text);
    for (const { segment, index } of graphemes(shown)) {
      const width = graphemeWidth(segment);
      const last = index + segment.length === shown.length;
      if (width > this.left - (last ? 0 : 1)) {
        if (this.left > 0) this.put("…", 1, style);
        return;
      }
      this.put(segment, width, style);
    }
  }

  /** Pads with blanks up to a column. */
  padTo(column: number, style: Style = "plain"): void {
    const count = Math.min(column, this.#room) - this.#width;
    if (count > 0) this.put(" ".repeat(count), count, style);
  }

  /** The row with its colours. */
  toString(): string {
    this.#flush();
    return this.#painted;
  }

  #flush(): void {
    this.#painted += this.#theme.paint(this.#style, this.#run);
    this.#run = "";
  }
}
