/**
 * A Markdown table, as GitHub reads it.
 * @module
 */

import { isNumeric, readableText } from "./cell_text.ts";
import { type Renderer, writeRows } from "./renderer.ts";
import { visible } from "./visible.ts";

/** A Markdown table. */
export const markdown: Renderer = {
  name: "markdown",
  isRead: true,
  summary: "a Markdown table",
  endings: ["md"],
  async render(table, sink, { header }) {
    const { columns } = table;
    if (columns.length === 0) return;
    const texts = columns.map(readableText);
    // A Markdown table cannot do without its head; without names it is empty.
    const names = columns.map(({ name }) => header ? cell(name) : " ").join(" | ");
    const sides = columns.map((column) => isNumeric(column) ? "---:" : "---").join(" | ");
    await writeRows(table, sink, {
      head: `| ${names} |\n| ${sides} |\n`,
      row(row) {
        let text = "|";
        for (let column = 0; column < columns.length; column++) {
          const value = table.value(row, column);
          text += value === null ? "  |" : ` ${cell(texts[column]!(value))} |`;
        }
        return text + "\n";
      },
    });
  },
};

/** Names such as `__init__`, `<lambda>` and `a|b` have to come out as they are; a `_` between digits does by itself. */
function cell(text: string): string {
  return visible(text).replace(
    /[\\|*`<>[\]~&]|(?<!\d)_|_(?!\d)/g,
    (char) => char === "<" ? "&lt;" : "\\" + char,
  );
}
