/**
 * Fields with `|` between them, for a quick look.
 * @module
 */

import type { Renderer } from "./renderer.ts";
import { renderSeparated, type Separated } from "./separated.ts";
import { visible } from "./visible.ts";

const style: Separated = { separator: "|", newline: "\n", quote: visible };

/** Like the list mode of sqlite. */
export const list: Renderer = {
  name: "list",
  summary: "fields with | between them",
  render: (table, sink, options) => renderSeparated(table, sink, { ...options, style }),
};
