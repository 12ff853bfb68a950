/**
 * An HTML table element, for embedding in a page.
 * @module
 */

import { escapeHtml } from "./escape_html.ts";
import { isNumeric, readableText } from "./cell_text.ts";
import { type Renderer, writeRows } from "./renderer.ts";

/** An HTML table. */
export const html: Renderer = {
  name: "html",
  isForDisplay: true,
  summary: "an HTML table",
  endings: ["html"],
  render(table, sink, { header }) {
    const { columns } = table;
    const texts = columns.map(readableText);
    const open = columns.map((column) => isNumeric(column) ? '<td align="right">' : "<td>");
    const names = columns.map(({ name }) => `<th>${escapeHtml(name)}</th>`).join("");
    return writeRows(table, sink, {
      head: `<table>\n${header ? `<thead><tr>${names}</tr></thead>\n` : ""}<tbody>\n`,
      row(row) {
        let text = "<tr>";
        for (let column = 0; column < columns.length; column++) {
          const value = table.value(row, column);
          text += open[column]! + (value === null ? "" : escapeHtml(texts[column]!(value))) + "</td>";
        }
        return text + "</tr>\n";
      },
      end: "</tbody>\n</table>\n",
    });
  },
};
