/**
 * An HTML table element, to be put into a page.
 * @module
 */

import { escapeHtml } from "./escape_html.ts";
import { isNumeric, readableText } from "./cell_text.ts";
import { type Renderer, TextChunks } from "./renderer.ts";

/** An HTML table. */
export const html: Renderer = {
  name: "html",
  summary: "an HTML table",
  endings: ["html"],
  async render(table, sink, options) {
    const out = new TextChunks(sink);
    const { columns } = table;
    const texts = columns.map(readableText);
    const open = columns.map((column) => isNumeric(column) ? '<td align="right">' : "<td>");
    out.add("<table>\n");
    if (options.header) {
      out.add(
        `<thead><tr>${columns.map(({ name }) => `<th>${escapeHtml(name)}</th>`).join("")}</tr></thead>\n`,
      );
    }
    out.add("<tbody>\n");
    for (let row = 0; row < table.rowCount; row++) {
      let text = "<tr>";
      for (let column = 0; column < columns.length; column++) {
        const value = table.value(row, column);
        text += open[column]! + (value === null ? "" : escapeHtml(texts[column]!(value))) + "</td>";
      }
      out.add(text + "</tr>\n");
      if (out.full) await out.flush();
    }
    out.add("</tbody>\n</table>\n");
    await out.flush();
  },
};
