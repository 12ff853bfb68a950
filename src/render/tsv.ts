/**
 * Tab-separated values: what a pipe gets. Tab, line breaks and backslash inside a text are `\t \n \r \\`.
 * @module
 */

import type { Renderer } from "./renderer.ts";
import { renderSeparated, type Separated } from "./separated.ts";

const SPECIAL = /[\t\n\r\\]/;
const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

/** How fields are separated and quoted; exports write the same bytes. */
export const tsvStyle: Separated = {
  separator: "\t",
  newline: "\n",
  quote: (text) => SPECIAL.test(text) ? text.replace(/[\t\n\r\\]/g, (char) => ESCAPES[char]!) : text,
};

/** Exact integers, empty for null. */
export const tsv: Renderer = {
  name: "tsv",
  summary: "tab-separated values; the default in a pipe",
  endings: ["tsv"],
  render: (table, sink, options) => renderSeparated(table, sink, { ...options, style: tsvStyle }),
};
