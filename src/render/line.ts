/**
 * One line per value, for rows with many columns.
 * @module
 */

import { readableText } from "./cell_text.ts";
import { type Renderer, writeRows } from "./renderer.ts";
import { textWidth } from "../base/text_width.ts";
import { pad } from "./fit_text.ts";
import { visible } from "./visible.ts";

/** `name = value` lines, with an empty line between rows. */
export const line: Renderer = {
  name: "line",
  isForDisplay: true,
  summary: "one line per value",
  render(table, sink, _options) {
    const texts = table.columns.map(readableText);
    const names = table.columns.map(({ name }) => visible(name));
    const width = Math.max(0, ...names.map(textWidth));
    const row = (at: number): string => {
      const lines = names.map((name, column) => {
        const value = table.value(at, column);
        return `${pad(name, width, true)} = ${value === null ? "NULL" : visible(texts[column]!(value))}\n`;
      });
      return (at > 0 ? "\n" : "") + lines.join("");
    };
    return writeRows(table, sink, { row });
  },
};
