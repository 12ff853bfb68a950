/**
 * One line per value: for rows with many columns.
 * @module
 */

import { readableText } from "./cell_text.ts";
import { type Renderer, TextChunks } from "./renderer.ts";
import { textWidth } from "../base/text_width.ts";
import { pad } from "./fit_text.ts";
import { visible } from "./visible.ts";

/** `name = value` lines, an empty line between rows. */
export const line: Renderer = {
  name: "line",
  summary: "one line per value",
  async render(table, sink, _options) {
    const out = new TextChunks(sink);
    const texts = table.columns.map(readableText);
    const names = table.columns.map(({ name }) => visible(name));
    const width = Math.max(0, ...names.map(textWidth));
    for (let row = 0; row < table.rowCount; row++) {
      if (row > 0) out.add("\n");
      for (let column = 0; column < names.length; column++) {
        const value = table.value(row, column);
        const text = value === null ? "NULL" : visible(texts[column]!(value));
        out.add(`${pad(names[column]!, width, true)} = ${text}\n`);
      }
      if (out.full) await out.flush();
    }
    await out.flush();
  },
};
