/**
 * Comma-separated values, RFC 4180 with LF as line end. An empty text is `""`, null is nothing at all.
 * @module
 */

import type { Renderer } from "./renderer.ts";
import { renderSeparated, type Separated } from "./separated.ts";

const SPECIAL = /[",\n\r]|^$|^\s|\s$/;

/** How fields are separated and quoted; exports write the same bytes. */
export const csvStyle: Separated = {
  separator: ",",
  newline: "\n",
  quote: (text) => SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
};

/** Exact integers, nothing for null. */
export const csv: Renderer = {
  name: "csv",
  summary: "comma-separated values",
  endings: ["csv"],
  render: (table, sink, options) => renderSeparated(table, sink, { ...options, style: csvStyle }),
};
