/**
 * One JSON array of objects, an object per line.
 * @module
 */

import { jsonKeys, jsonRow } from "./json_cell.ts";
import { type Renderer, TextChunks } from "./renderer.ts";

/** An array of objects. */
export const json: Renderer = {
  name: "json",
  summary: "one array of objects",
  endings: ["json"],
  async render(table, sink, options) {
    const out = new TextChunks(sink);
    const row = { keys: jsonKeys(table.columns), forceNumbers: options.jsonNumbers };
    out.add("[");
    for (let at = 0; at < table.rowCount; at++) {
      out.add((at === 0 ? "" : ",\n") + jsonRow(table, at, row));
      if (out.full) await out.flush();
    }
    out.add("]\n");
    await out.flush();
  },
};
