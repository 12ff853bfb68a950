/**
 * One JSON object per line and nothing else.
 * @module
 */

import { jsonKeys, jsonRow } from "./json_cell.ts";
import { type Renderer, TextChunks } from "./renderer.ts";

/** An object per line. */
export const ndjson: Renderer = {
  name: "ndjson",
  summary: "one JSON object per line",
  endings: ["ndjson", "jsonl"],
  async render(table, sink, options) {
    const out = new TextChunks(sink);
    const row = { keys: jsonKeys(table.columns), forceNumbers: options.jsonNumbers };
    for (let at = 0; at < table.rowCount; at++) {
      out.add(jsonRow(table, at, row) + "\n");
      if (out.full) await out.flush();
    }
    await out.flush();
  },
};
