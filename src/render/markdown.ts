/**
 * A Markdown table, in GitHub's dialect.
 * @module
 */

import { isNumeric, readableText } from "./cell_text.ts";
import { markdownText } from "./field_text.ts";
import { type Renderer, writeRows } from "./renderer.ts";
import { visible } from "./visible.ts";

/** A Markdown table. */
export const markdown: Renderer = {
  name: "markdown",
  isForDisplay: true,
  summary: "a Markdown table",
  endings: ["md"],
  async render(table, sink, { header }) {
    const { columns } = table;
    if (columns.length === 0) return;
    const texts = columns.map(readableText);
    // A Markdown table must have a header; without names it is blank.
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

/** The text of a cell, with control characters as escapes. */
function cell(text: string): string {
  return markdownText(visible(text));
}
